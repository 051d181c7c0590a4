package org.orderevidence.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.orderevidence.App;
import org.orderevidence.account.ApiKey;
import org.orderevidence.cli.order.CaseFile;
import org.orderevidence.cli.order.OrderCommands;
import org.orderevidence.cli.order.Timeline;
import org.orderevidence.cli.terminal.AtExit;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Shell;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.upload.UploadCommands;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Logging;
import org.orderevidence.installation.PrivateFile.FirstKey;
import org.orderevidence.installation.Setting;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The demo: uploads a sample through the HTTP interface, fetches orders, and shows three of them.
 *
 * @param keyFile contains the key, for the commands that are printed at the end
 */
record Demo(Terminal terminal, String url, ApiKey key, Path keyFile, SampleData sample) {
    /** IDs of orders that show much, fetched first. The verdict of the service decides under which heading each appears. */
    private static final List<String> CANDIDATES = List.of("579440", "566590", "580672");

    /** The profile of the merchant of the sample, which completes the receipts. */
    static final String MERCHANT = """
            {"merchantInfo": {
              "name": "Example Gifts Ltd",
              "description": "Gifts and homeware",
              "refundPolicyLink": "https://shop.example.com/refunds",
              "termsAndConditionsLink": "https://shop.example.com/terms",
              "merchantReceiptContact": {
                "phoneForReceipt": "+44 20 7946 0000",
                "emailForReceipt": "help@shop.example.com",
                "websiteForReceipt": "https://shop.example.com"}}}
            """;

    private static final List<String> KINDS = List.of("qualified", "requires_action", "not_qualified");

    static CliCommand command() {
        return CliCommand.of("""
                demo: Start a service in a temporary folder, upload the bundled sample, and show three orders: one \
                eligible, one that needs an action, and one that is not eligible. Run until Ctrl-C.
                The demo reads no settings and deletes its folder at the end.
                $ demo
                $ demo --once
                --once: exit after the three orders
                --port PORT =0: TCP port on 127.0.0.1; 0 selects a free port
                """).does(Demo::run);
    }

