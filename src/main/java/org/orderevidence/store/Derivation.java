package org.orderevidence.store;

/**
 * The version of the code that derives rows from orders: history rows, index rows and plain columns. Each stored order has
 * the version with which its rows were derived. A service derives the rows of orders with an older version again.
 *
 * <p>A change that derives something else from the same parts needs the next number here. The classes that derive are
 * {@code Composing}, {@code DerivedOrders}, {@code OrderKeys}, {@code PriorFacts} and {@code PriorFactsDocument}.
 */
public final class Derivation {
    /** The version of orders without a stored one: they were stored before there was a second version. */
    public static final int FIRST = 1;

    /** The version of this release: with payment account references, approval codes and placeholders. */
    public static final int CURRENT = 2;

    private Derivation() {}
}
