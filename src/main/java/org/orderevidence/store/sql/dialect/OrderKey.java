package org.orderevidence.store.sql.dialect;

/**
 * The key of an order's row. All transactions write rows in the order of these keys. Two transactions with the same
 * rows therefore wait for each other without a deadlock.
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
