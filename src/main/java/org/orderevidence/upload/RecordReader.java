package org.orderevidence.upload;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.NdjsonLines;
import org.orderevidence.upload.Records.CsvColumns;
import org.orderevidence.upload.Records.CsvFormat;
import org.orderevidence.upload.UnpackedInput.RecodedInput;

/**
 * Splits an input into records, in constant memory. The content decides the format: the lines of NDJSON, other JSON
 * (see {@link JsonRecords}) or CSV, each plain or compressed with gzip.
 */
public final class RecordReader implements Closeable {
    /** Longest record that is read. The service's own limit is lower by default. */
    public static final int MAX_RECORD_BYTES = 1024 * 1024;

    /** Longest input of a command, unpacked. */
    private static final long MAX_BYTES = 1L << 40;

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int END = -1;

    /** Length of the longest of {@link #REFUSED} in bytes. */
    private static final int SIGNATURE_BYTES = 4;

    private static final byte[] UTF_8_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private static final String SPREADSHEET = "is an Excel file. In the spreadsheet program, save it as \"CSV UTF-8\".";
    private static final String UTF_16 = "is UTF-16 text. Save it as UTF-8.";

    /** The first bytes of formats that are refused. */
    private static final Map<String, String> REFUSED = Map.of(
            "504b0304",
            "is an Excel file (XLSX) or another ZIP file. In the spreadsheet program, save it as"
                    + " \"CSV UTF-8\"; unpack other ZIP files.",
            "d0cf11e0",
            SPREADSHEET,
            "fffe",
            UTF_16,
            "feff",
            UTF_16,
            "28b52ffd",
            "is packed with Zstandard. Unpack it, or pack it with gzip.",
            "425a68",
            "is packed with bzip2. Unpack it, or pack it with gzip.",
            "fd377a58",
            "is packed with xz. Unpack it, or pack it with gzip.");

    private UnpackedInput input;
    private final @Nullable CsvFormat csv;
    private final long mostBytes;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int filled;
    private boolean isEmpty;

    /** Reads the format that was recognised; null before. */
    private @Nullable Records records;

    /** Takes over a stream. */
    public RecordReader(InputStream stream, @Nullable CsvFormat csv) throws IOException {
        this(stream, csv, MAX_BYTES);
    }

    /**
     * Takes over a stream.
     *
     * @param csv how CSV is read; null if the records cannot be CSV
     * @param mostBytes maximum length of the stream, unpacked
     */
    public RecordReader(InputStream stream, @Nullable CsvFormat csv, long mostBytes) throws IOException {
        this.csv = csv;
        this.mostBytes = mostBytes;
        input = UnpackedInput.of(stream, MAX_RECORD_BYTES, mostBytes);
        if (csv != null && !csv.encoding().equals(StandardCharsets.UTF_8)) {
            byte[] start = input.readNBytes(UTF_8_MARK.length);
            InputStream text = new SequenceInputStream(new ByteArrayInputStream(start), input);
            // A file with this mark is UTF-8, whatever a person says.
            input = Arrays.equals(start, UTF_8_MARK)
                    ? UnpackedInput.of(text, MAX_RECORD_BYTES, mostBytes)
                    : recoded(text, csv.encoding());
        }
    }

    private UnpackedInput recoded(InputStream text, Charset encoding) throws IOException {
        return UnpackedInput.of(new RecodedInput(text, encoding), MAX_RECORD_BYTES, mostBytes);
    }

    /** Returns the next record that is not blank; null at the end. */
    @Nullable
    public Item next() throws IOException {
        return records().next();
    }

    /** Skips the records up to a place. Returns false if no record ends there. */
    public boolean skipTo(Item.Place end) throws IOException {
        Records all = records();
        while (all.place().number() < end.number() && all.skip()) {
            // The record was sent by an earlier run.
        }
        return all.place().number() == end.number() && all.place().offset() == end.offset();
    }

    /** Returns the end of the last record that was read. */
    public Item.Place place() {
        return records == null ? start(0) : records.place();
    }

    /** Returns true if the input has nothing but blanks. */
    public boolean isEmpty() throws IOException {
        records();
        return isEmpty;
    }

    /** Returns what the numbers of records count: lines or elements. */
    public String unit() throws IOException {
        return records() instanceof JsonRecords ? "element" : "line";
    }

    /** Returns how the columns of CSV are read; null for JSON. */
    @Nullable
    public CsvColumns columns() throws IOException {
        return records().columns();
    }

