package org.orderevidence;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.orderevidence.Flood.Manner;
import org.orderevidence.Flood.Reading;

/** What a client, or many of them, may do to a service that has to stay well: the storms of the design. */
@SuppressWarnings("StringConcatToTextBlock") // Lines of HTTP end with CR LF; those of text blocks do not.
enum Storm {
    SILENT_CONNECTIONS(9_900, Wait.NOTHING),
    HALF_HEADS(6_000, Wait.CUT),
    BLANK_NDJSON_LINES(280, Wait.CUT),
    VALID_UPLOADS_OF_5_MB(64, Wait.REQUESTS),
    UNREAD_ANSWERS_OF_ERRORS(64, Wait.REQUESTS),
    ANNOUNCED_BODIES(133, Wait.CUT),
    SLOW_READERS(3_000, Wait.REQUESTS),
    HEADS_OF_MANY_LINES(2_000, Wait.CUT),
    STALLED_WEBHOOKS(12, Wait.CUT),
    MORE_STALLED_WEBHOOKS(60, Wait.CUT),
    BUSY_CONNECTIONS(16, Wait.REQUESTS),
    ACCOUNTS_THAT_READ_SLOWLY(64, Wait.REQUESTS),
    COMPRESSED_FILES(16, Wait.REQUESTS),
    TINY_CHUNKS(64, Wait.CUT);

    /** Orders of the attacked account that a list of 100 shows. */
    static final int LISTED_ORDERS = 100;

    private static final int FIVE_MEBIBYTES = 5 * 1024 * 1024;
    private static final int MOST_ORDERS = 1_000;
    private static final int FAULTY_ITEMS = 25;
    private static final int DIFFERENT_UPLOADS = 4;

    /**
     * Number of slow readers whose answers are larger than the kernel's buffers of a connection (about 4 MB on Linux).
     * The other readers request less: 3,000 of them cannot fill the kernel's memory for sockets.
     */
    private static final int DEEP_READERS = 100;

    private static final int DEEP_LISTS = 200;
    private static final int SHALLOW_LISTS = 5;

    private static final int HEAD_LINES = 2_800;
    private static final int LONG_TARGET = 15_900;
    private static final int TINY_CHUNKS_OF_BODY = 400_000;
    private static final int ANNOUNCED_WEBHOOK = 1024 * 1024;
    private static final int SENT_WEBHOOK = 1_000_000;

    /** Accounts of the storm of many accounts, in addition to the first one. */
    static final int OTHER_ACCOUNTS = 15;

    private static final int PDFS = 20;

    private static final String NOTHING = "";

    /**
     * Whom it meets.
     *
     * @param key of the account that sends
     * @param webhooks the path of an integration of the account that strangers meet
     * @param others keys of more accounts
     * @param browser a session of the console of the account
     */
    record Target(String key, String webhooks, List<String> others, Browser browser) {
        Target(String key, String webhooks) {
            this(key, webhooks, List.of(), new Browser("", "", ""));
        }

        /** The key of the account of a connection. */
        private String key(int connection) {
            int account = connection % (others.size() + 1);
            return account == 0 ? key : others.get(account - 1);
        }
    }

    /** What a browser sends after sign-in. */
    record Browser(String host, String cookie, String csrf) {}

    /** What a stop during the storm may have to wait for. */
    private enum Wait {
        /** No request has started. */
        NOTHING,
        /** Requests are half sent. */
        CUT,
        /** Requests are complete. */
        REQUESTS
    }

    /** How long half-sent requests may go on at a stop. */
    private static final Duration HALF_SENT = Duration.ofSeconds(3);

    /** For a machine that is busy with something else as well. */
    private static final Duration MARGIN = Duration.ofSeconds(4);

    private final int connections;
    private final Wait wait;

    Storm(int connections, Wait wait) {
        this.connections = connections;
        this.wait = wait;
    }

    /** How many connections it has at a time. */
    int connections() {
        return connections;
    }

    /**
     * How long SIGTERM may take while it rages.
     *
     * @param stopTime the setting {@code limits.stop-time}
     */
    Duration stopsWithin(Duration stopTime) {
        return switch (wait) {
            case NOTHING -> MARGIN;
            case CUT -> HALF_SENT.plus(MARGIN);
            case REQUESTS -> stopTime.plus(MARGIN);
        };
    }

