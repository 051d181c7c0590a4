package org.orderevidence.cli.order;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Amounts;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Times;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The commands that list and search orders, and that record what happened to one. */
public final class OrderCommands {
    /** Where sightings are sent. */
    public static final String TRACK = "/api/v2/track";

    private static final String SEARCH = "/api/v2/orders/search";
    private static final long SECONDS_PER_DAY = 86_400;
    private static final Param ID = Param.argument("ID", "the merchant's order ID");

    private static final Param FROM = Param.option("--from", "DAY", "first transaction day, such as 2026-11-01")
            .field("from");

    private static final Param TO =
            Param.option("--to", "DAY", "last transaction day").field("to");
    private static final Param EMAIL = Param.option("--email", "EMAIL", "the customer's e-mail address");

    /** A search whose results are filtered here examines as many orders as the service does for a page. */
    private static final int MOST_REQUESTS = 10;

    private static final int ORDERS_A_REQUEST = 100;

    private OrderCommands() {}

    /** Returns the path of the order that the command names. */
    private static String path(Call call) {
        return Client.orderPath(call.needed("ID"));
    }

    public static CommandLine list(Terminal terminal) {
        return CliCommand.named(
                        terminal,
                        "list",
                        "List orders, newest transaction first.",
                        "Use --from and --to together: at most 31 days, or any number of days with --email. --last4 needs --email,"
                                + " or --from and --to. A page examines at most 1,000 orders.")
                .footer(
                        "%nExamples:",
                        "  ./evidence order list --per 20",
                        "  ./evidence order list --from 2026-11-01 --to 2026-11-30 --evidence",
                        "  ./evidence order list --email ann@example.com --last4 4242")
                .onService()
                .takes(Param.option("--page", "N", "page number, from 0, of a list without filters (default: 0)")
                        .as(Integer.class)
                        .field("page"))
                .takes(OrderPages.OPTIONS)
                .takes(
                        FROM,
                        TO,
                        Param.option("--status", "STATUS", "succeeded or failed")
                                .field("status"),
                        EMAIL,
                        Param.option("--last4", "DIGITS", "last 4 digits of the card"),
                        Param.option("--order", "ORDER", "desc (newest first) or asc (default: desc)")
                                .field("order"))
                .does(call -> {
                    if (call.text("--email") == null && call.text("--last4") == null) {
                        OrderPages.print(call, call.ask("GET", "/api/v2/orders" + call.query()));
                    } else {
                        requireSearchable(call);
                        search(call);
                    }
                });
    }

    private static void requireSearchable(Call call) {
        List<String> refused = new ArrayList<>(List.of("--order", "--page"));
        refused.removeIf(option -> call.text(option) == null);
        if (!refused.isEmpty()) {
            throw new Failure(
                    ExitCode.USAGE,
                    String.join(" and ", refused) + " cannot be used with --email or --last4; these list the newest"
                            + " first, and continue with --cursor");
        }
        if (call.text("--email") == null && (call.text("--from") == null || call.text("--to") == null)) {
            throw new Failure(
                    ExitCode.USAGE,
                    "--last4 needs --email, or --from and --to; to search all orders by card, use order search with"
                            + " --bin and --last4");
        }
        String last4 = call.text("--last4");
        if (last4 != null && !last4.matches("\\d{4}")) {
            throw new Failure(ExitCode.USAGE, "--last4 must be 4 digits");
        }
        String status = call.text("--status");
        if (status != null && !List.of("succeeded", "failed").contains(status)) {
            throw new Failure(ExitCode.USAGE, "--status must be succeeded or failed");
        }
    }

