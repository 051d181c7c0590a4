package org.orderevidence.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.api.UploadRecords.UploadResult;
import org.orderevidence.erasure.Uploads.UploadUndone;
import org.orderevidence.http.Answer;
import org.orderevidence.http.BlockInput;
import org.orderevidence.http.BodyContent;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.RequestInput;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.MemoryBudget;
import org.orderevidence.http.limits.MemoryBudget.MemoryExhausted;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonBody;
import org.orderevidence.json.JsonBody.MalformedJson;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.json.NdjsonLines;
import org.orderevidence.order.UploadId;
import org.orderevidence.process.LongWork;
import org.orderevidence.upload.UnpackedInput.BadGzip;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/**
 * Stores the records of an NDJSON upload while it arrives, batch by batch, in constant memory. A stored batch stays
 * stored even if the rest of the upload fails. The answer reports how far the upload got.
 *
 * @param <T> a record that was read
 */
final class NdjsonUpload<T> {
    /** Maximum number of records that are stored together. */
    private static final int BATCH_RECORDS = 200;

    /** Maximum number of bytes of lines that are stored together. */
    private static final int BATCH_BYTES = 1024 * 1024;

    private static final FieldError NOT_LISTED = new FieldError("", FaultCode.INVALID, "not listed");

    /** How long records wait for more records, to be stored together. */
    private static final Duration BATCH_PATIENCE = Duration.ofSeconds(1);

    /** Maximum number of rejected lines that the answer lists. */
    private static final int MAX_LISTED = 1_000;

    private static final FaultRoom NO_ROOM = FaultRoom.none();

    private final Exchange exchange;
    private final Failures failures;
    private final UploadRecords<T> records;
    private final UploadResult.Counts counts;
    private final @Nullable UploadId id;
    private final Limits limits;
    private final FaultRoom room = new FaultRoom();
    private final List<UploadResult> rejected = new ArrayList<>();
    private final List<T> batch = new ArrayList<>();
    private final List<UploadResult> judged = new ArrayList<>();

    /** What is being read; {@code null} before and after that. */
    private @Nullable BodyContent content;

    private @Nullable NdjsonLines lines;
    private int batchBytes;
    private long lastLine;
    private long keptUpToLine;
    private long withWarnings;
    private boolean linesLeftOut;

    /** @param id of the upload; {@code null} if it has none */
    NdjsonUpload(UploadRecords<T> records, Failures failures, @Nullable UploadId id) {
        this.records = records;
        this.exchange = records.exchange;
        this.counts = records.counts;
        this.id = id;
        this.failures = failures;
        this.limits = exchange.limits();
    }

    Answer answer() {
        if (exchange.isStrict()) {
            return exchange.problem(
                    Problem.INVALID_PARAMETER,
                    "Prefer: handling=strict is not possible with NDJSON, because lines are stored as they arrive.");
        }
        try {
            String ended = read();
            keep();
            return write(ended);
        } catch (Ended early) {
            return early.answer.get();
        }
    }

    /** Reads to the end. Returns why the input ended early, or null if it did not. */
    private @Nullable String read() {
        try (BodyContent body = exchange.content(true)) {
            content = body;
            NdjsonLines lines = new NdjsonLines(new BatchingInput(body), limits.lineBytes());
            this.lines = lines;
            for (NdjsonLines.Line line = lines.next(); line != null; line = lines.next()) {
                LongWork.letOthersRun(line.number());
                judge(line);
                lastLine = line.number();
                if (batch.size() >= BATCH_RECORDS || batchBytes >= BATCH_BYTES) {
                    keep();
                }
                holdMemory();
            }
            return null;
        } catch (RequestInput.Broken broken) {
            exchange.inputBroken();
            return broken.reason();
        } catch (BadGzip bad) {
            if (lastLine == 0) {
                throw new Ended(() -> RequestBody.refuse(exchange, bad));
            }
            return bad.getMessage();
        } catch (IOException unusual) {
            throw new UncheckedIOException(unusual);
        } finally {
            content = null;
        }
    }

    /** Does what may wait for something else than the body. */
    private void outside(Runnable work) {
        BodyContent body = content;
        if (body == null) {
            work.run();
        } else {
            body.outside(work);
        }
    }

    /** Reserves memory for the collected records and errors. Stores the records if no memory is free for more. */
    private void holdMemory() {
        if (!exchange.share().tryHold(memory())) {
            keep();
            try {
                outside(() -> exchange.share().hold(memory()));
            } catch (MemoryExhausted exhausted) {
                throw storeFailed(exhausted);
            }
        }
    }

    private int lineCapacity() {
        NdjsonLines read = lines;
        return read == null ? 0 : read.capacity();
    }

    /** Returns the memory of the upload, in bytes. */
    private long memory() {
        return MemoryBudget.SMALL
                + records.memory()
                + exchange.unpackingMemory()
                + RequestMemory.ofBody(batchBytes)
                + 2L * lineCapacity()
                + (long) rejected.size() * RequestMemory.REJECTED_LINE;
    }