    /** Returns true if it has no key, so that the account which it meets must not suffer either. */
    boolean isOfStrangers() {
        return switch (this) {
            case SILENT_CONNECTIONS,
                    HALF_HEADS,
                    HEADS_OF_MANY_LINES,
                    STALLED_WEBHOOKS,
                    MORE_STALLED_WEBHOOKS,
                    TINY_CHUNKS -> true;
            case BLANK_NDJSON_LINES,
                    VALID_UPLOADS_OF_5_MB,
                    UNREAD_ANSWERS_OF_ERRORS,
                    ANNOUNCED_BODIES,
                    SLOW_READERS,
                    BUSY_CONNECTIONS,
                    ACCOUNTS_THAT_READ_SLOWLY,
                    COMPRESSED_FILES -> false;
        };
    }

    /**
     * What its connections do.
     *
     * @param blankLine the time between two blank lines of NDJSON
     */
    Manner manner(Target target, Duration blankLine) {
        String key = target.key();
        return switch (this) {
            case SILENT_CONNECTIONS -> once(ByteBuffer.allocate(0), Reading.ALL);
            case HALF_HEADS -> once(bytes("GET /api/v2/orders HTTP/1.1\r\nHost: x\r\nX-API-Key: "), Reading.ALL);
            case BLANK_NDJSON_LINES -> {
                String line = order("blank", 1, "") + "\n";
                ByteBuffer opening =
                        bytes(post(key, "application/x-ndjson", "Transfer-Encoding: chunked") + chunk(line));
                yield new Manner(_ -> opening.duplicate(), chunk("\n"), blankLine, Reading.ALL);
            }
            case VALID_UPLOADS_OF_5_MB -> {
                var uploads = IntStream.range(0, DIFFERENT_UPLOADS)
                        .mapToObj(upload -> whole(key, fullUpload(upload)))
                        .toList();
                yield new Manner(
                        number -> uploads.get(number % DIFFERENT_UPLOADS).duplicate(), NOTHING, blankLine, Reading.ALL);
            }
            case UNREAD_ANSWERS_OF_ERRORS -> once(whole(key, faultyUpload()), Reading.NOT_AT_ALL);
            case ANNOUNCED_BODIES ->
                once(bytes(post(key, "application/json", "Content-Length: " + FIVE_MEBIBYTES) + "{"), Reading.ALL);
            case SLOW_READERS -> {
                ByteBuffer deep = bytes(list(key).repeat(DEEP_LISTS));
                ByteBuffer shallow = bytes(list(key).repeat(SHALLOW_LISTS));
                yield new Manner(
                        number -> (number < DEEP_READERS ? deep : shallow).duplicate(),
                        NOTHING,
                        blankLine,
                        Reading.SLOWLY);
            }
            case HEADS_OF_MANY_LINES -> {
                ByteBuffer lines = bytes("GET / HTTP/1.1\r\nHost: x\r\n" + "a:b\r\n".repeat(HEAD_LINES));
                ByteBuffer longTarget = bytes("GET /" + "a".repeat(LONG_TARGET));
                yield new Manner(
                        number -> (number % 2 == 0 ? lines : longTarget).duplicate(), NOTHING, blankLine, Reading.ALL);
            }
            case STALLED_WEBHOOKS, MORE_STALLED_WEBHOOKS ->
                once(
                        bytes("POST " + target.webhooks() + " HTTP/1.1\r\nHost: x\r\nStripe-Signature: t=1,v1=00\r\n"
                                + "Content-Length: " + ANNOUNCED_WEBHOOK + "\r\n\r\n" + "w".repeat(SENT_WEBHOOK)),
                        Reading.ALL);
            case BUSY_CONNECTIONS -> {
                ByteBuffer fetch = bytes(get("/api/v2/orders/listed-0", key));
                String email = "{\"customerEmail\":\"listed@example.com\"}";
                ByteBuffer search = bytes("POST /api/v2/orders/search HTTP/1.1\r\nHost: x\r\nX-API-Key: " + key
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + email.length() + "\r\n\r\n"
                        + email);
                yield new Manner(
                        number -> (number % 2 == 0 ? fetch : search).duplicate(),
                        NOTHING,
                        blankLine,
                        Reading.AND_ASKS_AGAIN);
            }
            case ACCOUNTS_THAT_READ_SLOWLY -> {
                String upload = fullUpload(0);
                yield new Manner(
                        number -> readSlowly(target.key(number), number / (OTHER_ACCOUNTS + 1), upload),
                        NOTHING,
                        blankLine,
                        Reading.SLOWLY);
            }
            case TINY_CHUNKS -> {
                String tiny = chunk("w").repeat(TINY_CHUNKS_OF_BODY);
                String trailers = chunk("w") + "0\r\n" + "a:b\r\n".repeat(HEAD_LINES) + "\r\n";
                var openings = Stream.of(target.webhooks(), "/api/v2/nothing")
                        .flatMap(path -> Stream.of(tiny, trailers)
                                .map(body ->
                                        bytes("POST " + path + " HTTP/1.1\r\nHost: x\r\nStripe-Signature: t=1,v1=00"
                                                + "\r\nTransfer-Encoding: chunked\r\n\r\n" + body)))
                        .toList();
                yield new Manner(
                        number -> openings.get(number % openings.size()).duplicate(), NOTHING, blankLine, Reading.ALL);
            }
            case COMPRESSED_FILES -> {
                CompressedFile[] all = CompressedFile.values();
                var files = IntStream.range(0, 2 * all.length)
                        .mapToObj(number -> {
                            CompressedFile file = all[number % all.length];
                            // Each file through two of the four doors.
                            return switch ((number + number / all.length) % 4) {
                                case 0 -> file(target.browser(), file);
                                case 1 -> packed(key, "orders", "application/json", file);
                                case 2 -> packed(key, "orders", "application/x-ndjson", file);
                                default -> packed(key, "sightings", "application/x-ndjson", file);
                            };
                        })
                        .toList();
                yield new Manner(
                        number -> files.get(number % files.size()).duplicate(), NOTHING, blankLine, Reading.ALL);
            }
        };
    }

