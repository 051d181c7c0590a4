package org.orderevidence.store.cassandra.table;

import org.orderevidence.store.document.StoredPart;

/**
 * A part in its row below the order.
 *
 * @param part the part
 * @param written the time stamp of its cell, in microseconds
 */
public record HeldPart(StoredPart part, long written) {}