    private void judge(NdjsonLines.Line line) {
        switch (line) {
            case NdjsonLines.Line.TooLong tooLong ->
                reject(line.number(), FaultCode.TOO_LONG, "a line must have at most " + limits.lineBytes() + " bytes");
            case NdjsonLines.Line.Content content -> {
                JsonNode json;
                try {
                    json = JsonBody.parseLine(content.bytes(), limits.jsonDepth(), line.number());
                } catch (MalformedJson malformed) {
                    reject(line.number(), FaultCode.MALFORMED_JSON, malformed.detail());
                    return;
                }
                switch (records.read(json, "/" + line.number(), false, listingRoom())) {
                    case Read.Bad<T> bad -> {
                        counts.addRejected();
                        list(line.number(), records.repeatableId(json), bad);
                    }
                    case Read.Good<T> good -> {
                        batch.add(good.value());
                        judged.add(new UploadResult(line.number(), records.repeatableId(json), List.of(), one(good)));
                        batchBytes += content.bytes().length;
                    }
                }
            }
        }
    }

    /** Returns one warning if there are any: about something else than the card, which another source can state. */
    private static List<FieldError> one(Read.Good<?> read) {
        if (read.warningsTruncated() && read.warnings().isEmpty()) {
            return List.of(NOT_LISTED);
        }
        List<FieldError> first = read.warnings().stream().limit(1).toList();
        return read.warnings().stream()
                .filter(UploadResult::isAboutMore)
                .findFirst()
                .map(List::of)
                .orElse(first);
    }

    private void reject(long line, FaultCode code, String detail) {
        Faults faults = new Faults(Faults.Unknown.IGNORED, listingRoom());
        faults.error("/" + line, code, detail);
        counts.addRejected();
        list(line, null, faults.refusal());
    }

    /** Lists a rejected record, if the answer has room for it. */
    private void list(long line, @Nullable String id, Read.Bad<?> faults) {
        if (rejected.size() < MAX_LISTED) {
            rejected.add(new UploadResult(line, id, faults.errors(), faults.warnings()));
            room.take(faults);
        } else {
            linesLeftOut = true;
        }
    }

    /** Returns the room for errors of a rejected line; none if the answer does not list the line. */
    private FaultRoom listingRoom() {
        return rejected.size() < MAX_LISTED ? room : NO_ROOM;
    }

    private void keep() {
        if (!batch.isEmpty()) {
            try {
                // An upload can last for hours.
                if (!exchange.isKeyStillValid()) {
                    throw endedBy("the API key was revoked or has expired");
                }
                outside(this::store);
            } catch (UploadUndone undone) {
                throw endedBy("the upload was undone");
            } catch (RuntimeException thrown) {
                throw Failures.Fault.of(thrown) == Failures.Fault.NONE ? thrown : storeFailed(thrown);
            }
        }
        batch.clear();
        judged.clear();
        batchBytes = 0;
        keptUpToLine = lastLine;
        exchange.share().shrinkTo(memory());
    }

    private void store() {
        for (UploadResult result : records.store(batch, judged, "/", FaultRoom.ofEach(), memory())) {
            counts.add(result.outcome(), 1);
            if (!result.errors().isEmpty()) {
                list(result.index(), result.id(), new Read.Bad<>(result.errors(), List.of(), false, false));
            } else if (!result.warnings().isEmpty()) {
                withWarnings++;
            }
        }
    }

    private Answer write(@Nullable String ended) {
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            counts.write(json);
            json.text("upload", id == null ? null : id.value());
            json.writeNumberProperty("lines", lastLine);
            json.writeObjects("results", rejected, each -> each.write(json));
            json.writeBooleanProperty("errorsTruncated", linesLeftOut || room.isErrorsTruncated());
            Problem.writeTruncated(json, false, room.isWarningsTruncated());
            json.writeNumberProperty("linesWithWarnings", withWarnings);
            json.text("endedBecause", ended);
            json.writeEndObject();
        }
        return Answer.json(200);
    }

    /** Stores the records read so far if nothing more arrives for a while, so that a slow client does not delay them. */
    private final class BatchingInput extends BlockInput {
        private final BodyContent in;

        BatchingInput(BodyContent in) {
            this.in = in;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (!batch.isEmpty() && !in.await(BATCH_PATIENCE)) {
                keep();
            }
            holdMemory();
            return in.read(into, offset, length);
        }
    }

    /** Nothing more is stored. */
    private Ended endedBy(String reason) {
        return new Ended(() -> {
            exchange.inputBroken();
            return write(reason + "; the lines after " + keptUpToLine + " were not stored");
        });
    }

    private Ended storeFailed(RuntimeException failure) {
        return new Ended(() -> failures.answer(
                exchange,
                failure,
                "The lines up to " + keptUpToLine + " were processed, and the lines after it were not.",
                "The lines up to " + keptUpToLine + " were processed. It is unknown whether later lines were stored."));
    }

    /** Ends the upload with an answer, which is made when nothing is read any more. */
    private static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Supplier<Answer> answer;

        Ended(Supplier<Answer> answer) {
            super("the upload ended early", null, false, false);
            this.answer = answer;
        }
    }
}