    /** What an account does on one of its connections: four things that hold memory for a long time. */
    private static ByteBuffer readSlowly(String key, int kind, String upload) {
        String pdf = "GET /api/v2/orders/listed-0/receipt HTTP/1.1\r\nHost: x\r\nAccept: application/pdf\r\nX-API-Key: "
                + key + "\r\n\r\n";
        return switch (kind) {
            case 0 -> whole(key, upload);
            case 1 -> {
                ByteBuffer unfinished = whole(key, upload);
                yield unfinished.limit(unfinished.limit() - 1);
            }
            case 2 -> bytes(pdf.repeat(PDFS));
            default -> bytes(list(key).repeat(DEEP_LISTS));
        };
    }

    /** A form with a compressed file, as a browser sends it. */
    private static ByteBuffer file(Browser browser, CompressedFile file) {
        String boundary = "----storm";
        byte[] start = ("--" + boundary + "\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n" + browser.csrf()
                        + "\r\n--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.gz\""
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8);
        byte[] content = file.bytes();
        byte[] end = ("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8);
        byte[] head = ("POST /console/upload HTTP/1.1\r\nHost: " + browser.host()
                        + "\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\nCookie: " + browser.cookie()
                        + "\r\nContent-Type: multipart/form-data; boundary=" + boundary + "\r\nContent-Length: "
                        + (start.length + content.length + end.length) + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(head.length + start.length + content.length + end.length)
                .put(head)
                .put(start)
                .put(content)
                .put(end)
                .flip();
    }

    /** A compressed file as the body of an upload. */
    private static ByteBuffer packed(String key, String records, String type, CompressedFile file) {
        byte[] content = file.bytes();
        byte[] head = ("POST /api/v2/" + records + "/upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: "
                        + type + "\r\nContent-Encoding: gzip\r\nX-API-Key: " + key + "\r\nContent-Length: "
                        + content.length + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(head.length + content.length)
                .put(head)
                .put(content)
                .flip();
    }

    private static Manner once(ByteBuffer opening, Reading reading) {
        return new Manner(_ -> opening.duplicate(), NOTHING, Duration.ofSeconds(1), reading);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String post(String key, String type, String length) {
        return "POST /api/v2/orders/upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: " + type
                + "\r\nX-API-Key: " + key + "\r\n" + length + "\r\n\r\n";
    }

    private static ByteBuffer whole(String key, String body) {
        return bytes(post(key, "application/json", "Content-Length: " + body.length()) + body);
    }

    private static String list(String key) {
        return get("/api/v2/orders?per=" + LISTED_ORDERS, key);
    }

    private static String get(String path, String key) {
        return "GET " + path + " HTTP/1.1\r\nHost: x\r\nX-API-Key: " + key + "\r\n\r\n";
    }

    private static String chunk(String data) {
        return Integer.toHexString(data.length()) + "\r\n" + data + "\r\n";
    }

    /** As many bytes of good orders as one request may have. */
    private static String fullUpload(int upload) {
        String item = "{\"productName\":\"A thing\",\"productDescription\":\"" + "d".repeat(1_950) + "\",\"price\":1}";
        String more = ",\"receipt\":{\"lineItems\":[" + item + "," + item + "],\"description\":\"%s\"}";
        int room = FIVE_MEBIBYTES / MOST_ORDERS - order("full-0-000", 1, more).length() - 2;
        String filler = "f".repeat(room);
        return orders(i -> order("full-" + upload + "-" + "%03d".formatted(i), 1, more.formatted(filler)));
    }

    /** As many orders as one request may have, each with faults that are reported one by one. */
    private static String faultyUpload() {
        String item = "{\"productName\":7,\"price\":\"x\"}";
        String items = IntStream.range(0, FAULTY_ITEMS).mapToObj(_ -> item).collect(Collectors.joining(","));
        return orders(i -> order("faulty-" + i, 1, ",\"receipt\":{\"lineItems\":[" + items + "]}"));
    }

    private static String orders(java.util.function.IntFunction<String> order) {
        return IntStream.range(0, MOST_ORDERS).mapToObj(order).collect(Collectors.joining(",", "{\"orders\":[", "]}"));
    }

    private static String order(String id, int amount, String more) {
        return "{\"id\":\"" + id + "\",\"amount\":" + amount
                + ",\"currency\":\"USD\",\"transactionDate\":\"2026-11-01\",\"bin\":\"424242\",\"last4\":\"4242\""
                + more + "}";
    }

    /**
     * Small gzip files that unpack to much. Each has many members. Those that unpack to nearly as much as is allowed have a
     * comment of random bytes in each member.
     */
    enum CompressedFile {
        /** 4 GB of blank lines. */
        BLANK_LINES("", "\n", false),
        ALLOWED_BLANK_LINES("{}\n", "\n", true),
        EMPTY_LISTS("[1", ",[]", true),
        EMPTY_OBJECTS("[1", ",{}", true),
        EMPTY_ORDERS("{}\n", "{}\n", true),
        BROKEN_ORDERS("{}\n", "{\n", true),
        EMPTY_ROWS("id,amount,currency,transactionDate\n", "\n", true),
        ROWS_OF_SEPARATORS("id,amount,currency,transactionDate\n", ",,,\n", true);

        private static final int PACKED_BYTES = 4 * 1024 * 1024;
        private static final int MEMBER_BYTES = 4 * 1024 * 1024;

        /** A little less than the ratio that is allowed. */
        private static final int ALLOWED = 95;

        private static final int HAS_COMMENT = 16;
        private static final int HEADER_BYTES = 10;
        private static final int FLAGS = 3;
        private static final long SEED = 31;

        private final String start;
        private final String repeated;
        private final boolean isAllowed;

        CompressedFile(String start, String repeated, boolean isAllowed) {
            this.start = start;
            this.repeated = repeated;
            this.isAllowed = isAllowed;
        }

        /** Returns the file. */
        byte[] bytes() {
            byte[] member = packed(repeated.repeat(MEMBER_BYTES / repeated.length()));
            ByteArrayOutputStream file = new ByteArrayOutputStream(PACKED_BYTES + member.length);
            Random random = new Random(SEED);
            file.writeBytes(packed(start));
            while (file.size() < PACKED_BYTES) {
                int comment = isAllowed ? Math.max(0, MEMBER_BYTES / ALLOWED - member.length) : 0;
                if (comment == 0) {
                    file.writeBytes(member);
                    continue;
                }
                byte[] head = java.util.Arrays.copyOf(member, HEADER_BYTES);
                head[FLAGS] |= HAS_COMMENT;
                file.writeBytes(head);
                random.ints(comment, 1, 256).forEach(file::write);
                file.write(0);
                file.write(member, HEADER_BYTES, member.length - HEADER_BYTES);
            }
            return file.toByteArray();
        }

        private static byte[] packed(String text) {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (GZIPOutputStream packing = new GZIPOutputStream(packed)) {
                packing.write(text.getBytes(StandardCharsets.UTF_8));
            } catch (IOException unexpected) {
                throw new UncheckedIOException(unexpected);
            }
            return packed.toByteArray();
        }
    }
}