    /** Searches until some orders pass the filters or enough were examined: the service has no index for the filters. */
    private static void search(Call call) throws InterruptedException {
        Map<String, Object> body = call.fields();
        String status = call.text("--status");
        String last4 = call.text("--last4");
        body.remove("status");
        String email = call.text("--email");
        if (email != null) {
            body.put("customerEmail", email);
        }
        if (status != null || last4 != null) {
            body.put("per", ORDERS_A_REQUEST);
        }
        List<JsonNode> found = List.of();
        String next = "";
        for (int request = 0; request < MOST_REQUESTS; request++) {
            JsonNode answer = call.ask("POST", SEARCH, body);
            found = answer.path("orders")
                    .valueStream()
                    .filter(charge -> is(charge, "status", status) && is(charge, "last4", last4))
                    .toList();
            next = answer.path("nextCursor").asString("");
            if (!found.isEmpty() || next.isEmpty()) {
                break;
            }
            body.put("cursor", next);
        }
        if (call.flag("--json")) {
            call.printJson(next.isEmpty() ? Map.of("orders", found) : Map.of("orders", found, "nextCursor", next));
        } else {
            OrderPages.print(call, found, next);
        }
    }

    private static boolean is(JsonNode charge, String field, @Nullable String value) {
        return value == null || value.equals(charge.path(field).asString(""));
    }

    public static CommandLine search(Terminal terminal) {
        return CliCommand.named(
                        terminal,
                        "search",
                        "Find orders by customer, card, charge ID, ARN or days, newest transaction first.",
                        "With several values, orders must have all of them. --from and --to alone allow 31 days.")
                .footer(
                        "%nExamples:",
                        "  ./evidence order search --email ann@example.com",
                        "  ./evidence order search --bin 424242 --last4 4242 --evidence",
                        "  ./evidence order search --charge-id ch_3P9x2L")
                .onService()
                .takes(
                        EMAIL.field("customerEmail"),
                        Param.option("--bin", "DIGITS", "first 6 or 8 digits of the card, with --last4")
                                .field("bin"),
                        Param.option("--last4", "DIGITS", "last 4 digits of the card, with --bin")
                                .field("last4"),
                        Param.option("--charge-id", "ID", "the processor's ID of the charge")
                                .field("gatewayTransactionId"),
                        Param.option("--arn", "DIGITS", "the acquirer reference number")
                                .field("arn"),
                        FROM,
                        TO)
                .takes(OrderPages.OPTIONS)
                .does(call -> {
                    Map<String, Object> body = call.fields();
                    if (body.keySet().equals(Set.of("per")) || body.keySet().equals(Set.of("per", "cursor"))) {
                        throw new Failure(
                                ExitCode.USAGE,
                                "name what to search for: --email, --bin with --last4, --charge-id, --arn, or --from with --to");
                    }
                    OrderPages.print(call, call.ask("POST", SEARCH, body));
                });
    }

    public static CommandLine refund(Terminal terminal) {
        return CliCommand.named(
                        terminal,
                        "refund",
                        "Record that an order was refunded, in full or in part. This moves no money.",
                        "The amount is the total that was refunded so far, so the command can be repeated safely. The key needs"
                                + " the scopes read and write.")
                .footer("%nExamples:", "  ./evidence order refund A-1001", "  ./evidence order refund A-1001 5.00")
                .onService()
                .takes(
                        ID,
                        Param.argument("AMOUNT", "total refunded, in the order's currency, such as 5.00 (default: all)")
                                .optional())
                .does(call -> {
                    JsonNode charge = call.ask("GET", path(call)).path("charge");
                    long refunded = refunded(charge, call.text("AMOUNT"));
                    JsonNode answer = call.ask("PATCH", path(call), Map.of("refundedAmount", refunded));
                    call.print("order " + call.needed("ID") + ": "
                            + Amounts.shown(refunded, charge.path("currency").asString(""))
                            + " of " + CaseFacts.amount(charge, "amount") + " refunded ("
                            + answer.path("outcome").asString("") + ")");
                });
    }

    private static long refunded(JsonNode charge, @Nullable String amount) {
        long whole = charge.path("amount").asLong(0);
        if (amount == null) {
            return whole;
        }
        String currency = charge.path("currency").asString("");
        long typed = TypedAmount.read(amount, currency);
        if (typed > whole) {
            throw new Failure(
                    ExitCode.USAGE,
                    Amounts.shown(typed, currency) + " is more than the order's " + Amounts.shown(whole, currency));
        }
        return typed;
    }