    @Override
    public void close() throws IOException {
        input.close();
    }

    private Records records() throws IOException {
        Records known = records;
        if (known == null) {
            known = recognised();
            records = known;
        }
        return known;
    }

    private Records recognised() throws IOException {
        fill(SIGNATURE_BYTES);
        String hex = HexFormat.of().formatHex(buffer, 0, Math.min(filled, SIGNATURE_BYTES));
        for (Map.Entry<String, String> format : REFUSED.entrySet()) {
            if (hex.startsWith(format.getKey())
                    && (csv == null || !format.getValue().equals(UTF_16))) {
                throw UnusableInput.atStart("the input " + format.getValue());
            }
        }
        if (hex.startsWith("fffe") || hex.startsWith("feff")) {
            InputStream start = new ByteArrayInputStream(Arrays.copyOf(buffer, filled));
            input = recoded(new SequenceInputStream(start, input), StandardCharsets.UTF_16);
            filled = 0;
        }
        long lines = 0;
        for (int first = peek(); isBlank(first) || isByteOrderMark(first); first = peek()) {
            lines += first == '\n' ? 1 : 0;
            position++;
        }
        int first = peek();
        isEmpty = first == END;
        boolean mayBeJson = csv == null || csv.isOneOfSeveral();
        if (first == '[' && mayBeJson) {
            return new JsonRecords(rest(), input, list(), start(lines).offset(), lines);
        }
        if (first == '{' && mayBeJson) {
            byte[] line = firstLine();
            return JsonRecords.isRecord(line, list(), line.length < filled)
                    ? new Lines(rest(), input, start(lines))
                    : new JsonRecords(rest(), input, list(), start(lines).offset(), lines);
        }
        if (csv == null || isEmpty) {
            return new Lines(rest(), input, start(lines));
        }
        byte[] line = firstLine();
        return csv.open(rest(), line, lines, input::packedCount);
    }

    private String list() {
        return csv == null ? "orders" : csv.list();
    }

    /** Returns where the first record starts, after some lines. */
    private Item.Place start(long lines) {
        return new Item.Place(lines, input.count() - (filled - position), input.packedCount());
    }

    private InputStream rest() {
        return new SequenceInputStream(new ByteArrayInputStream(buffer, position, filled - position), input);
    }

    /**
     * Returns the first line without its end, as much of it as fits the buffer. Moves it to the start of the buffer.
     */
    private byte[] firstLine() throws IOException {
        System.arraycopy(buffer, position, buffer, 0, filled - position);
        filled -= position;
        position = 0;
        int end = 0;
        while (true) {
            while (end < filled && buffer[end] != '\n') {
                end++;
            }
            if (end < filled || !fill(filled + 1)) {
                return Arrays.copyOf(buffer, end);
            }
        }
    }

    /** Reads until the buffer has this many bytes. Returns false if the input or the buffer ends before. */
    private boolean fill(int bytes) throws IOException {
        while (filled < Math.min(bytes, buffer.length)) {
            int read = input.read(buffer, filled, buffer.length - filled);
            if (read <= 0) {
                return false;
            }
            filled += read;
        }
        return filled >= bytes;
    }

    private int peek() throws IOException {
        if (position == filled) {
            position = 0;
            filled = Math.max(0, input.read(buffer));
        }
        return position < filled ? buffer[position] & 0xff : END;
    }

    private static boolean isBlank(int b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }

    private static boolean isByteOrderMark(int b) {
        return b == 0xef || b == 0xbb || b == 0xbf;
    }

    private static final class Lines implements Records {
        private final NdjsonLines lines;
        private final UnpackedInput input;
        private final Item.Place start;

        Lines(InputStream rest, UnpackedInput input, Item.Place start) {
            this.lines = new NdjsonLines(rest, MAX_RECORD_BYTES);
            this.input = input;
            this.start = start;
        }

        @Override
        public @Nullable Item next() throws IOException {
            return switch (lines.next()) {
                case null -> null;
                case NdjsonLines.Line.TooLong _ -> Item.tooLarge(place());
                case NdjsonLines.Line.Content(long _, byte[] bytes) -> Item.of(place(), bytes);
            };
        }

        @Override
        public boolean skip() throws IOException {
            return lines.next() != null;
        }

        @Override
        public Item.Place place() {
            return new Item.Place(
                    start.number() + lines.number(), start.offset() + lines.offset(), input.packedCount());
        }
    }
}
