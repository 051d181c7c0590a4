package org.orderevidence.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.erasure.Uploads;
import org.orderevidence.erasure.Uploads.UploadUndone;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.Preference;
import org.orderevidence.http.RequestInput;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.MemoryBudget;
import org.orderevidence.http.limits.MemoryBudget.MemoryExhausted;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonBody;
import org.orderevidence.json.JsonBody.MalformedJson;
import org.orderevidence.json.JsonFields;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.json.NdjsonLines;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.UploadId;
import org.orderevidence.process.LongWork;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.OrderReader;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.ProblemWriter;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/**
 * Stores the orders of an NDJSON upload while it arrives, batch by batch, in constant memory. A stored batch stays
 * stored even if the rest of the upload fails. The answer reports how far the upload got.
 */
final class NdjsonUpload {
    /** Maximum number of orders that are stored together. */
    private static final int BATCH_ORDERS = 200;

    /** Maximum number of bytes of lines that are stored together. */
    private static final int BATCH_BYTES = 1024 * 1024;

    /** How long orders wait for more orders, to be stored together. */
    private static final Duration BATCH_PATIENCE = Duration.ofSeconds(1);

    /** Maximum number of rejected lines that the answer lists. */
    static final int MAX_LISTED = 1_000;

    private static final FaultRoom NO_ROOM = FaultRoom.none();

    private final Exchange exchange;
    private final Supplier<Instant> clock;
    private final Uploads uploads;
    private final UploadId id;
    private final Failures failures;
    private final Limits limits;
    private final UploadResult.Counts counts = new UploadResult.Counts();
    private final FaultRoom room = new FaultRoom();
    private final List<UploadResult> rejected = new ArrayList<>();
    private final List<UploadedOrder> batch = new ArrayList<>();
    private final List<Long> batchLines = new ArrayList<>();

    /** Which orders of the batch have warnings. */
    private final BitSet batchWarned = new BitSet();

    /** Those whose only warning is that they do not state their card, which another source can have stated. */
    private final BitSet batchWithoutCard = new BitSet();

    private @Nullable NdjsonLines lines;
    private int batchBytes;
    private long lastLine;
    private long keptUpToLine;
    private long withWarnings;
    private boolean linesLeftOut;

    NdjsonUpload(Exchange exchange, Supplier<Instant> clock, Uploads uploads, UploadId id, Failures failures) {
        this.exchange = exchange;
        this.clock = clock;
        this.uploads = uploads;
        this.id = id;
        this.failures = failures;
        this.limits = exchange.limits();
    }

    Answer answer() {
        if (Preference.isStrict(exchange)) {
            return exchange.problem(
                    Problem.INVALID_PARAMETER,
                    "Prefer: handling=strict is not possible with NDJSON, because lines are stored as they arrive.");
        }
        String ended;
        try {
            ended = read();
            keep();
        } catch (KeyEnded keyEnded) {
            exchange.inputBroken();
            return write(
                    "the API key was revoked or has expired; the lines after " + keptUpToLine + " were not stored");
        } catch (UploadUndone undone) {
            exchange.inputBroken();
            return write("the upload was undone; the lines after " + keptUpToLine + " were not stored");
        } catch (StoreFailed failed) {
            return failures.answer(
                    exchange,
                    failed.failure,
                    "The lines up to " + keptUpToLine + " were processed, and the lines after it were not.",
                    "The lines up to " + keptUpToLine
                            + " were processed. It is unknown whether later lines were stored.");
        }
        return write(ended);
    }

    /** Reads to the end. Returns why the input ended early, or null if it did not. */
    private @Nullable String read() {
        try {
            NdjsonLines lines = new NdjsonLines(new BatchingInput(exchange.input(true)), limits.lineBytes());
            this.lines = lines;
            for (NdjsonLines.Line line = lines.next(); line != null; line = lines.next()) {
                LongWork.letOthersRun(line.number());
                judge(line);
                lastLine = line.number();
                if (batch.size() >= BATCH_ORDERS || batchBytes >= BATCH_BYTES) {
                    keep();
                }
                holdMemory();
            }
            return null;
        } catch (RequestInput.Broken broken) {
            exchange.inputBroken();
            return broken.reason();
        } catch (IOException unusual) {
            throw new UncheckedIOException(unusual);
        }
    }

    /** Reserves memory for the collected orders and errors. Stores the orders if no memory is free for more. */
    private void holdMemory() {
        if (!exchange.share().tryHold(memory())) {
            keep();
            try {
                exchange.share().hold(memory());
            } catch (MemoryExhausted exhausted) {
                throw new StoreFailed(exhausted);
            }
        }
    }

    private int lineCapacity() {
        NdjsonLines read = lines;
        return read == null ? 0 : read.capacity();
    }

