package org.orderevidence.upload;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the orders of a CSV file with a header row, each in one row or in several, in constant memory. */
public final class CsvOrders {
    /** How many rows show the form of the amounts. */
    private static final int FIRST_ROWS = 500;

    private static final int FIRST_CHARACTERS = 256 * 1024;

    private final CsvRows rows;
    private final CsvMapping mapping;
    private final RowReader reader;
    private final int maxRow;
    private final Deque<Row> ahead = new ArrayDeque<>();
    private @Nullable IOException broken;
    private @Nullable Row first;
    private List<List<String>> cells = List.of();
    private long characters;
    private @Nullable String id;

    /** A row and its place. */
    private record Row(List<String> cells, long line, long characters) {}

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
        this.maxRow = maxRow;
        rows = new CsvRows(csv, firstLine, linesBefore, maxRow);
        List<String> header = rows.next();
        CsvMapping named = CsvMapping.of(header == null ? List.of() : header, options);
        characters = rows.characters();
        if (options.amounts() == Amounts.AUTO) {
            lookAhead(characters + FIRST_CHARACTERS);
        }
        mapping = named.withAmountsOf(ahead.stream().map(Row::cells).toList());
        reader = new RowReader(mapping);
    }

    /** Returns the cells of each row of the last order, as they are in the file; not of those that are too many. */
    public List<List<String>> rows() {
        return cells;
    }

    /** Returns the field of each column. */
    public CsvMapping mapping() {
        return mapping;
    }

    /**
     * Returns the next order; null at the end.
     *
     * @throws IOException if the file is not CSV from here on
     */
    public @Nullable CsvRow next() throws IOException {
        String before = id;
        List<List<String>> order = order();
        if (order.isEmpty()) {
            return null;
        }
        if (id != null && id.equals(before)) {
            return new CsvRow.Faulty(
                    id,
                    List.of(new CsvRow.Fault(
                            "/id",
                            "invalid",
                            "the row before has the same id, and this row would replace it; put further line items in"
                                    + " columns such as receipt.lineItems[1].productName, or name the column of the"
                                    + " rows' items receipt.lineItems[].productName")));
        }
        if (order.size() > OrderField.MAX_ITEMS) {
            return new CsvRow.Faulty(
                    id,
                    List.of(new CsvRow.Fault(
                            "/receipt/lineItems",
                            "too_large",
                            "the order has more than " + OrderField.MAX_ITEMS + " rows, or more than " + maxRow
                                    + " characters")));
        }
        return reader.read(line(), order, id);
    }

    /** Skips the next order. Returns false at the end. */
    public boolean skip() throws IOException {
        return !order().isEmpty();
    }

    /** Returns the line of the file in which the last order starts, from 1. */
    public long line() {
        return first == null ? rows.line() : first.line();
    }

    /** Returns the characters of all values up to the last order's end, plus one for each value. */
    public long characters() {
        return characters;
    }

    /** Returns the rows of the next order; at most one more than the maximum is kept of them. Empty at the end. */
    private List<List<String>> order() throws IOException {
        Row start = take();
        if (start == null) {
            cells = List.of();
            return cells;
        }
        first = start;
        id = reader.id(start.cells());
        List<List<String>> order = new ArrayList<>(List.of(start.cells()));
        int kept = 1;
        Row more = mapping.hasRowItems() ? peek() : null;
        for (; more != null && belongs(more); more = peek()) {
            take();
            boolean isTooLong = characters - start.characters() > maxRow;
            kept += isTooLong || kept == OrderField.MAX_ITEMS ? 0 : 1;
            for (int copies = isTooLong ? OrderField.MAX_ITEMS : 1; copies > 0; copies--) {
                if (order.size() <= OrderField.MAX_ITEMS) {
                    order.add(more.cells());
                }
            }
        }
        cells = List.copyOf(order.subList(0, kept));
        return order;
    }

    private boolean belongs(Row more) {
        String its = reader.id(more.cells());
        return id != null && (its == null ? reader.isItemAlone(more.cells()) : its.equals(id));
    }

    private @Nullable Row take() throws IOException {
        Row row = peek();
        if (row == null && broken != null) {
            throw broken;
        }
        ahead.poll();
        characters = row == null ? characters : row.characters();
        return row;
    }

    /** Returns the next row; null if there is none, or none that can be read. */
    private @Nullable Row peek() {
        if (ahead.isEmpty() && broken == null) {
            read();
        }
        return ahead.peek();
    }

    private boolean read() {
        try {
            List<String> cells = rows.next();
            if (cells != null) {
                ahead.add(new Row(cells, rows.line(), rows.characters()));
            }
            return cells != null;
        } catch (IOException unreadable) {
            broken = unreadable;
            return false;
        }
    }

    private void lookAhead(long mostCharacters) {
        while (ahead.size() < FIRST_ROWS && rows.characters() < mostCharacters && read()) {
            // The rows are kept until they are read.
        }
    }
}
