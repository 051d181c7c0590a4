/**
 * What is stored of integrations, and of the coverage: sealed records of a few kinds, found by key or by the time they are
 * due. What a record says is in {@code store.document}.
 */
@NullMarked
package org.orderevidence.store.integration;

import org.jspecify.annotations.NullMarked;
