package org.orderevidence.order.part;

/**
 * A part that states fields of the order.
 *
 * @param key its key
 * @param version its version
 * @param statement what it states
 */
record Stated(PartKey key, long version, Statement statement) {}
