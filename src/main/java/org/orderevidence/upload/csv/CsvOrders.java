package org.orderevidence.upload.csv;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the orders of a CSV file with a header row, one in each row, in constant memory. */
public final class CsvOrders {
    private final CsvRows rows;
    private final CsvMapping mapping;
    private final RowReader reader;
    private @Nullable String id;
    private List<String> cells = List.of();

    /**
     * Reads the header row.
     *
     * @param csv starts with the header row
     * @param firstLine the first line of {@code csv}, or its start if the line is very long
     * @param linesBefore lines of the file before {@code csv}
     * @param maxRow maximum number of characters of a row
     * @throws UnusableInput if the columns cannot be mapped
     */
    public CsvOrders(InputStream csv, byte[] firstLine, long linesBefore, int maxRow, CsvOptions options)
            throws IOException {
        rows = new CsvRows(csv, firstLine, linesBefore, maxRow);
        List<String> header = rows.next();
        mapping = CsvMapping.of(header == null ? List.of() : header, options);
        reader = new RowReader(mapping);
    }

    /** Returns the cells of the last row, as they are in the file. */
    public List<String> cells() {
        return cells;
    }

    /** Returns the field of each column. */
    public CsvMapping mapping() {
        return mapping;
    }

    /**
     * Returns the next row that is not empty; null at the end.
     *
     * @throws IOException if the file is not CSV from here on
     */
    public @Nullable CsvRow next() throws IOException {
        List<String> row = rows.next();
        if (row == null) {
            return null;
        }
        cells = row;
        String before = id;
        id = reader.id(row);
        if (id != null && id.equals(before)) {
            return new CsvRow.Faulty(
                    id,
                    List.of(new CsvRow.Fault(
                            "/id",
                            "invalid",
                            "the row before has the same id, and this row would replace it; an order is one row: put further"
                                    + " line items in columns such as receipt.lineItems[1].productName")));
        }
        return reader.read(line(), row, id);
    }

    /** Skips the next row that is not empty. Returns false at the end. */
    public boolean skip() throws IOException {
        List<String> row = rows.next();
        id = row == null ? null : reader.id(row);
        return row != null;
    }

    /** Returns the line of the file in which the last row starts, from 1. */
    public long line() {
        return rows.line();
    }

    /** Returns the characters of all values so far, plus one for each value. */
    public long characters() {
        return rows.characters();
    }
}