    public static CommandLine receiptLink(Terminal terminal) {
        return CliCommand.named(
                        terminal,
                        "receipt-link",
                        "Create a link that shows the receipt of an order to anyone who has it.",
                        "The link is printed on standard output, its ID and end on standard error. The service does not store the"
                                + " link itself, so it cannot be printed again. The key needs the scope read.")
                .footer(
                        "%nExamples:",
                        "  ./evidence order receipt-link A-1001", "  ./evidence order receipt-link A-1001 --days 7")
                .onService()
                .takes(
                        ID,
                        Param.option(
                                        "--days",
                                        "DAYS",
                                        "how many days the link is valid, at most 400 (default: ${DEFAULT-VALUE})")
                                .as(int.class)
                                .or("30"))
                .does(call -> {
                    Map<String, Object> body = Map.of("expiresIn", call.number("--days") * SECONDS_PER_DAY);
                    JsonNode link = call.ask("POST", path(call) + "/receipt-link", body);
                    call.print(link.path("url").asString(""));
                    terminal.err()
                            .println(Terminal.printable(link.path("id").asString("") + " is valid until "
                                    + link.path("expiresAt").asString("")));
                });
    }

    public static CommandLine delete(Terminal terminal) {
        return CliCommand.named(
                        terminal,
                        "delete",
                        "Erase an order with its disputes, fraud reports and receipt links. This cannot be undone.",
                        "For 550 days nothing stores the order again: an upload of its ID has the outcome erased. The key needs the"
                                + " scope admin.")
                .footer("%nExample:", "  ./evidence order delete A-1001")
                .onService()
                .takes(ID)
                .does(call -> {
                    call.ask("DELETE", path(call));
                    call.print("order " + call.needed("ID") + " is erased");
                });
    }

    public static CommandLine addDispute(Terminal terminal) {
        return CliCommand.named(
                        terminal, "add", "Record a dispute of an order, or replace it: the dispute's ID is its key.")
                .footer(
                        "%nExamples:",
                        "  ./evidence order dispute add A-1001 dp_1 --condition 10.4 \\",
                        "      --opened-at 2026-11-15",
                        "  ./evidence order dispute add A-1001 dp_1 --condition 10.4 \\",
                        "      --opened-at 2026-11-15 --respond-by 2026-12-05 \\",
                        "      --amount 19.99 --currency USD")
                .onService()
                .takes(
                        ID,
                        Param.argument("DISPUTE", "the processor's ID of the dispute")
                                .field("disputeId"),
                        Param.option("--condition", "CODE", "the network's code, such as 10.4 for fraud with Visa")
                                .required()
                                .field("condition"),
                        Param.option(
                                        "--opened-at",
                                        "DATE",
                                        "when it was opened: a day such as 2026-11-15, or an RFC 3339 time")
                                .required()
                                .field("openedAt"),
                        Param.option(
                                        "--status",
                                        "STATUS",
                                        "open, won, lost, withdrawn or prevented (default: ${DEFAULT-VALUE})")
                                .or("open")
                                .field("status"),
                        Param.option("--respond-by", "DATE", "the deadline for your answer")
                                .field("respondBy"))
                .takesTogether(
                        Param.option(
                                "--amount",
                                "AMOUNT",
                                "the disputed amount with the decimals of its currency, such as 19.99"),
                        Param.option("--currency", "CODE", "its currency, such as USD"))
                .takes(
                        Param.option("--reason", "WORD", "the processor's word for the reason, such as fraudulent")
                                .field("reason"),
                        Param.option("--submitted-at", "DATE", "when you sent the evidence")
                                .field("submittedAt"),
                        Param.option(
                                "--processor-status",
                                "WORD",
                                "what the processor says about compelling evidence, such as qualified"),
                        Param.option(
                                        "--required-action",
                                        "WORD",
                                        "an action that the processor requires for it; repeatable")
                                .as(List.class))
                .does(call -> {
                    JsonNode answer = call.ask("POST", path(call) + "/disputes", dispute(call));
                    call.print("dispute " + call.needed("DISPUTE") + " of order " + call.needed("ID") + ": "
                            + answer.path("outcome").asString(""));
                });
    }

