package org.orderevidence.cli.upload;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Client.Retry;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.upload.Conveyor.Sender;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.OrderBatch;
import org.orderevidence.upload.Outcome;
import tools.jackson.databind.JsonNode;

/** Uploads orders in batches through the JSON route, which returns a result for each order. */
public final class OrderSender implements Sender {
    public static final String PATH = "/api/v2/orders/upload";

    private static final int BATCH_SIZE = 500;

    private final Retry retry;
    private final String path;

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
        return OrderBatch.send(batch, this::answer);
    }

    private OrderBatch.Answer answer(byte[] body) throws InterruptedException {
        Client.Answer answer = retry.post(path, body);
        if (OrderBatch.isAboutContent(answer.status())) {
            return new OrderBatch.Answer.Refused(OrderBatch.rejected(Json.readIfAny(answer.body())));
        }
        return new OrderBatch.Answer.Results(results(answer));
    }

    private static JsonNode results(Client.Answer answer) {
        if (!answer.isOk()) {
            throw answer.refusal();
        }
        JsonNode read = Json.readIfAny(answer.body());
        if (read == null || !read.path("results").isArray()) {
            throw Failure.failed("the response to the upload is not from Order Evidence; check --url");
        }
        if (read.has("endedBecause")) {
            throw Failure.failed("the service ended the upload: " + Json.text(read, "endedBecause"));
        }
        return read;
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
            JsonNode answer = results(retry.post(PATH, "application/x-ndjson", lines(batch)));
            return OrderBatch.outcomes(answer, batch.size(), 1, "recorded");
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
