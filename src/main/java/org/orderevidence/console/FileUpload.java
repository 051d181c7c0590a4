package org.orderevidence.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.process.LongWork;
import org.orderevidence.upload.CsvRecords;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;
import org.orderevidence.upload.RecordReader;
import org.orderevidence.upload.Records.CsvColumns;
import org.orderevidence.upload.UnusableInput;
import tools.jackson.databind.JsonNode;

/** Uploads the records of a file, batch by batch, in constant memory. */
final class FileUpload {
    private static final int MOST_RECORDS = 200;
    private static final int MOST_BYTES = 256 * 1024;
    /** Rejected records after which the rest of a file is not read: a small file can unpack to millions of them. */
    static final int MOST_REJECTED = 20_000;

    /** Failures for which some of the orders are the reason. */
    private static final Set<Integer> ABOUT_CONTENT = Set.of(400, 413, 422);

    private final Function<byte[], CallResult> upload;
    private final Supplier<String> ended;
    private final List<Item> batch = new ArrayList<>();
    private final List<UploadResult.Rejected> rejected = new ArrayList<>();
    private final Map<String, Long> counts = new HashMap<>();
    private @Nullable RejectedFile file;
    private long settled;
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

    /**
     * Uploads all records.
     *
     * @throws UnusableInput if no record of the file can be used
     */
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
                List<UploadResult.Reason> reasons = fault.errors().stream()
                        .map(error -> reason(error.getOrDefault("pointer", ""), error.getOrDefault("detail", "")))
                        .toList();
                reject(record, fault.id(), reasons);
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
        LongWork.letOthersRun();
        switch (upload.apply(body(records))) {
            case CallResult.Done(JsonNode answer) -> settle(records, answer);
            case CallResult.Refused refused -> {
                if (!ABOUT_CONTENT.contains(refused.status())) {
                    throw new Stopped(refused.detail() + " Upload the file again: stored orders stay unchanged.");
                }
                if (records.size() == 1) {
                    List<UploadResult.Reason> reasons = reasons(refused.errors());
                    reject(
                            records.getFirst(),
                            null,
                            reasons.isEmpty() ? List.of(new UploadResult.Reason("", refused.detail())) : reasons);
                } else {
                    send(records.subList(0, records.size() / 2));
                    send(records.subList(records.size() / 2, records.size()));
                }
            }
        }
    }

    private void settle(List<Item> records, JsonNode answer) throws Stopped {
        List<Item> unexplained = new ArrayList<>();
        for (JsonNode result : answer.path("results")) {
            Item record = records.get(result.path("index").asInt());
            String outcome = result.path("outcome").asString("");
            if (!outcome.equals("rejected")) {
                counts.merge(outcome, 1L, Long::sum);
            } else if (result.path("errors").isEmpty()) {
                unexplained.add(record);
            } else {
                reject(record, result.path("id").asString(null), reasons(CallResult.FieldFault.list(result)));
            }
        }
        // An answer lists a limited number of errors. Each further answer must explain at least one record.
        if (unexplained.size() == records.size()) {
            for (Item record : unexplained) {
                reject(record, record.id(), List.of(new UploadResult.Reason("", "the order was rejected")));
            }
        } else if (!unexplained.isEmpty()) {
            send(unexplained);
        }
    }

    private void reject(Item record, @Nullable String id, List<UploadResult.Reason> reasons) {
        counts.merge("rejected", 1L, Long::sum);
        UploadResult.Rejected row = new UploadResult.Rejected(record.end().number(), id == null ? "" : id, reasons);
        if (rejected.size() < UploadResult.SHOWN) {
            rejected.add(row);
        }
        if (file != null) {
            file.add(row, record.rows().stream().map(CsvRecords.Row::cells).toList());
        }
    }

    private static List<UploadResult.Reason> reasons(List<CallResult.FieldFault> faults) {
        return faults.stream()
                .map(fault -> reason(fault.pointer(), fault.detail()))
                .toList();
    }

    /** The pointer is relative to the record, not to its batch. */
    private static UploadResult.Reason reason(String pointer, String detail) {
        String field = pointer.replaceFirst("^/orders/\\d+", "").replaceFirst("^/", "");
        return new UploadResult.Reason(field.replace('/', '.'), detail);
    }

    private static byte[] body(List<Item> records) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes("{\"orders\":[".getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < records.size(); i++) {
            if (i > 0) {
                body.write(',');
            }
            body.writeBytes(records.get(i).json().toArray());
        }
        body.writeBytes("]}".getBytes(StandardCharsets.US_ASCII));
        return body.toByteArray();
    }
}
