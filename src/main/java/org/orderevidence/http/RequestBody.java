package org.orderevidence.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonBody;
import org.orderevidence.json.JsonBody.MalformedJson;
import org.orderevidence.order.Bytes;
import org.orderevidence.upload.UnpackedInput.BadGzip;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/**
 * Reads the body of a request. Checks its type first, then its announced size, then the bytes that arrive. The whole
 * body must arrive within {@link Limits#requestTime}. Its memory stays reserved until the answer is
 * sent.
 */
public record RequestBody(Exchange exchange) {
    private static final int FIRST_ROOM = 1024;

    /** Which part of the largest body the lines between its chunks may have in addition. */
    private static final int CHUNK_LINES_PART = 16;

    /** What may have arrived with a body that is no part of it: its head and the next request. */
    private static final int OTHER_BYTES = 64 * 1024;

    public MediaTypes.Judged type(List<String> accepted) {
        return type(accepted, false);
    }

    /** Does something with an upload of a type, whose body may be packed. */
    public Answer upload(List<String> accepted, Function<String, Answer> operation) {
        return switch (type(accepted, true)) {
            case MediaTypes.Judged.Refused refused -> refuse(refused);
            case MediaTypes.Judged.Accepted(String type, boolean _) -> operation.apply(type);
        };
    }

    private MediaTypes.Judged type(List<String> accepted, boolean takesGzip) {
        MediaTypes.Judged judged = MediaTypes.judge(
                exchange.headers("Content-Type"), exchange.headers("Content-Encoding"), accepted, takesGzip);
        exchange.gzip(judged instanceof MediaTypes.Judged.Accepted(String _, boolean isGzip) && isGzip);
        return judged;
    }

    private Answer refuse(MediaTypes.Judged.Refused type) {
        return type.codings().isEmpty()
                ? exchange.problem(Problem.UNSUPPORTED_MEDIA_TYPE, type.detail())
                : exchange.problem(Problem.UNSUPPORTED_MEDIA_TYPE, type.detail(), "Accept-Encoding", type.codings());
    }

    public static Answer refuse(Exchange exchange, BadGzip bad) {
        return exchange.problem(
                bad.isTooLarge() ? Problem.TOO_LARGE : Problem.INVALID_PARAMETER,
                "The body cannot be unpacked: " + bad.getMessage() + ".");
    }

    /**
     * Reads a body that is one JSON text, and does something with what a reader makes of it.
     *
     * @param <T> what the body states
     */
    public <T> Answer answer(Function<JsonNode, Read<T>> reader, Function<Read.Good<T>, Answer> operation) {
        return answer(List.of(MediaTypes.JSON), reader, operation);
    }

    /** The same with other types of the body. */
    public <T> Answer answer(
            List<String> accepted, Function<JsonNode, Read<T>> reader, Function<Read.Good<T>, Answer> operation) {
        return answer(accepted, body -> switch (reader.apply(body)) {
            case Read.Bad<T> bad -> exchange.invalid(bad);
            case Read.Good<T> good -> operation.apply(good);
        });
    }

    /** Reads a body that is one JSON text, and does something with it. */
    public Answer answer(List<String> accepted, Function<JsonNode, Answer> operation) {
        return switch (type(accepted)) {
            case MediaTypes.Judged.Refused refused -> refuse(refused);
            case MediaTypes.Judged.Accepted _ -> readJson(null, operation);
        };
    }

    /**
     * Reads a body that is one JSON text, whose type was judged, and does something with it.
     *
     * @param elements takes the elements of a long list in it; {@code null} for none
     */
    public Answer readJson(JsonBody.@Nullable Elements elements, Function<JsonNode, Answer> operation) {
        String tooLarge = "A body has at most " + exchange.limits().bodyBytes()
                + " bytes; send more orders in more requests, or as " + MediaTypes.NDJSON + " to the upload.";
        return read(
                exchange.limits().bodyBytes(),
                tooLarge,
                bytes -> parse(bytes, elements, operation),
                (answer, _) -> answer);
    }

    public sealed interface Raw {
        record Whole(Bytes bytes) implements Raw {}

        /**
         * Nothing that can be used.
         *
         * @param answer says why
         * @param isTooLarge true if the body is longer than it may be
         */
        record Refused(Answer answer, boolean isTooLarge) implements Raw {}
    }

    /**
     * Reads a body of any type.
     *
     * @param most the largest length
     * @param what names the body in an answer, such as {@code A webhook}
     */
    public Raw readBytes(int most, String what) {
        int limit = Math.min(most, exchange.limits().bodyBytes());
        return read(
                limit,
                what + " has at most " + limit + " bytes.",
                bytes -> new Raw.Whole(Bytes.wrap(bytes)),
                Raw.Refused::new);
    }

