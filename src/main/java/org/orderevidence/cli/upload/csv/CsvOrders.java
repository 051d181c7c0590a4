package org.orderevidence.cli.upload.csv;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the orders of a CSV file with a header row, one in each row, in constant memory. */
public final class CsvOrders {
    private static final int MAX_COLUMNS = 4_096;

    /** More than FastCSV reads at a time. The limit of a row is therefore reached before that of the buffer. */
    private static final int BUFFER = 64 * 1024;

    private static final String SEPARATORS = ",;\t";

    private final CloseableIterator<CsvRecord> rows;
    private final long linesBefore;
    private final int maxRow;
    private final CsvMapping mapping;
    private final RowReader reader;

    private long line;
    private long characters;
    private @Nullable String id;

    /**
     * Reads the header row.
     *
     * @param csv starts with the header row
     * @param firstLine the first line of {@code csv}, or its start if the line is very long
     * @param linesBefore lines of the file before {@code csv}
     * @param maxRow maximum number of characters of a row
     * @throws org.orderevidence.cli.terminal.Failure if the columns cannot be mapped
     */
    public CsvOrders(InputStream csv, byte[] firstLine, long linesBefore, int maxRow, CsvOptions options)
            throws IOException {
        this.linesBefore = linesBefore;
        this.maxRow = maxRow;
        rows = CsvReader.builder()
                .fieldSeparator(separator(new String(firstLine, StandardCharsets.UTF_8)))
                .maxBufferSize(maxRow + BUFFER)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .build(
                        CsvRecordHandler.of(limits -> limits.maxFields(MAX_COLUMNS)
                                .maxFieldSize(maxRow)
                                .maxRecordSize(maxRow)),
                        new InputStreamReader(csv, StandardCharsets.UTF_8))
                .iterator();
        CsvRecord header = nextRow();
        mapping = CsvMapping.of(header == null ? List.of() : header.getFields(), options);
        reader = new RowReader(mapping);
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
        CsvRecord row = nextRow();
        if (row == null) {
            return null;
        }
        String before = id;
        id = reader.id(row.getFields());
        if (id != null && id.equals(before)) {
            return new CsvRow.Faulty(
                    id,
                    List.of(new CsvRow.Fault(
                            "/id",
                            "invalid",
                            "the row before has the same id, and this row would replace it; an order is one row: put further"
                                    + " line items in columns such as receipt.lineItems[1].productName")));
        }
        return reader.read(line, row.getFields(), id);
    }

    /** Skips the next row that is not empty. Returns false at the end. */
    public boolean skip() throws IOException {
        CsvRecord row = nextRow();
        id = row == null ? null : reader.id(row.getFields());
        return row != null;
    }

    /** Returns the line of the file in which the last row starts, from 1. */
    public long line() {
        return line;
    }

    /** Returns the characters of all values so far, plus one for each value. */
    public long characters() {
        return characters;
    }

    private @Nullable CsvRecord nextRow() throws IOException {
        try {
            if (!rows.hasNext()) {
                return null;
            }
            CsvRecord row = rows.next();
            line = linesBefore + row.getStartingLineNumber();
            for (String cell : row.getFields()) {
                characters += cell.length() + 1;
            }
            return row;
        } catch (UncheckedIOException unreadable) {
            throw new IOException(
                    Objects.requireNonNullElse(unreadable.getCause(), unreadable)
                            .getMessage(),
                    unreadable);
        } catch (CsvParseException broken) {
            throw new IOException(
                    "the CSV is broken in the row after line " + line + ": a value that starts with a double quote must"
                            + " end with one, a double quote in it is written twice, and a row has at most " + maxRow
                            + " characters",
                    broken);
        }
    }

    /** Returns the separator that is most frequent in the header outside of quotes; a comma if there is none. */
    private static char separator(String header) {
        long[] counts = new long[SEPARATORS.length()];
        boolean isQuoted = false;
        for (int i = 0; i < header.length(); i++) {
            char c = header.charAt(i);
            isQuoted ^= c == '"';
            int separator = SEPARATORS.indexOf(c);
            if (separator >= 0 && !isQuoted) {
                counts[separator]++;
            }
        }
        int most = 0;
        for (int i = 1; i < counts.length; i++) {
            most = counts[i] > counts[most] ? i : most;
        }
        return SEPARATORS.charAt(most);
    }
}
