/** What is stored of integrations: sealed records of a few kinds, found by key or by the time they are due. */
@NullMarked
package org.orderevidence.store.integration;

import org.jspecify.annotations.NullMarked;
