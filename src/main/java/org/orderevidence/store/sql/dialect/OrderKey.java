package org.orderevidence.store.sql.dialect;

/**
 * The key of an order's row. Its order is the one in which rows are written, so that two who write the same ones wait for
 * each other instead of both for ever.
 *
 * @param space number of the account space
 * @param id the order's id
 */
public record OrderKey(int space, String id) implements Comparable<OrderKey> {
    @Override
    public int compareTo(OrderKey other) {
        int bySpace = Integer.compare(space, other.space);
        return bySpace != 0 ? bySpace : id.compareTo(other.id);
    }
}
