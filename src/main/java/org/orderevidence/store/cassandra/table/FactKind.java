package org.orderevidence.store.cassandra.table;

/** Which later fact about an order a row holds. */
public enum FactKind {
    DISPUTE((byte) 1, "disputes"),
    REPORT((byte) 2, "fraud_reports");

    /** Of a row that is no later fact but a part of the order. */
    public static final byte PART = 0;

    private final byte number;
    private final String table;

    FactKind(byte number, String table) {
        this.number = number;
        this.table = table;
    }

    /** Its number in the table. */
    public byte number() {
        return number;
    }

    /** The name under which its documents are sealed: that of its table in the other stores. */
    public String table() {
        return table;
    }

    public static FactKind of(byte number) {
        for (FactKind kind : values()) {
            if (kind.number == number) {
                return kind;
            }
        }
        throw new IllegalStateException("there is no later fact of kind " + number);
    }
}
