package org.orderevidence.cli.upload;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Client.Retry;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.upload.Conveyor.Sender;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;
import tools.jackson.databind.JsonNode;

/** Uploads orders in batches through the JSON route, which returns a result for each order. */
public final class OrderSender implements Sender {
    /** Where orders are sent. */
    public static final String PATH = "/api/v2/orders/upload";

    private static final int BATCH_SIZE = 500;

    /** Statuses that refuse the content of a request, not its sender. */
    private static final Set<Integer> ABOUT_CONTENT = Set.of(400, 413, 422);

    private final Retry retry;
    private final String path;

    /** @param upload ID of the upload */
    OrderSender(Retry retry, String upload) {
        this.retry = retry;
        this.path = PATH + "?upload=" + upload;
    }

    @Override
    public String noun() {
        return "order";
    }

    @Override
    public int batchSize() {
        return BATCH_SIZE;
    }

    @Override
    public List<Outcome> send(List<Item> batch) throws InterruptedException {
        Client.Answer answer = retry.post(path, body(batch));
        if (answer.isOk()) {
            return outcomes(answer, batch.size(), 0, "kept");
        }
        if (!ABOUT_CONTENT.contains(answer.status())) {
            throw answer.refusal();
        }
        if (batch.size() == 1) {
            return List.of(rejected(null, Json.readIfAny(answer.body())));
        }
        // Some of the orders are the reason. Sending each half alone finds them.
        List<Outcome> outcomes = new ArrayList<>(send(batch.subList(0, batch.size() / 2)));
        outcomes.addAll(send(batch.subList(batch.size() / 2, batch.size())));
        return outcomes;
    }

    private static byte[] body(List<Item> batch) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes("{\"orders\":[".getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < batch.size(); i++) {
            if (i > 0) {
                body.write(',');
            }
            body.writeBytes(batch.get(i).json().toArray());
        }
        body.writeBytes("]}".getBytes(StandardCharsets.US_ASCII));
        return body.toByteArray();
    }

    /**
     * Returns the outcome of each record.
     *
     * @param first index of the first record
     * @param unlisted outcome of records that the answer does not list
     */
    private static List<Outcome> outcomes(Client.Answer answer, int count, int first, String unlisted) {
        JsonNode read = Json.readIfAny(answer.body());
        List<Outcome> outcomes = new ArrayList<>(Collections.nCopies(count, new Outcome.Taken(unlisted)));
        if (read == null || !read.path("results").isArray()) {
            throw Failure.failed("the response to the upload is not from Order Evidence; check --url");
        }
        if (read.has("endedBecause")) {
            throw Failure.failed("the service ended the upload: " + Json.text(read, "endedBecause"));
        }
        for (JsonNode result : read.path("results")) {
            int index = result.path("index").asInt(-1) - first;
            String word = result.path("outcome").asString("");
            if (index >= 0 && index < count) {
                outcomes.set(
                        index,
                        word.equals("rejected")
                                ? rejected(result.path("id").asString(null), result)
                                : new Outcome.Taken(
                                        word, result.path("id").asString(null), faults(result.path("warnings"))));
            }
        }
        return outcomes;
    }

    /**
     * Returns why a record was rejected.
     *
     * @param answer a result of the upload, or a problem answer
     */
    static Outcome.Rejected rejected(@Nullable String id, @Nullable JsonNode answer) {
        if (answer == null || answer.path("errors").isEmpty()) {
            String code = answer == null ? "rejected" : answer.path("code").asString("rejected");
            String detail = answer == null ? "" : answer.path("detail").asString("");
            return Outcome.rejected(code, detail);
        }
        return new Outcome.Rejected(id, faults(answer.path("errors")));
    }

    private static List<Map<String, String>> faults(JsonNode listed) {
        List<Map<String, String>> faults = new ArrayList<>();
        for (JsonNode fault : listed) {
            // Relative to the record, not to its batch.
            String pointer = fault.path("pointer").asString("").replaceFirst("^(/orders)?/\\d+", "");
            faults.add(Outcome.error(
                    pointer,
                    fault.path("code").asString(""),
                    fault.path("detail").asString("")));
        }
        return faults;
    }

    /** Sends sightings in batches, as NDJSON. */
    static final class SightingSender implements Sender {
        private static final String PATH = "/api/v2/sightings/upload";

        private final Retry retry;

        SightingSender(Retry retry) {
            this.retry = retry;
        }

        @Override
        public String noun() {
            return "sighting";
        }

        @Override
        public int batchSize() {
            return BATCH_SIZE;
        }

        @Override
        public List<Outcome> send(List<Item> batch) throws InterruptedException {
            Client.Answer answer = retry.post(PATH, "application/x-ndjson", lines(batch));
            if (!answer.isOk()) {
                throw answer.refusal();
            }
            return outcomes(answer, batch.size(), 1, "recorded");
        }

        private static byte[] lines(List<Item> batch) {
            ByteArrayOutputStream lines = new ByteArrayOutputStream();
            for (Item item : batch) {
                for (byte next : item.json().toArray()) {
                    // JSON has line feeds only between its values.
                    lines.write(next == '\n' ? ' ' : next);
                }
                lines.write('\n');
            }
            return lines.toByteArray();
        }
    }
}
