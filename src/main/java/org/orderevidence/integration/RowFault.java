package org.orderevidence.integration;

import org.jspecify.annotations.Nullable;

/** Why a record of an export cannot be imported. No text has a value of the file. */
public final class RowFault extends Exception {
    private static final long serialVersionUID = 1L;

    private final long line;
    private final @Nullable String column;
    private final String reason;
    private final String remedy;

    /**
     * @param line of the row, from 1
     * @param column the name of the column in the file; empty if it is about the complete row
     */
    public RowFault(long line, @Nullable String column, String reason, String remedy) {
        super(reason, null, false, false);
        this.line = line;
        this.column = column;
        this.reason = reason;
        this.remedy = remedy;
    }

    /** Returns the line of the row, from 1. */
    public long line() {
        return line;
    }

    /** Returns the name of the column; empty if it is about the complete row. */
    public @Nullable String column() {
        return column;
    }

    /** Returns what is wrong. */
    public String reason() {
        return reason;
    }

    /** Returns what to do. */
    public String remedy() {
        return remedy;
    }
}
