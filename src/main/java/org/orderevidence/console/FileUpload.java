package org.orderevidence.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.process.LongWork;
import org.orderevidence.upload.CsvRecords;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.OrderBatch;
import org.orderevidence.upload.Outcome;
import org.orderevidence.upload.RecordReader;
import org.orderevidence.upload.Records.CsvColumns;
import org.orderevidence.upload.SpreadsheetText;
import org.orderevidence.upload.UnusableInput;
import tools.jackson.databind.JsonNode;

/** Uploads the records of a file, batch by batch, in constant memory. */
public final class FileUpload {
    private static final int MOST_RECORDS = 200;
    private static final int MOST_BYTES = 256 * 1024;
    /** Rejected records after which the rest of a file is not read: a small file can unpack to millions of them. */
    static final int MOST_REJECTED = 20_000;

    private final Function<byte[], CallResult> upload;
    private final Supplier<String> ended;
    private final List<Item> batch = new ArrayList<>();
    private final List<UploadResult.Faulty> rejected = new ArrayList<>();
    private final List<UploadResult.Faulty> warned = new ArrayList<>();
    private final Map<String, Long> counts = new HashMap<>();
    private @Nullable RejectedFile file;
    private long settled;
    private long withWarnings;
    private int bytes;

    /**
     * @param upload stores the orders of a JSON body
     * @param ended why the rest of the file is not uploaded; empty to continue
     */
    FileUpload(Function<byte[], CallResult> upload, Supplier<String> ended) {
        this.upload = upload;
        this.ended = ended;
    }

    /** The rest of the file was not uploaded. */
    private static final class Stopped extends Exception {
        private static final long serialVersionUID = 1L;

        Stopped(String reason) {
            super(reason);
        }
    }

    /** Uploads all records. */
    UploadResult run(RecordReader reader, String id, String fileName) {
        String unit = "line";
        String stopped = "";
        try {
            CsvColumns columns = reader.columns();
            unit = reader.unit();
            file = new RejectedFile(columns == null ? List.of() : columns.names());
            long read = 0;
            for (Item item = reader.next(); item != null; item = reader.next()) {
                LongWork.letOthersRun(read++);
                take(item);
            }
            send();
        } catch (UnusableInput unusable) {
            if (!unusable.isStarted()) {
                throw unusable;
            }
            stopped = String.valueOf(unusable.getMessage());
        } catch (IOException broken) {
            stopped = "The rest of the file cannot be read: " + broken.getMessage() + ".";
        } catch (Stopped early) {
            stopped = String.valueOf(early.getMessage());
        }
        if (!stopped.isEmpty() && settled > 0) {
            stopped += " The records up to " + unit + " " + settled + " were processed.";
        }
        RejectedFile download = rejected.isEmpty() ? null : file;
        return new UploadResult(
                id,
                fileName,
                unit,
                counts,
                rejected,
                warned,
                withWarnings,
                stopped,
                download == null ? "" : download.link(),
                download != null && download.isCut());
    }

    private void take(Item record) throws Stopped {
        batch.add(record);
        bytes += record.json().length();
        record.rows().forEach(row -> row.cells().forEach(cell -> bytes += cell.length()));
        if (batch.size() >= MOST_RECORDS || bytes >= MOST_BYTES) {
            send();
        }
    }

    private void send() throws Stopped {
        if (batch.isEmpty()) {
            return;
        }
        String reason = ended.get();
        if (!reason.isEmpty()) {
            throw new Stopped(reason);
        }
        List<Item> good = new ArrayList<>();
        for (Item record : batch) {
            Outcome.Rejected fault = record.fault();
            if (fault == null) {
                good.add(record);
            } else {
                reject(record, fault);
            }
        }
        if (!good.isEmpty()) {
            send(good);
        }
        settled = batch.getLast().end().number();
        batch.clear();
        bytes = 0;
        if (counts.getOrDefault("rejected", 0L) > MOST_REJECTED) {
            throw new Stopped("More than " + MOST_REJECTED
                    + " records were rejected. Correct the file, or use the command ./evidence orders upload.");
        }
    }

    private void send(List<Item> records) throws Stopped {
        List<Outcome> outcomes = OrderBatch.send("orders", records, this::answer);
        for (int i = 0; i < records.size(); i++) {
            switch (outcomes.get(i)) {
                case Outcome.Taken taken -> {
                    counts.merge(taken.word(), 1L, Long::sum);
                    warn(records.get(i), taken);
                }
                case Outcome.Rejected why -> reject(records.get(i), why);
            }
        }
    }

    private OrderBatch.Answer answer(byte[] body) throws Stopped {
        LongWork.letOthersRun();
        return switch (upload.apply(body)) {
            case CallResult.Done(JsonNode json) -> new OrderBatch.Answer.Results(json);
            case CallResult.Refused refused -> {
                if (!OrderBatch.isAboutContent(refused.status())) {
                    throw new Stopped(refused.detail() + " Upload the file again: stored orders stay unchanged.");
                }
                List<Map<String, String>> errors = refused.errors().stream()
                        .map(fault -> Outcome.error(fault.pointer(), "", fault.detail()))
                        .toList();
                yield new OrderBatch.Answer.Refused(
                        errors.isEmpty() ? Outcome.rejected("", refused.detail()) : new Outcome.Rejected(null, errors));
            }
        };
    }

