package org.orderevidence.order;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A value by which orders are found: its kind and its keyed hash. Several orders can have the same one.
 *
 * @param value the keyed hash; the value itself is personal data or leads to it
 */
public record OrderReference(Kind kind, KeyedHash value) {
    /** Length in bytes: the kind and the hash. */
    public static final int LENGTH = 1 + KeyedHash.LENGTH;

    /** The kinds of references. */
    public enum Kind {
        CUSTOMER(1),
        GATEWAY_TRANSACTION_ID(2),
        ARN(3),
        NETWORK_ID(4),
        /** The first six and the last four digits. */
        CARD(5),
        /** The order's own ID. Only what waits for an order has it. */
        ORDER_ID(6);

        /** The number under which stores have it. */
        private final byte number;

        Kind(int number) {
            this.number = (byte) number;
        }
    }

    /** Returns the kind's number and the hash. */
    public byte[] bytes() {
        byte[] bytes = new byte[LENGTH];
        bytes[0] = kind.number;
        System.arraycopy(value.bytes(), 0, bytes, 1, KeyedHash.LENGTH);
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
        for (Kind kind : Kind.values()) {
            if (kind.number == bytes[0]) {
                return new OrderReference(kind, KeyedHash.of(Arrays.copyOfRange(bytes, 1, LENGTH)));
            }
        }
        throw new IllegalArgumentException("no kind of reference has this number");
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes());
    }
}
