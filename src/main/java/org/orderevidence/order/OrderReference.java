package org.orderevidence.order;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * A value by which orders are found: its kind and its keyed hash. Several orders can have the same one.
 *
 * @param hash the first {@value #HASH_LENGTH} bytes of the keyed hash, without its version. The value itself is personal
 *     data or leads to it
 */
public record OrderReference(Kind kind, Bytes hash) {
    private static final int HASH_LENGTH = 10;

    /** Length in bytes: the kind and the hash. */
    public static final int LENGTH = 1 + HASH_LENGTH;

    public OrderReference {
        if (hash.length() != HASH_LENGTH) {
            throw new IllegalArgumentException("a reference has a hash of " + HASH_LENGTH + " bytes");
        }
    }

    public OrderReference(Kind kind, KeyedHash value) {
        this(kind, Bytes.wrap(Arrays.copyOfRange(value.bytes(), 1, LENGTH)));
    }

    private static final List<Kind> KINDS = List.of(Kind.values());

    /** The kinds of references. The fewer orders have one value, the earlier is its kind. */
    public enum Kind {
        DISPUTE(6, "dispute ID"),
        GATEWAY_TRANSACTION_ID(2, "charge ID"),
        ARN(3, "ARN"),
        NETWORK_ID(4, "network ID"),
        CUSTOMER(1, "e-mail address"),
        /** The full name as {@link Receipt.PersonName#folded} returns it. */
        NAME(7, "customer's name"),
        /** The first six and the last four digits. Only queries have it: orders are found by the last four. */
        CARD(5, "card"),
        /** The last four digits of a card, in a month. */
        LAST4(8, "last four digits"),
        /** The amount without its currency, such as 19.99, in a month. */
        AMOUNT(9, "amount"),
        /** Only what waits for an order has it. */
        ORDER_ID(10, "order ID");

        /** The number under which stores have it. */
        private final byte number;

        private final String words;

        Kind(int number, String words) {
            this.number = (byte) number;
            this.words = words;
        }

        /** Returns what the value is, for people. */
        public String words() {
            return words;
        }

        /**
         * Returns true if the orders of each month have references of their own: too many orders have one value. Rows of a
         * month are then next to each other, so that a write changes few pages.
         */
        public boolean isMonthly() {
            return this == CARD || this == LAST4 || this == AMOUNT;
        }
    }

    /** Returns the kind's number and the hash. */
    public byte[] bytes() {
        byte[] bytes = new byte[LENGTH];
        bytes[0] = kind.number;
        hash.copyTo(bytes, 1);
        return bytes;
    }

    /**
     * Returns the reference in these bytes.
     *
     * @throws IllegalArgumentException if they are none
     */
    public static OrderReference of(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("a reference has " + LENGTH + " bytes, not " + bytes.length);
        }
        for (Kind kind : KINDS) {
            if (kind.number == bytes[0]) {
                return new OrderReference(kind, Bytes.wrap(Arrays.copyOfRange(bytes, 1, LENGTH)));
            }
        }
        throw new IllegalArgumentException("no kind of reference has this number");
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes());
    }
}