    private long memory() {
        return MemoryBudget.SMALL
                + RequestMemory.ofBody(batchBytes)
                + 2L * lineCapacity()
                + (long) rejected.size() * RequestMemory.REJECTED_LINE;
    }

    private void judge(NdjsonLines.Line line) {
        switch (line) {
            case NdjsonLines.Line.TooLong tooLong ->
                reject(
                        line.number(),
                        null,
                        FaultCode.TOO_LONG,
                        "a line must have at most " + limits.lineBytes() + " bytes");
            case NdjsonLines.Line.Content content -> {
                JsonNode order;
                try {
                    order = JsonBody.parseLine(content.bytes(), limits.jsonDepth(), line.number());
                } catch (MalformedJson malformed) {
                    reject(line.number(), null, FaultCode.MALFORMED_JSON, malformed.detail());
                    return;
                }
                switch (OrderReader.read(order, "/" + line.number(), clock.get(), false, listingRoom())) {
                    case Read.Bad<UploadedOrder> bad -> reject(line.number(), OrderReader.repeatableId(order), bad);
                    case Read.Good<UploadedOrder> good -> {
                        batch.add(good.value());
                        batchLines.add(line.number());
                        batchBytes += content.bytes().length;
                        if (good.hasWarnings()) {
                            boolean aboutMore = good.warnings().isEmpty()
                                    || good.warnings().stream().anyMatch(UploadResult::isAboutMore);
                            (aboutMore ? batchWarned : batchWithoutCard).set(batch.size() - 1);
                        }
                    }
                }
            }
        }
    }

    private void reject(long line, @Nullable String id, FaultCode code, String detail) {
        Faults faults = new Faults(Faults.Unknown.IGNORED, listingRoom());
        faults.error("/" + line, code, detail);
        reject(line, id, faults.refusal());
    }

    private void reject(long line, @Nullable String id, Read.Bad<?> faults) {
        counts.addRejected();
        list(line, id, faults);
    }

    private void list(long line, @Nullable String id, Read.Bad<?> faults) {
        if (rejected.size() < MAX_LISTED) {
            rejected.add(new UploadResult(line, id, null, faults.errors(), faults.warnings()));
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
                    throw new KeyEnded();
                }
                takeOutcomes(uploads.upload(exchange.space(), id, batch));
            } catch (RuntimeException thrown) {
                if (thrown instanceof KeyEnded || thrown instanceof UploadUndone || Failures.Fault.of(thrown) == Failures.Fault.NONE) {
                    throw thrown;
                }
                throw new StoreFailed(thrown);
            }
        }
        batch.clear();
        batchLines.clear();
        batchWarned.clear();
        batchWithoutCard.clear();
        batchBytes = 0;
        keptUpToLine = lastLine;
        exchange.share().shrinkTo(memory());
    }

    private void takeOutcomes(List<OrderOutcome> outcomes) {
        for (int i = 0; i < outcomes.size(); i++) {
            OrderOutcome outcome = outcomes.get(i);
            counts.add(outcome);
            long line = batchLines.get(i);
            List<FieldError> errors = UploadResult.errors(outcome, "/" + line);
            failures.reportUnreadable(exchange, outcome);
            if (batchWarned.get(i)
                    || (batchWithoutCard.get(i) && !outcome.hasCard())
                    || UploadResult.notes(outcome, "/" + line, NO_ROOM).hasWarnings()) {
                withWarnings++;
            }
            if (!errors.isEmpty()) {
                list(line, batch.get(i).id().value(), new Read.Bad<>(errors, List.of(), false, false));
            }
        }
    }

    private Answer write(@Nullable String ended) {
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            counts.write(json);
            json.writeStringProperty("upload", id.value());
            json.writeNumberProperty("lines", lastLine);
            json.writeArrayPropertyStart("results");
            rejected.forEach(r -> r.write(json));
            json.writeEndArray();
            json.writeBooleanProperty("errorsTruncated", linesLeftOut || room.isErrorsTruncated());
            ProblemWriter.writeTruncated(json, false, room.isWarningsTruncated());
            json.writeNumberProperty("linesWithWarnings", withWarnings);
            JsonFields.text(json, "endedBecause", ended);
            json.writeEndObject();
        }
        return Answer.json(200);
    }

    /** Stores the orders read so far if nothing more arrives for a while, so that a slow client does not delay them. */
    private final class BatchingInput extends InputStream {
        private final RequestInput in;

        BatchingInput(RequestInput in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
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

    /** The key is no longer valid: nothing more is stored. */
    private static final class KeyEnded extends RuntimeException {
        private static final long serialVersionUID = 1L;

        KeyEnded() {
            super("the key is no longer valid", null, false, false);
        }
    }

    /** The store failed in the middle. */
    private static final class StoreFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final RuntimeException failure;

        StoreFailed(RuntimeException failure) {
            super(failure.getMessage(), failure, false, false);
            this.failure = failure;
        }
    }
}
