package org.orderevidence.upload;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.upload.Records.CsvColumns;

/**
 * The rows of a CSV file with a header as records, each of one row or of several, in constant memory. The offset of a
 * place counts the characters of values.
 */
public final class CsvRecords implements Records {
    /** How many rows show the form of the amounts. */
    private static final int FIRST_ROWS = 500;

    private static final int FIRST_CHARACTERS = 256 * 1024;

    private final CsvRows rows;
    private final int maxCharacters;
    private final LongSupplier bytesRead;
    private final Meaning meaning;
    private final Deque<Row> ahead = new ArrayDeque<>();
    private @Nullable IOException broken;
    private List<Row> record = List.of();
    private @Nullable Row last;
    private boolean isCut;

    /**
     * A row and its place.
     *
     * @param characters of all values up to its end, plus one for each value
     */
    public record Row(List<String> cells, long line, long characters) {
        @Override
        public String toString() {
            return "the row of line " + line;
        }
    }

    /** What the rows of a file are. */
    public interface Meaning {
        /** Returns how the columns are read. */
        CsvColumns columns();

        /** Returns true if a row belongs to the record that starts with another. */
        boolean continues(Row first, Row row);

        /** Returns the most rows of a record. */
        int mostRows();

        /** Returns the line that numbers a record. */
        long line(Row first, Row last);

        /**
         * Returns a record.
         *
         * @param before first row of the record before; empty if there is none
         * @param rows at least one
         * @param isCut true if there are more rows, or more characters, than a record can have
         */
        Item item(@Nullable Row before, List<Row> rows, boolean isCut, Item.Place end);
    }

    /**
     * @param rows behind the header
     * @param maxCharacters most characters of a record
     * @param bytesRead returns how many bytes of the input were read
     */
    public CsvRecords(CsvRows rows, int maxCharacters, LongSupplier bytesRead, Meaning meaning) {
        this(rows, maxCharacters, bytesRead, false, _ -> meaning);
    }

    private CsvRecords(
            CsvRows rows,
            int maxCharacters,
            LongSupplier bytesRead,
            boolean looksAhead,
            Function<List<List<String>>, Meaning> meaning) {
        this.rows = rows;
        this.maxCharacters = maxCharacters;
        this.bytesRead = bytesRead;
        long most = rows.characters() + FIRST_CHARACTERS;
        while (looksAhead && ahead.size() < FIRST_ROWS && rows.characters() < most && read()) {
            // The rows are kept until they are read.
        }
        this.meaning = meaning.apply(ahead.stream().map(Row::cells).toList());
    }

    /**
     * Returns the orders of a file.
     *
     * @throws UnusableInput if the columns cannot be mapped
     */
    static CsvRecords orders(CsvRows rows, int maxCharacters, LongSupplier bytesRead, CsvOptions options)
            throws IOException {
        List<String> header = rows.next();
        CsvMapping named = CsvMapping.of(header == null ? List.of() : header, options);
        return new CsvRecords(
                rows,
                maxCharacters,
                bytesRead,
                options.amounts() == Amounts.AUTO,
                first -> new RowReader(named.withAmountsOf(first), maxCharacters));
    }

    @Override
    public CsvColumns columns() {
        return meaning.columns();
    }

    @Override
    public @Nullable Item next() throws IOException {
        Row before = record.isEmpty() ? null : record.getFirst();
        if (!take()) {
            return null;
        }
        Item item = meaning.item(before, record, isCut, place());
        return new Item(item.end(), item.json(), item.id(), item.fault(), record);
    }

    @Override
    public boolean skip() throws IOException {
        return take();
    }

    @Override
    public Item.Place place() {
        Row end = last;
        return end == null
                ? new Item.Place(rows.line(), rows.characters(), bytesRead.getAsLong())
                : new Item.Place(meaning.line(record.getFirst(), end), end.characters(), bytesRead.getAsLong());
    }

    /** Takes the rows of the next record. Returns false at the end. */
    private boolean take() throws IOException {
        Row first = peek();
        if (first == null) {
            if (broken != null) {
                throw broken;
            }
            record = List.of();
            return false;
        }
        List<Row> taken = new ArrayList<>();
        isCut = false;
        for (Row row = first; row != null && (taken.isEmpty() || meaning.continues(first, row)); row = peek()) {
            ahead.poll();
            last = row;
            isCut |= row.characters() - first.characters() > maxCharacters || taken.size() == meaning.mostRows();
            if (!isCut) {
                taken.add(row);
            }
        }
        record = List.copyOf(taken);
        return true;
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
}