    private static Map<String, Object> dispute(Call call) {
        Map<String, Object> body = call.fields();
        String amount = call.text("--amount");
        if (amount != null) {
            String currency = call.needed("--currency").toUpperCase(Locale.ROOT);
            body.put("amount", TypedAmount.read(amount, currency));
            body.put("currency", currency);
        }
        String status = call.text("--processor-status");
        List<String> actions = call.list("--required-action");
        if (status != null || !actions.isEmpty()) {
            Map<String, @Nullable Object> eligibility = new LinkedHashMap<>();
            eligibility.put("status", status);
            eligibility.put("requiredActions", actions);
            body.put("processorEligibility", eligibility);
        }
        return body;
    }

    public static CommandLine listDisputes(Terminal terminal) {
        return CliCommand.named(terminal, "list", "List the disputes and fraud reports of an order.")
                .footer("%nExample:", "  ./evidence order dispute list A-1001")
                .onService()
                .takes(ID, Param.JSON)
                .does(call -> {
                    JsonNode charge = call.ask("GET", path(call)).path("charge");
                    if (call.flag("--json")) {
                        Map<String, JsonNode> shown = new LinkedHashMap<>();
                        shown.put("disputes", charge.path("disputes"));
                        shown.put("fraudReports", charge.path("fraudReports"));
                        call.printJson(shown);
                    } else {
                        printDisputes(call, charge);
                    }
                });
    }

    private static void printDisputes(Call call, JsonNode charge) {
        if (charge.path("disputes").isEmpty() && charge.path("fraudReports").isEmpty()) {
            call.print("order " + call.needed("ID") + " has no dispute and no fraud report");
            return;
        }
        Table table = new Table("KIND", "ID", "DATE", "CODE", "STATUS");
        for (JsonNode dispute : charge.path("disputes")) {
            table.row(
                    "dispute",
                    dispute.path("disputeId").asString(""),
                    Times.shown(dispute.path("openedAt").asString("")),
                    dispute.path("condition").asString(""),
                    dispute.path("status").asString(""));
        }
        for (JsonNode report : charge.path("fraudReports")) {
            table.row(
                    "fraud report",
                    report.path("reportId").asString(""),
                    Times.shown(report.path("reportedAt").asString("")),
                    report.path("typeCode").asString("-"),
                    "-");
        }
        table.print(call.terminal());
    }

    public static CommandLine addFraudReport(Terminal terminal) {
        return CliCommand.named(
                        terminal,
                        "add",
                        "Record a fraud report (TC40) of an order, or change it: the report's ID is its key.")
                .footer(
                        "%nExample:",
                        "  ./evidence order fraud-report add A-1001 fr_1 \\", "      --reported-at 2026-11-16")
                .onService()
                .takes(
                        ID,
                        Param.argument("REPORT", "the ID of the report").field("reportId"),
                        Param.option(
                                        "--reported-at",
                                        "DATE",
                                        "when it was reported: a day such as 2026-11-16, or an RFC 3339 time")
                                .required()
                                .field("reportedAt"),
                        Param.option("--type-code", "CODE", "the network's fraud type, if it is known")
                                .field("typeCode"))
                .does(call -> {
                    JsonNode answer = call.ask("POST", path(call) + "/fraud-reports", call.fields());
                    call.print("fraud report " + call.needed("REPORT") + " of order " + call.needed("ID") + ": "
                            + answer.path("outcome").asString(""));
                });
    }

    public static CommandLine track(Terminal terminal) {
        return CliCommand.named(
                        terminal,
                        "track",
                        "Record a sighting: a customer seen at an IP address. Print the time of recording in"
                                + " milliseconds since 1970.")
                .footer(
                        "%nExamples:",
                        "  ./evidence track jenny@example.com 203.0.113.7",
                        "  ./evidence track jenny@example.com 203.0.113.7 \\",
                        "      --observed-at 2026-11-01T10:00:00Z")
                .onService()
                .takes(
                        Param.argument("EMAIL", "the customer's e-mail address").field("email"),
                        Param.argument("IP", "public IP address of the customer, not of a proxy")
                                .field("ip"),
                        Param.option("--observed-at", "TIME", "when the customer was seen, RFC 3339 (default: now)")
                                .field("observedAt"))
                .does(call -> call.print(call.ask("POST", TRACK, call.fields()).asString()));
    }
}
