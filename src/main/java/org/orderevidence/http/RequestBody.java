package org.orderevidence.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads the body of a request: its type is judged first, then its size, as far as it is known before it is read, then
 * what comes. All of it has to come within {@link Limits#requestTime}.
 */
final class RequestBody {
    private static final int FIRST_ROOM = 8 * 1024;

    private final Exchange exchange;
    private final Limits limits;
    private final BodyMemory memory;

    RequestBody(Exchange exchange, Limits limits, BodyMemory memory) {
        this.exchange = exchange;
        this.limits = limits;
        this.memory = memory;
    }

    /** What came of it. */
    sealed interface Outcome {
        /**
         * One JSON text.
         *
         * @param value the value
         */
        record Json(JsonNode value) implements Outcome {}

        /**
         * Nothing that can be used.
         *
         * @param answer says why
         */
        record Refused(Answer answer) implements Outcome {}
    }

    /** Judges the type alone. */
    MediaTypes.Judged type(List<String> accepted) {
        return MediaTypes.judge(
                exchange.headers(HeaderNames.CONTENT_TYPE), exchange.headers(HeaderNames.CONTENT_ENCODING), accepted);
    }

    /** Answers that the type will not do. */
    Answer refuse(MediaTypes.Judged.Refused type) {
        return exchange.problem(Problem.UNSUPPORTED_MEDIA_TYPE, type.detail());
    }

    /** Reads a body that is one JSON text of one of the types. */
    Outcome readJson(List<String> accepted) {
        return switch (type(accepted)) {
            case MediaTypes.Judged.Refused refused -> new Outcome.Refused(refuse(refused));
            case MediaTypes.Judged.Accepted good -> read(null);
        };
    }

    /**
     * Reads a body that is one JSON text, whose type was judged.
     *
     * @param elements takes the elements of a long list in it
     */
    Outcome readJson(JsonBody.Elements elements) {
        return read(elements);
    }

    private Outcome read(JsonBody.@Nullable Elements elements) {
        OptionalLong announced = exchange.request().headers().contentLength();
        if (announced.isPresent() && announced.getAsLong() > limits.bodyBytes()) {
            return new Outcome.Refused(tooLarge());
        }
        exchange.connection().reading(false);
        int taken = 0;
        try {
            InputStream in = new BodyStream(exchange.request().content().inputStream());
            int room = announced.isPresent() ? (int) announced.getAsLong() : FIRST_ROOM;
            if (!memory.tryTake(room)) {
                return new Outcome.Refused(overloaded());
            }
            taken = room;
            byte[] bytes = new byte[room];
            int length = 0;
            while (true) {
                int read = in.readNBytes(bytes, length, bytes.length - length);
                length += read;
                int next = length < bytes.length ? -1 : in.read();
                if (next < 0) {
                    break;
                }
                if (length == limits.bodyBytes()) {
                    exchange.inputBroken();
                    return new Outcome.Refused(tooLarge());
                }
                int larger = (int) Math.min(2L * Math.max(length, FIRST_ROOM), limits.bodyBytes());
                memory.giveBack(taken);
                taken = 0;
                if (!memory.tryTake(larger)) {
                    exchange.inputBroken();
                    return new Outcome.Refused(overloaded());
                }
                taken = larger;
                bytes = Arrays.copyOf(bytes, larger);
                bytes[length++] = (byte) next;
            }
            exchange.connection().working();
            return parse(length == bytes.length ? bytes : Arrays.copyOf(bytes, length), elements);
        } catch (CloseConnectionException inputEnded) {
            return new Outcome.Refused(ended());
        } catch (BodyStream.BadChunks bad) {
            return new Outcome.Refused(badChunks(bad));
        } catch (IOException unusual) {
            throw new UncheckedIOException(unusual);
        } finally {
            memory.giveBack(taken);
        }
    }

    private Outcome parse(byte[] bytes, JsonBody.@Nullable Elements elements) {
        try {
            return new Outcome.Json(JsonBody.parse(bytes, limits.jsonDepth(), elements));
        } catch (MalformedJson malformed) {
            return new Outcome.Refused(exchange.problem(Problem.MALFORMED_JSON, malformed.detail()));
        }
    }

    /** Answers a body that stopped short. */
    private Answer ended() {
        exchange.inputBroken();
        return exchange.problem(
                Problem.MALFORMED_JSON,
                "The body is not whole: " + exchange.connection().endedBecause() + ".");
    }

    /** Answers a chunked body whose chunks are no chunks. */
    private Answer badChunks(BodyStream.BadChunks bad) {
        exchange.inputBroken();
        if (bad.isTooLarge()) {
            return tooLarge();
        }
        return exchange.problem(Problem.INVALID_PARAMETER, "The chunks of the body are malformed.");
    }

    private Answer tooLarge() {
        return exchange.problem(
                Problem.TOO_LARGE,
                "A body has at most " + limits.bodyBytes() + " bytes; send more orders in more requests, or as "
                        + MediaTypes.NDJSON + " to the upload.");
    }

    private Answer overloaded() {
        return exchange.problem(
                Problem.OVERLOADED, "There are too many large requests at the moment.", "Retry-After", "1");
    }
}
