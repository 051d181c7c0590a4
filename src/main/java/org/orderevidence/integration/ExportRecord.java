package org.orderevidence.integration;

import java.util.List;

/**
 * The rows of an export that are about one payment or order.
 *
 * @param rows at least one, in the sequence of the file
 */
public record ExportRecord(List<ExportRow> rows) {
    public ExportRecord {
        rows = List.copyOf(rows);
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("a record has at least one row");
        }
    }

    /** Returns the first row. */
    public ExportRow first() {
        return rows.getFirst();
    }
}
