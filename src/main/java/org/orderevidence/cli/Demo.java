package org.orderevidence.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.orderevidence.OpenInstallation;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.ApiKey;
import org.orderevidence.cli.order.OrderAnswer;
import org.orderevidence.cli.order.OrderCommands;
import org.orderevidence.cli.order.Timeline;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Retry;
import org.orderevidence.cli.terminal.Shell;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.upload.Conveyor;
import org.orderevidence.cli.upload.Conveyor.Sender;
import org.orderevidence.cli.upload.OrderSender;
import org.orderevidence.cli.upload.OrderSender.SightingSender;
import org.orderevidence.installation.Config;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.upload.Outcome;
import org.orderevidence.upload.RecordReader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The demo: uploads a sample through the HTTP interface, fetches orders, and shows three of them. */
final class Demo {
    /** IDs of orders that show much, fetched first. The verdict of the service decides under which heading each appears. */
    private static final List<String> CANDIDATES = List.of("579440", "566590", "580672");

    /** The profile of the merchant of the sample. */
    static final MerchantInfo MERCHANT = new MerchantInfo(
            "Example Gifts Ltd",
            "Gifts and homeware",
            null,
            "https://shop.example.com/refunds",
            null,
            "https://shop.example.com/terms",
            "+44 20 7946 0000",
            "help@shop.example.com",
            "https://shop.example.com",
            null);

    private static final Map<String, String> KINDS = kinds();
    private static final int ORDERS_AT_ONCE = 2;
    private static final int SIGHTINGS_AT_ONCE = 8;

    private final Terminal terminal;
    private final String url;
    private final ApiKey key;
    private final Path keyFile;
    private final SampleData sample;

    /**
     * @param url of an empty service
     * @param key admin key of the service
     * @param keyFile contains the key, for the commands that are printed at the end
     */
    Demo(Terminal terminal, String url, ApiKey key, Path keyFile, SampleData sample) {
        this.terminal = terminal;
        this.url = url;
        this.key = key;
        this.keyFile = keyFile;
        this.sample = sample;
    }

    private static Map<String, String> kinds() {
        Map<String, String> kinds = new LinkedHashMap<>();
        kinds.put("qualified", "An order that is eligible");
        kinds.put("requires_action", "An order that needs an action");
        kinds.put("not_qualified", "An order that is not eligible");
        return kinds;
    }

    /** Sets the profile of the first account, which completes its receipts. */
    static void describeMerchant(Config config) {
        try (OpenInstallation installation = OpenInstallation.open(config)) {
            installation.accounts().setProfile(Actor.operator(), Accounts.FIRST_ACCOUNT, MERCHANT, null, false, _ -> true);
        }
    }

    /** Loads, asks, prints. */
    void show() throws IOException, InterruptedException {
        PrintStream out = terminal.out();
        out.println("Order Evidence runs on " + url + ", in a temporary folder.");
        out.println();
        Map<String, OrderAnswer> shown;
        try (Client client = new Client(URI.create(url), key)) {
            Retry retry = new Retry(client, Thread::sleep, RandomGenerator.getDefault(), terminal.err()::println);
            load(client, retry);
            out.println("All days of the sample were moved by " + sample.movedDays()
                    + ". The newest order is from yesterday.");
            shown = choose(client);
        }
        int number = 1;
        for (Map.Entry<String, String> kind : KINDS.entrySet()) {
            OrderAnswer answer = shown.get(kind.getKey());
            if (answer == null) {
                throw new Failure(ExitCode.FAILED, "no order of the sample is " + kind.getKey() + ": this is a bug");
            }
            out.println();
            out.println(number++ + ". " + kind.getValue());
            out.println();
            answer.print(terminal);
        }
        Timeline timeline = terminal.draws() ? Timeline.DRAWN : Timeline.ASCII;
        out.println();
        out.println("The line: days on which a dispute can be raised.  " + timeline.legend());
        out.println();
        commands(shown);
    }

    private void load(Client client, Retry retry) throws IOException, InterruptedException {
        long orders = carry(new OrderSender(client, retry), sample.orders(), ORDERS_AT_ONCE);
        long sightings = carry(new SightingSender(client, retry), sample.sightings(), SIGHTINGS_AT_ONCE);
        for (ObjectNode fact : sample.laterFacts()) {
            ObjectNode body = fact.deepCopy();
            String order = body.remove("orderId").asString();
            boolean dispute = body.remove("kind").asString().equals("dispute");
            String path = Client.orderPath(order) + (dispute ? "/disputes" : "/fraud-reports");
            Client.Answer answer = retry.send(() -> client.post(path, Json.bytes(body)));
            if (!answer.isOk()) {
                throw answer.refusal();
            }
        }
        terminal.out()
                .println("Loaded through the HTTP interface: " + orders + " orders, " + sightings + " sightings, "
                        + sample.laterFacts().size() + " disputes and fraud reports.");
    }

    private static long carry(Sender sender, List<ObjectNode> nodes, int atOnce)
            throws IOException, InterruptedException {
        List<Outcome.Rejected> rejected = new ArrayList<>();
        try (RecordReader reader = new RecordReader(SampleData.stream(nodes))) {
            new Conveyor(reader, sender, atOnce, (items, outcomes) -> {
                        for (Outcome outcome : outcomes) {
                            if (outcome instanceof Outcome.Rejected refused) {
                                rejected.add(refused);
                            }
                        }
                    })
                    .run();
        }
        if (!rejected.isEmpty()) {
            throw new Failure(
                    ExitCode.FAILED,
                    "the sample was rejected in part: " + rejected.getFirst().errors());
        }
        return nodes.size();
    }

    /** Returns the first order of each kind: a candidate, or else the newest order. */
    private Map<String, OrderAnswer> choose(Client client) throws IOException, InterruptedException {
        List<String> ids = new ArrayList<>(CANDIDATES);
        for (ObjectNode order : sample.orders().reversed()) {
            ids.add(order.path("id").asString());
        }
        Map<String, OrderAnswer> chosen = new LinkedHashMap<>();
        for (String id : ids) {
            if (chosen.size() == KINDS.size()) {
                break;
            }
            Client.Answer answer = client.get(Client.orderPath(id));
            if (!answer.isOk()) {
                throw answer.refusal();
            }
            JsonNode json = Json.readIfAny(answer.body());
            if (json != null) {
                OrderAnswer read = new OrderAnswer(json);
                chosen.putIfAbsent(read.status(), read);
            }
        }
        return chosen;
    }

    private void commands(Map<String, OrderAnswer> shown) {
        PrintStream out = terminal.out();
        out.println("Look further, in another terminal. Each test, the other orders of the card, and the days:");
        out.println();
        List<String> ids = shown.values().stream().map(OrderAnswer::id).toList();
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
}
