package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.http.Bodies.NOW;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.json.JsonBody;
import org.orderevidence.json.JsonBody.MalformedJson;
import org.orderevidence.json.NdjsonLines;
import org.orderevidence.order.Texts;
import org.orderevidence.wire.DisputeReader;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.OrderPatch;
import org.orderevidence.wire.OrderReader;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/** Reading any bytes returns a value, or faults that can be written into an answer. */
class RequestFuzzTest {
    private static final long SEED = 20_261_120;
    private static final int CASES = 20_000;
    private static final byte[] ORDER = Bodies.FULL_ORDER.getBytes(StandardCharsets.UTF_8);

    /** What is put in the place of a piece of the order. */
    private static final List<String> PIECES = List.of(
            "null",
            "true",
            "\"\"",
            "{}",
            "[]",
            "[[[[[[[[",
            "{\"a\":",
            "-1",
            "1e400",
            "1.5",
            "99999999999999999999",
            "\\u0000",
            "\\ud800",
            "\"",
            ",",
            ":",
            "}",
            "]",
            "\u0000",
            "4111111111111111",
            "2026-02-30",
            "\ud83d\ude00",
            "9".repeat(2_000),
            "x".repeat(3_000),
            "/*",
            "NaN",
            "\\",
            "~1/",
            "İıſß");

    @Test
    @Tag("slow")
    void neverThrowsAnythingElse() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        int parsed = 0;
        int accepted = 0;
        for (int i = 0; i < CASES; i++) {
            byte[] body = mutated(random);
            try {
                JsonNode json = JsonBody.parse(body, 32, null);
                parsed++;
                accepted += read(json) ? 1 : 0;
            } catch (MalformedJson malformed) {
                assertFalse(malformed.detail().isEmpty());
            } catch (RuntimeException | StackOverflowError bug) {
                throw new AssertionError("seed " + SEED + ", case " + i, bug);
            }
            lines(body);
        }
        assertTrue(parsed > CASES / 20 && accepted > 0, parsed + " parsed, " + accepted + " accepted, seed " + SEED);
    }

    /** Reads it as everything there is; true when it is a good order. */
    private static boolean read(JsonNode json) {
        OrderReader.repeatableId(json);
        assertTrue(JsonBody.size(json) >= 1);
        writable(OrderReader.readSighting(json, "", NOW, 730, new Faults(Faults.Unknown.IGNORED)));
        writable(DisputeReader.read(json, NOW, false));
        writable(DisputeReader.readFraudReport(json, NOW, true));
        writable(OrderPatch.read(json, NOW));
        writable(OrderReader.read(json, "/1", NOW, true, new FaultRoom()));
        return writable(OrderReader.read(json, "/1", NOW, false, new FaultRoom()));
    }

    private static <T> boolean writable(Read<T> read) {
        List<FieldError> said = switch (read) {
            case Read.Good<T> good -> good.warnings();
            case Read.Bad<T> bad -> {
                assertFalse(bad.errors().isEmpty());
                yield bad.errors();
            }
        };
        for (FieldError one : said) {
            assertTrue(Texts.isPrintable(one.pointer()) && Texts.isPrintable(one.detail()), one.toString());
        }
        return read instanceof Read.Good<T>;
    }

    private static void lines(byte[] body) throws IOException {
        NdjsonLines lines = new NdjsonLines(new ByteArrayInputStream(body), 1_000);
        long last = 0;
        for (NdjsonLines.Line line = lines.next(); line != null; line = lines.next()) {
            assertTrue(line.number() > last);
            last = line.number();
        }
    }

    private static byte[] mutated(SplittableRandom random) {
        byte[] body = ORDER.clone();
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(body.length);
            body = switch (random.nextInt(5)) {
                case 0 -> spliced(body, at, at + 1, new byte[] {(byte) random.nextInt(256)});
                case 1 -> spliced(body, at, Math.min(body.length, at + 1 + random.nextInt(40)), new byte[0]);
                case 2 -> spliced(body, at, at, piece(random));
                case 3 -> value(body, at, piece(random));
                default -> spliced(body, at, at, new byte[] {ORDER[random.nextInt(ORDER.length)]});
            };
        }
        return body;
    }

    /** Replaces what stands between the next colon and the next comma: most often a whole value. */
    private static byte[] value(byte[] body, int at, byte[] piece) {
        int colon = at;
        while (colon < body.length && body[colon] != ':') {
            colon++;
        }
        int comma = colon;
        while (comma < body.length && body[comma] != ',') {
            comma++;
        }
        return colon == body.length ? body : spliced(body, colon + 1, comma, piece);
    }

    private static byte[] spliced(byte[] body, int from, int to, byte[] piece) {
        byte[] spliced = new byte[from + piece.length + body.length - to];
        System.arraycopy(body, 0, spliced, 0, from);
        System.arraycopy(piece, 0, spliced, from, piece.length);
        System.arraycopy(body, to, spliced, from + piece.length, body.length - to);
        return spliced.length == 0 ? new byte[] {' '} : spliced;
    }

    private static byte[] piece(SplittableRandom random) {
        return PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8);
    }
}
