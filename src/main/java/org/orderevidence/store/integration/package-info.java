/**
 * What is stored of integrations, and of the coverage: sealed records of a few kinds, found by key or by the time they
 * are due. The content of records is in {@code store.document}.
 */
@NullMarked
package org.orderevidence.store.integration;

import org.jspecify.annotations.NullMarked;