    private <T> T read(int limit, String tooLarge, Function<byte[], T> whole, BiFunction<Answer, Boolean, T> refused) {
        long announced = exchange.announcedLength();
        if (announced > limit) {
            return refused.apply(exchange.problem(Problem.TOO_LARGE, tooLarge), true);
        }
        byte[] bytes;
        try {
            bytes = exchange.isProven()
                    ? readAll(announced >= 0 ? (int) announced : limit, limit)
                    : readUnproven(limit);
        } catch (RequestInput.Broken broken) {
            exchange.inputBroken();
            return refused.apply(answerBroken(broken), false);
        } catch (BadGzip bad) {
            return refused.apply(refuse(exchange, bad), bad.isTooLarge());
        } catch (IOException unusual) {
            throw new UncheckedIOException(unusual);
        }
        return bytes == null ? refused.apply(exchange.problem(Problem.TOO_LARGE, tooLarge), true) : whole.apply(bytes);
    }

    /**
     * Reads a body of any type to its end without keeping it.
     *
     * @param each takes the bytes as they arrive
     * @return why it could not be read; empty if each byte was taken
     */
    public Optional<Answer> readThrough(Consumer<ByteBuffer> each) {
        exchange.holdBody(FIRST_ROOM);
        byte[] room = new byte[FIRST_ROOM];
        try {
            RequestInput in = exchange.input(false);
            for (int read = in.read(room); read >= 0; read = in.read(room)) {
                each.accept(ByteBuffer.wrap(room, 0, read));
            }
            return Optional.empty();
        } catch (RequestInput.Broken broken) {
            exchange.inputBroken();
            return Optional.of(answerBroken(broken));
        } catch (IOException unusual) {
            throw new UncheckedIOException(unusual);
        }
    }

    /** Returns the announced length of the body; negative if it is not announced. */
    public long announcedLength() {
        return exchange.announcedLength();
    }

    /**
     * Reads all bytes. Memory is reserved as they arrive, not for the announced length.
     *
     * @param most length that the body should have at most
     * @param limit the largest length that is accepted
     * @return the bytes; null when the body is too large
     */
    private byte @Nullable [] readAll(int most, int limit) throws IOException {
        byte[] bytes = new byte[Math.min(FIRST_ROOM, most + 1)];
        int length = 0;
        try (BodyContent in = exchange.content(false)) {
            while (true) {
                if (length == bytes.length) {
                    bytes = Arrays.copyOf(bytes, Math.clamp(2L * length, FIRST_ROOM, limit + 1));
                }
                int read = in.read(bytes, length, bytes.length - length);
                if (read < 0) {
                    break;
                }
                length += read;
                if (isTooLarge(length, limit)) {
                    return null;
                }
                long held = length;
                in.outside(() -> exchange.holdBody(held));
            }
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** Reads all bytes as {@link #readAll}, in pieces: nothing of the room that is reserved stays empty. */
    private byte @Nullable [] readUnproven(int limit) throws IOException {
        RequestInput in = exchange.input(false);
        List<byte[]> pieces = new ArrayList<>();
        int length = 0;
        while (true) {
            int room = Math.min(Math.max(FIRST_ROOM, Math.min(length, RequestMemory.STEP)), limit + 1 - length);
            exchange.holdBody(length + room);
            byte[] piece = new byte[room];
            int read = in.readNBytes(piece, 0, room);
            pieces.add(read == room ? piece : Arrays.copyOf(piece, read));
            length += read;
            if (isTooLarge(length, limit)) {
                return null;
            }
            if (read < room) {
                break;
            }
        }
        byte[] whole = new byte[length];
        int end = 0;
        for (byte[] piece : pieces) {
            System.arraycopy(piece, 0, whole, end, piece.length);
            end += piece.length;
        }
        return whole;
    }

    /** The lines that separate its chunks count as well: with a chunk for each byte they are the larger part. */
    private boolean isTooLarge(int length, int limit) {
        return length > limit || exchange.arrivedBytes() > limit + limit / CHUNK_LINES_PART + OTHER_BYTES;
    }

    private Answer parse(byte[] bytes, JsonBody.@Nullable Elements elements, Function<JsonNode, Answer> operation) {
        JsonNode body;
        try (Places.@Nullable Place _ = bytes.length <= RequestMemory.STEP ? null : exchange.turn()) {
            body = JsonBody.parse(bytes, exchange.limits().jsonDepth(), elements);
        } catch (MalformedJson malformed) {
            return exchange.problem(Problem.MALFORMED_JSON, malformed.detail());
        }
        return operation.apply(body);
    }

    private Answer answerBroken(RequestInput.Broken broken) {
        return switch (broken.cause()) {
            case MALFORMED ->
                exchange.problem(Problem.INVALID_PARAMETER, "The body cannot be read: " + broken.reason() + ".");
            case TIMEOUT ->
                exchange.problem(Problem.REQUEST_TIMEOUT, "The body is incomplete: " + broken.reason() + ".");
            case TAKEN_BACK ->
                exchange.problem(
                        Problem.OVERLOADED,
                        "The body is incomplete: " + broken.reason() + ". Nothing was stored. Retrying is safe.",
                        "Retry-After",
                        "1");
            case ENDED -> exchange.problem(Problem.MALFORMED_JSON, "The body is incomplete: " + broken.reason() + ".");
        };
    }
}
