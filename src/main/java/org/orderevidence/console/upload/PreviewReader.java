package org.orderevidence.console.upload;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.upload.CsvFormat;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.RecordReader;
import org.orderevidence.upload.Records;
import org.orderevidence.upload.csv.CsvPreview;
import org.orderevidence.upload.csv.CsvRows;

/** Recognises the format of a file by its start, and reads the columns of CSV. */
final class PreviewReader implements CsvFormat {
    /** How much of a file is read for a preview, in bytes. */
    static final int START_BYTES = 64 * 1024;

    private @Nullable CsvPreview preview;

    private PreviewReader() {}

    /**
     * The start of a file.
     *
     * @param format in words; empty if the file is empty
     * @param csv the columns; {@code null} if it is not CSV
     */
    record Start(String format, @Nullable CsvPreview csv) {}

    /** Reads the start of a file. */
    static Start read(byte[] start) throws IOException {
        PreviewReader csv = new PreviewReader();
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(start), csv)) {
            boolean isEmpty = reader.isEmpty();
            if (csv.preview != null) {
                return new Start("CSV", csv.preview);
            }
            return new Start(isEmpty ? "" : reader.unit().equals("line") ? "NDJSON" : "JSON", null);
        }
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
