package org.orderevidence.store.cassandra.table;

/** Which later fact about an order a row holds. */
public enum FactKind {
    DISPUTE((byte) 1),
    REPORT((byte) 2);

    private final byte number;

    FactKind(byte number) {
        this.number = number;
    }

    /** Its number in the table. */
    public byte number() {
        return number;
    }

    static FactKind of(byte number) {
        for (FactKind kind : values()) {
            if (kind.number == number) {
                return kind;
            }
        }
        throw new IllegalStateException("there is no later fact of kind " + number);
    }
}
