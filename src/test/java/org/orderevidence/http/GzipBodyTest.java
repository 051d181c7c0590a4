package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.api.Shop;
import org.orderevidence.waiting.Waits;
import org.orderevidence.wire.Problem;

/** Uploads with {@code Content-Encoding: gzip}. */
class GzipBodyTest extends OnSqlite {
    private static final int TRAILER_BYTES = 8;

    /** A way to upload packed records. */
    enum Door {
        ORDERS("/api/v2/orders/upload", "application/json", "{\"orders\": [" + Shop.ORDER.formatted("A-1") + "]}"),
        NDJSON(
                "/api/v2/orders/upload",
                "application/x-ndjson",
                Shop.ORDER.formatted("A-1").replace('\n', ' ')),
        SIGHTINGS("/api/v2/sightings/upload", "application/x-ndjson", Bodies.SIGHTING);

        private final String path;
        private final String type;
        private final String good;

        Door(String path, String type, String good) {
            this.path = path;
            this.type = type;
            this.good = good;
        }

        private HttpRequest.Builder request(Shop shop, byte[] body) {
            return shop.request("POST", path, BodyPublishers.ofByteArray(body)).header("Content-Type", type);
        }

        private Reply send(Shop shop, byte[] packed) {
            return shop.api().send(request(shop, packed).header("Content-Encoding", "gzip"));
        }
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static String lines(int from, int until) {
        return IntStream.range(from, until)
                .mapToObj(i -> Shop.ORDER.formatted("L-" + i).replace('\n', ' ') + "\n")
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @EnumSource
    void whatIsPackedIsStored(Door door) {
        Shop shop = api().newShop();
        int half = door.good.length() / 2;
        byte[] members = joined(
                Bodies.gzip(door.good.substring(0, half)), Bodies.gzip(""), Bodies.gzip(door.good.substring(half)));

        String first = door.send(shop, Bodies.gzip(door.good)).is(200).text("/message");
        String again = door.send(shop, members).is(200).text("/message");
        String plain = api().send(door.request(shop, Bodies.gzip(door.good)).header("Content-Encoding", "X-Gzip"))
                .is(200)
                .text("/message");

        boolean areOrders = door != Door.SIGHTINGS;
        assertEquals(areOrders ? "1 created" : "1 recorded", first);
        assertEquals(areOrders ? "1 unchanged" : "1 recorded", again);
        assertEquals(again, plain);
    }

    @ParameterizedTest
    @EnumSource
    void whatCannotBeUnpackedIsRefusedWithTheReason(Door door) {
        Shop shop = api().newShop();
        byte[] good = Bodies.gzip(door.good);
        byte[] cut = Arrays.copyOf(good, good.length - TRAILER_BYTES - 1);
        byte[] damaged = good.clone();
        damaged[damaged.length - 1]++;

        refused(door, shop, door.good.getBytes(StandardCharsets.UTF_8), "it is not gzip");
        refused(door, shop, new byte[0], "it is not gzip");
        refused(door, shop, cut, "the gzip data ends too early; copy or create the file again");
        refused(door, shop, damaged, "the gzip data is damaged; copy or create the file again");
        refused(
                door,
                shop,
                joined(good, "more".getBytes(StandardCharsets.UTF_8)),
                "the gzip data is damaged; copy or create the file again");
        assertEquals(0, shop.get("/api/v2/orders").is(200).at("/total").asInt());
    }

    private static void refused(Door door, Shop shop, byte[] body, String reason) {
        assertEquals(
                "The body cannot be unpacked: " + reason + ".",
                door.send(shop, body).isProblem(Problem.INVALID_PARAMETER).text("/detail"));
    }

    @ParameterizedTest
    @EnumSource
    void aBombIsRefused(Door door) {
        String reason = door.send(api().newShop(), Bodies.gzip(" ".repeat(20 * 1024 * 1024)))
                .isProblem(Problem.TOO_LARGE)
                .text("/detail");

        assertEquals(
                "The body cannot be unpacked: the gzip data unpacks to more than 100 times its size; unpack it before the"
                        + " upload.",
                reason);
    }

    @Test
    void aJsonBodyUnpacksToAtMostTheLargestBody() {
        Random random = new Random(7);
        String numbers = IntStream.range(0, 60_000)
                .mapToObj(_ -> random.nextInt() + " ".repeat(90))
                .collect(Collectors.joining(","));

        Reply refused = Door.ORDERS.send(api().newShop(), Bodies.gzip(numbers)).isProblem(Problem.TOO_LARGE);

        assertTrue(refused.text().contains("A body has at most 5242880 bytes"), refused::text);
    }

    @Test
    void ofLinesTheOnesBeforeTheFaultAreStored() {
        Shop shop = api().newShop();
        byte[] body = joined(Bodies.gzip(lines(0, 300)), Bodies.gzip(lines(300, 600)));

        Reply answer =
                Door.NDJSON.send(shop, Arrays.copyOf(body, body.length - 400)).is(200);

        assertEquals("the gzip data ends too early; copy or create the file again", answer.text("/endedBecause"));
        int lines = answer.at("/lines").asInt();
        assertTrue(lines >= 300 && lines < 600, answer::text);
        assertEquals(lines, answer.at("/created").asInt());
    }

    @Test
    void linesOfASlowClientAreStoredWhenTheyArrive() throws IOException {
        Shop shop = api().newShop();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), api().port());
                GZIPOutputStream packing = new GZIPOutputStream(bytes, true)) {
            OutputStream out = socket.getOutputStream();
            out.write(("POST /api/v2/orders/upload HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Type:"
                            + " application/x-ndjson\r\nTransfer-Encoding: chunked\r\nX-API-Key: "
                            + shop.key().text() + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            packing.write(lines(0, 1).getBytes(StandardCharsets.UTF_8));
            packing.flush();
            out.write((Integer.toHexString(bytes.size()) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(bytes.toByteArray());
            out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();

            Waits.until(() -> shop.get("/api/v2/orders/L-0").status() == 200, "the line is not stored");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "zstd", "deflate", "gzip, gzip", "compress"})
    void otherCodingsAreRefusedWithThoseThatAreRead(String coding) {
        Shop shop = api().newShop();
        for (Door door : Door.values()) {
            Reply refused = api().send(door.request(shop, new byte[9]).header("Content-Encoding", coding))
                    .isProblem(Problem.UNSUPPORTED_MEDIA_TYPE);

            assertEquals("gzip", refused.header("Accept-Encoding"));
            assertTrue(refused.text().contains("send Content-Encoding: gzip"), refused::text);
        }
    }

    @Test
    void otherRequestsAreNotUnpacked() {
        Shop shop = api().newShop();
        HttpRequest.Builder track = shop.request(
                        "POST", "/api/v2/track", BodyPublishers.ofByteArray(Bodies.gzip(Bodies.SIGHTING)))
                .header("Content-Type", "application/json");

        Reply refused =
                api().send(track.copy().header("Content-Encoding", "gzip")).isProblem(Problem.UNSUPPORTED_MEDIA_TYPE);

        assertEquals("identity", refused.header("Accept-Encoding"));
        api().send(track.POST(BodyPublishers.ofString(Bodies.SIGHTING)).header("Content-Encoding", "identity"))
                .is(200);
        assertEquals("", shop.post("/api/v2/orders/upload", "[]").header("Accept-Encoding"));
        assertEquals(
                List.of(""),
                List.of(shop.send("POST", "/api/v2/track", "text/plain", "")
                        .isProblem(Problem.UNSUPPORTED_MEDIA_TYPE)
                        .header("Accept-Encoding")));
    }
}