    private static void run(Call call) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("evidence-demo");
        Map<String, String> flags = Map.of(
                Setting.DATA.key(), folder.toString(),
                Setting.PORT.key(), call.needed("--port"),
                Setting.MANAGEMENT_ADDRESS.key(), "");
        try {
            Config config = Call.accepted(Config.read(null, Map.of(), flags));
            Logging.start(config.jsonLogs(), "warn", call.terminal().err());
            try (App app = App.start(config);
                    AtExit _ = AtExit.run(() -> end(app, folder))) {
                show(call, config, app);
                if (!call.flag("--once")) {
                    new CountDownLatch(1).await();
                }
            }
        } finally {
            delete(folder);
        }
    }

    private static void show(Call call, Config config, App app) throws IOException, InterruptedException {
        PrintStream out = call.out();
        ApiKey key = app.firstKey()
                .orElseThrow(() -> new IllegalStateException("an empty folder has no account yet"))
                .key();
        Path keyFile = FirstKey.file(config.data());
        FirstKey.write(keyFile, key);
        SampleData sample = SampleData.load(LocalDate.now(ZoneOffset.UTC));
        new Demo(call.terminal(), "http://127.0.0.1:" + app.port(), key, keyFile, sample).show();
        if (call.flag("--once")) {
            out.println("Stopped. Without --once, the service keeps running for the commands above.");
        } else {
            // The code is a secret for five minutes: it is printed here, and never logged.
            app.signInLink(key).ifPresent(link -> {
                out.println("Look at the orders in a browser. This link signs in once, in the next five minutes:");
                out.println();
                out.println("  " + link);
                out.println();
            });
            out.println("The service runs until Ctrl-C. Then its folder is deleted.");
        }
        out.flush();
    }

    private static void end(App app, Path folder) {
        app.close();
        delete(folder);
    }

    private static void delete(Path folder) {
        try (Stream<Path> content = Files.walk(folder)) {
            for (Path path : content.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException left) {
            // The folder is deleted already, or its files stay in the system's folder for temporary files.
        }
    }

    private void show() throws InterruptedException {
        PrintStream out = terminal.out();
        out.println("Order Evidence runs on " + url + ", in a temporary folder.");
        out.println();
        Map<String, CaseFile> shown;
        try (Client client = new Client(URI.create(url), key)) {
            load(client);
            out.println("All days of the sample were moved by " + sample.movedDays()
                    + ". The newest order is from yesterday.");
            shown = choose(client);
        }
        int number = 1;
        for (String kind : KINDS) {
            CaseFile answer = shown.get(kind);
            if (answer == null) {
                throw Failure.failed("no order of the sample is " + kind + ": this is a bug");
            }
            String verdict = answer.verdict();
            out.println();
            out.println(number++ + ". An order that " + (verdict.startsWith("needs") ? verdict : "is " + verdict));
            out.println();
            answer.print(terminal);
        }
        Timeline timeline = terminal.draws() ? Timeline.DRAWN : Timeline.ASCII;
        out.println();
        out.println("The line: days on which a dispute can be raised.  " + timeline.legend());
        out.println();
        commands(KINDS.stream().map(shown::get).map(CaseFile::id).toList());
    }

    private void load(Client client) throws InterruptedException {
        client.ask("PUT", "/api/v2/account", MERCHANT.getBytes(StandardCharsets.UTF_8));
        JsonNode uploaded = client.ask("POST", UploadCommands.UPLOAD, Json.bytes(Map.of("orders", sample.orders())));
        if (uploaded.path("rejected").asInt(0) > 0) {
            throw Failure.failed("the sample was rejected in part: " + uploaded);
        }
        for (ObjectNode sighting : sample.sightings()) {
            client.ask("POST", OrderCommands.TRACK, Json.bytes(sighting));
        }
        for (ObjectNode fact : sample.laterFacts()) {
            ObjectNode body = fact.deepCopy();
            String order = body.remove("orderId").asString();
            boolean dispute = body.remove("kind").asString().equals("dispute");
            String path = Client.orderPath(order) + (dispute ? "/disputes" : "/fraud-reports");
            client.ask("POST", path, Json.bytes(body));
        }
        terminal.out()
                .println("Loaded through the HTTP interface: " + sample.orders().size() + " orders, "
                        + sample.sightings().size() + " sightings, "
                        + sample.laterFacts().size() + " disputes and fraud reports.");
    }

    /** Returns the first order of each kind: a candidate, or else the newest order. */
    private Map<String, CaseFile> choose(Client client) throws InterruptedException {
        List<String> ids = new ArrayList<>(CANDIDATES);
        sample.orders().reversed().forEach(order -> ids.add(order.path("id").asString()));
        Map<String, CaseFile> chosen = new LinkedHashMap<>();
        for (String id : ids) {
            if (chosen.size() < KINDS.size()) {
                CaseFile read = new CaseFile(client.ask("GET", Client.orderPath(id), null));
                chosen.putIfAbsent(read.status(), read);
            }
        }
        return chosen;
    }

    private void commands(List<String> ids) {
        PrintStream out = terminal.out();
        out.println("Look further, in another terminal. Each test, the other orders of the card, and the days:");
        out.println();
        for (String id : ids) {
            out.println("  " + Shell.command("explain", id, "--url", url, "--key-file", keyFile.toString()));
        }
        out.println();
        out.println("The same with HTTP, and the IP address of a customer:");
        out.println();
        out.println("  curl -H 'X-API-Key: " + key.text() + "' " + url + Client.orderPath(ids.getFirst()));
        out.println("  curl -H 'X-API-Key: " + key.text() + "' -H 'Content-Type: application/json' \\");
        out.println(
                "    -d '{\"email\": \"jenny@example.com\", \"ip\": \"203.0.113.7\"}' " + url + OrderCommands.TRACK);
        out.println();
        out.println("Every path and field: " + url + "/openapi.json");
        out.println();
    }

    /**
     * The bundled sample: real orders of a web shop (see the README next to them). All dates are moved by the same number of
     * days, and the newest is yesterday. The verdicts are therefore the same on every day.
     *
     * @param orders in date order
     * @param laterFacts disputes and fraud reports: {@code orderId}, {@code kind} and the fields of the request
     */
    record SampleData(
            List<ObjectNode> orders, List<ObjectNode> sightings, List<ObjectNode> laterFacts, long movedDays) {
        private static final String FOLDER = "/org/orderevidence/demo/";
        private static final Pattern DATE = Pattern.compile(
                "\"(?:transactionDate|settledAt|fulfilledAt|deliveredAt|observedAt|openedAt|reportedAt)\":\""
                        + "(\\d{4}-\\d{2}-\\d{2})");

        /**
         * Reads the sample.
         *
         * @param today the newest date of the sample becomes the day before
         */
        static SampleData load(LocalDate today) throws IOException {
            List<String> files = List.of(read("orders.ndjson"), read("sightings.ndjson"), read("disputes.ndjson"));
            String newest = files.stream()
                    .flatMap(file -> DATE.matcher(file).results())
                    .map(date -> date.group(1))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            long days = ChronoUnit.DAYS.between(LocalDate.parse(newest), today.minusDays(1));
            List<List<ObjectNode>> moved =
                    files.stream().map(file -> moved(file, days)).toList();
            return new SampleData(moved.get(0), moved.get(1), moved.get(2), days);
        }

        private static String read(String name) throws IOException {
            try (InputStream stream = SampleData.class.getResourceAsStream(FOLDER + name)) {
                if (stream == null) {
                    throw new IllegalStateException("the sample is not in this build: " + name);
                }
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            }
        }

        private static List<ObjectNode> moved(String ndjson, long days) {
            return DATE.matcher(ndjson)
                    .replaceAll(date -> date.group().substring(0, date.start(1) - date.start())
                            + LocalDate.parse(date.group(1)).plusDays(days))
                    .lines()
                    .map(line -> (ObjectNode) Json.read(line.getBytes(StandardCharsets.UTF_8)))
                    .toList();
        }
    }
}
