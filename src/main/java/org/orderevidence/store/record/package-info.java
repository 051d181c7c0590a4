/**
 * The contract of the store: records of declared kinds, found by key. What a record means is known only to the code
 * above it, and how it is stored only to the engines below it.
 */
@NullMarked
package org.orderevidence.store.record;

import org.jspecify.annotations.NullMarked;
