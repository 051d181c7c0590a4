package org.orderevidence.store;

import org.orderevidence.order.Bytes;

/**
 * Another body of the same content, sealed with another key.
 *
 * @param read the record as it was read
 * @param body the new body
 */
public record Replacement(Stored read, Bytes body) {}
