/**
 * An installation: its data folder, its secret and its store, opened and checked together. Only this package selects a
 * store.
 */
@NullMarked
package org.orderevidence.installation;

import org.jspecify.annotations.NullMarked;
