package org.orderevidence.upload;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Texts;

/** The rows of a CSV file, the header row included, in constant memory. Rows without values are left out. */
public final class CsvRows {
    private static final int MAX_COLUMNS = 4_096;

    /** More than FastCSV reads at a time. The limit of a row is therefore reached before that of the buffer. */
    private static final int BUFFER = 64 * 1024;

    private static final String SEPARATORS = ",;\t|";

    /** The first line of a file that states its separator for Excel, such as {@code sep=;}. */
    private static final Pattern STATED =
            Pattern.compile("\"?sep=([^\"A-Za-z0-9\\r])(?:\"|[,;\t|]*)\\r?", Pattern.CASE_INSENSITIVE);

    private final CloseableIterator<CsvRecord> rows;
    private final long linesBefore;
    private final int maxRow;

    private long line;
    private long characters;

    /**
     * @param maxRow maximum number of characters of a row
     */
    public CsvRows(InputStream csv, byte[] firstLine, long linesBefore, int maxRow) throws IOException {
        this.linesBefore = linesBefore;
        this.maxRow = maxRow;
        String first = new String(firstLine, StandardCharsets.UTF_8);
        Matcher stated = STATED.matcher(first);
        boolean isStated = stated.matches();
        BufferedReader text = new BufferedReader(new InputStreamReader(csv, StandardCharsets.UTF_8), BUFFER);
        rows = CsvReader.builder()
                .fieldSeparator(isStated ? stated(stated.group(1).charAt(0), text) : separator(first))
                .maxBufferSize(maxRow + BUFFER)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .build(
                        CsvRecordHandler.of(limits -> limits.maxFields(MAX_COLUMNS)
                                .maxFieldSize(maxRow)
                                .maxRecordSize(maxRow)),
                        text)
                .iterator();
        if (isStated && rows.hasNext()) {
            rows.next();
        }
    }

    /** Returns the separator that the first line states, unless the header behind it has only others. */
    private static char stated(char separator, BufferedReader text) throws IOException {
        text.mark(BUFFER);
        char[] start = new char[BUFFER];
        int length = 0;
        for (int read = 0; read >= 0 && length < BUFFER; length += Math.max(0, read)) {
            read = text.read(start, length, BUFFER - length);
        }
        text.reset();
        String[] lines = new String(start, 0, length).split("\\R", 3);
        String header = lines.length < 2 ? "" : lines[1];
        boolean isContradicted =
                header.indexOf(separator) < 0 && Texts.has(header, each -> SEPARATORS.indexOf(each) >= 0);
        return isContradicted ? separator(header) : separator;
    }

    /**
     * Returns the values of the next row that has one; null at the end.
     *
     * @throws IOException if the file is not CSV from here on
     */
    public @Nullable List<String> next() throws IOException {
        try {
            while (rows.hasNext()) {
                CsvRecord row = rows.next();
                line = linesBefore + row.getStartingLineNumber();
                for (String cell : row.getFields()) {
                    characters += cell.length() + 1;
                }
                if (!row.getFields().stream().allMatch(String::isBlank)) {
                    return row.getFields();
                }
            }
            return null;
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

    /** Returns the line of the file in which the last row starts, from 1. */
    public long line() {
        return line;
    }

    /** Returns the characters of all values so far, plus one for each value. */
    public long characters() {
        return characters;
    }

    /** Returns the separator that is most frequent in the header outside of quotes; a comma if there is none. */
    private static char separator(String header) {
        String unquoted = header.replaceAll("\"[^\"]*(?:\"|$)", "");
        return SEPARATORS
                .chars()
                .mapToObj(separator -> (char) separator)
                .max(Comparator.comparingLong(separator ->
                        unquoted.chars().filter(c -> c == separator).count()))
                .orElse(',');
    }
}