    private void warn(Item record, Outcome.Taken taken) {
        if (!taken.warnings().isEmpty()) {
            withWarnings++;
            if (warned.size() < UploadResult.SHOWN) {
                warned.add(faulty(record, taken.id(), taken.warnings()));
            }
        }
    }

    private static UploadResult.Faulty faulty(Item record, @Nullable String id, List<Map<String, String>> faults) {
        return new UploadResult.Faulty(
                record.end().number(),
                id == null ? "" : id,
                faults.stream().map(FileUpload::reason).toList());
    }

    private void reject(Item record, Outcome.Rejected why) {
        counts.merge("rejected", 1L, Long::sum);
        UploadResult.Faulty row = faulty(record, why.id(), why.errors());
        if (rejected.size() < UploadResult.SHOWN) {
            rejected.add(row);
        }
        if (file != null) {
            file.add(row, record.rows().stream().map(CsvRecords.Row::cells).toList());
        }
    }

    private static UploadResult.Reason reason(Map<String, String> error) {
        String field = error.getOrDefault("pointer", "")
                .replaceFirst("^/orders/\\d+", "")
                .replaceFirst("^/", "");
        return new UploadResult.Reason(field.replace('/', '.'), error.getOrDefault("detail", ""));
    }

    /**
     * What became of an upload.
     *
     * @param unit what the numbers of records count: line or element
     * @param warned the first records that are stored and have warnings
     * @param withWarnings how many such records there are
     * @param stopped why the upload ended early; empty if it did not
     * @param download the rejected records as CSV, as the address of a link; empty if there are none
     * @param isDownloadCut true if the link has only the first of them
     */
    public record UploadResult(
            String id,
            String fileName,
            String unit,
            Map<String, Long> counts,
            List<Faulty> rejected,
            List<Faulty> warned,
            long withWarnings,
            String stopped,
            String download,
            boolean isDownloadCut) {
        /** Maximum number of rejected records, and of those with warnings, that the page shows. */
        static final int SHOWN = 100;

        /** Returns how many records had an outcome, such as {@code created} or {@code rejected}. */
        public long count(String outcome) {
            return counts.getOrDefault(outcome, 0L);
        }

        public long stored() {
            return counts.values().stream().mapToLong(Long::longValue).sum() - count("rejected") - count("erased");
        }

        /**
         * A record that was not stored, or has warnings.
         *
         * @param number of its line or element
         */
        public record Faulty(long number, String id, List<Reason> reasons) {}

        /**
         * Why a record was not stored, or what it warns about.
         *
         * @param field path in the order; empty for the complete record
         */
        public record Reason(String field, String detail) {}
    }

    /**
     * Rejected records as CSV. The rows of a CSV file are there with all their columns, so that they can be corrected and
     * uploaded again. Card numbers are left out.
     */
    static final class RejectedFile {
        /** The columns that are added. An upload ignores them. */
        private static final List<String> ADDED = List.of("Rejected line", "Rejected field", "Rejected reason");

        /** What further rows of a record have in these columns. */
        private static final List<String> NONE = Collections.nCopies(ADDED.size(), "");

        private static final int MOST_BYTES = 512 * 1024;

        private final ByteArrayOutputStream csv = new ByteArrayOutputStream();
        private final boolean hasColumns;
        private boolean isCut;

        /**
         * @param columns of the file; empty if it is not CSV
         */
        RejectedFile(List<String> columns) {
            hasColumns = !columns.isEmpty();
            List<String> header = new ArrayList<>(ADDED);
            header.addAll(hasColumns ? columns : List.of("id"));
            write(header);
        }

        /**
         * Adds a record.
         *
         * @param rows their cells, the reasons stand before the first; empty if the file is not CSV
         */
        void add(UploadResult.Faulty rejected, List<List<String>> rows) {
            if (isCut) {
                return;
            }
            List<String> row = new ArrayList<>();
            row.add(Long.toString(rejected.number()));
            row.add(rejected.reasons().stream().map(UploadResult.Reason::field).collect(Collectors.joining("; ")));
            row.add(rejected.reasons().stream().map(UploadResult.Reason::detail).collect(Collectors.joining("; ")));
            if (!hasColumns) {
                row.add(rejected.id());
                write(row);
                return;
            }
            for (List<String> cells : rows) {
                cells.forEach(cell -> row.add(CardNumbers.appearIn(cell) ? "" : cell));
                write(row);
                row.clear();
                row.addAll(NONE);
            }
        }

        private void write(List<String> cells) {
            byte[] line = SpreadsheetText.row(cells);
            isCut |= csv.size() + line.length > MOST_BYTES;
            if (!isCut) {
                csv.writeBytes(line);
            }
        }

        boolean isCut() {
            return isCut;
        }

        /** Returns the file as the address of a link. */
        String link() {
            return "data:text/csv;charset=utf-8;base64," + Base64.getEncoder().encodeToString(csv.toByteArray());
        }
    }
}
