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
import tools.jackson.databind.JsonNode;

/** What uploads orders, disputes and sightings through the routes that return a result for each. */
public final class OrderSender {
    public static final String PATH = "/api/v2/orders/upload";

    /** What an upload can be undone of. */
    static final String ORDER = "order";

    private static final String DISPUTES = "/api/v2/disputes/upload";
    private static final String SIGHTINGS = "/api/v2/sightings/upload";
    private static final int BATCH_SIZE = 500;

    /** The most that the service takes: it finds two orders of one dispute only within a request. */
    private static final int MOST_DISPUTES = 1_000;

    private OrderSender() {}

    static Sender orders(Retry retry, String upload) {
        return sender(ORDER, BATCH_SIZE, retry, PATH + "?upload=" + upload);
    }

    static Sender disputes(Retry retry) {
        return sender("dispute", MOST_DISPUTES, retry, DISPUTES);
    }

    private static Sender sender(String noun, int batchSize, Retry retry, String path) {
        return new Sender(
                noun, batchSize, batch -> OrderBatch.send(noun + "s", batch, body -> answer(retry.post(path, body))));
    }

    private static OrderBatch.Answer answer(Client.Answer answer) {
        return OrderBatch.isAboutContent(answer.status())
                ? new OrderBatch.Answer.Refused(OrderBatch.rejected(Json.readIfAny(answer.body())))
                : new OrderBatch.Answer.Results(results(answer));
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

    static Sender sightings(Retry retry) {
        return new Sender("sighting", BATCH_SIZE, batch -> {
            JsonNode answer = results(retry.post(SIGHTINGS, "application/x-ndjson", lines(batch)));
            return OrderBatch.outcomes(answer, batch.size(), 1, "recorded");
        });
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
