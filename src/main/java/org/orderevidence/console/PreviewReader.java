package org.orderevidence.console;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.upload.CsvOptions;
import org.orderevidence.upload.CsvPreview;
import org.orderevidence.upload.CsvRows;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;
import org.orderevidence.upload.RecordReader;
import org.orderevidence.upload.Records;
import org.orderevidence.upload.Records.CsvColumns;
import org.orderevidence.upload.Records.CsvFormat;
import org.orderevidence.upload.UnusableInput;

/** Recognises the format of a file by its start, and reads the columns of CSV. */
final class PreviewReader implements CsvFormat {
    /** How much of a file is read for a preview, in bytes. */
    static final int START_BYTES = 64 * 1024;

    /** How many rejected rows are shown. */
    private static final int REJECTED = 10;

    private @Nullable CsvPreview preview;

    private final Charset encoding;

    private PreviewReader(Charset encoding) {
        this.encoding = encoding;
    }

    /**
     * The start of a file.
     *
     * @param format in words; empty if the file is empty
     * @param csv the columns; {@code null} if it is not CSV
     */
    record Start(String format, @Nullable CsvPreview csv) {}

    /** Reads the start of a file. */
    static Start read(byte[] start, Charset encoding) throws IOException {
        PreviewReader csv = new PreviewReader(encoding);
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(start), csv)) {
            boolean isEmpty = reader.isEmpty();
            if (csv.preview != null) {
                return new Start("CSV", csv.preview);
            }
            return new Start(isEmpty ? "" : reader.unit().equals("line") ? "NDJSON" : "JSON", null);
        }
    }

    /**
     * Reads the first orders as an upload with these options would. The last one counts only if the file ends with it.
     *
     * @param start up to {@link #START_BYTES} of the file
     */
    static UploadModel.Outlook outlook(byte[] start, CsvOptions options) {
        List<String> notes = new ArrayList<>();
        List<String> rejected = new ArrayList<>();
        String first = "";
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(start), options)) {
            CsvColumns columns = reader.columns();
            notes.addAll(columns == null ? List.of() : columns.notes());
            Item item = reader.next();
            while (item != null && rejected.size() < REJECTED) {
                Item next = reader.next();
                if (next == null && start.length == START_BYTES) {
                    break;
                }
                Outcome.Rejected fault = item.fault();
                if (fault != null) {
                    rejected.add(reader.unit() + " " + item.end().number() + " would be rejected: "
                            + fault.errors().stream()
                                    .map(error -> error.getOrDefault("detail", ""))
                                    .collect(Collectors.joining("; ")));
                } else if (first.isEmpty()) {
                    first = new String(item.json().toArray(), StandardCharsets.UTF_8);
                }
                item = next;
            }
        } catch (IOException | UnusableInput ended) {
            // The rows before are shown. The upload itself reports the fault.
        }
        return new UploadModel.Outlook(notes, first, rejected);
    }

    @Override
    public Charset encoding() {
        return encoding;
    }

    @Override
    public Records open(InputStream csv, byte[] firstLine, long linesBefore, LongSupplier bytesRead)
            throws IOException {
        preview = CsvPreview.read(new CsvRows(csv, firstLine, linesBefore, RecordReader.MAX_RECORD_BYTES));
        return new NoRecords();
    }

    @Override
    public boolean isOneOfSeveral() {
        return true;
    }

    /** The rows are not needed for a preview. */
    private static final class NoRecords implements Records {
        @Override
        public @Nullable Item next() {
            return null;
        }

        @Override
        public boolean skip() {
            return false;
        }

        @Override
        public Item.Place place() {
            return new Item.Place(0, 0, 0);
        }
    }
}
