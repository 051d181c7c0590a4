package org.orderevidence.cli.order;

import static org.orderevidence.cli.terminal.CliCommand.group;
import static org.orderevidence.cli.terminal.Json.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Format;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import tools.jackson.databind.JsonNode;

/** The commands that list and search orders, and that record what happened to one. */
public final class OrderCommands {
    /** Where sightings are sent. */
    public static final String TRACK = "/api/v2/track";

    private static final String SEARCH = "/api/v2/orders/search";
    private static final long SECONDS_PER_DAY = 86_400;
    private static final Param ID = Param.of("ID: the merchant's order ID");

    private static final Param FROM = Param.of("--from DAY >from: first transaction day, such as 2026-11-01");

    private static final Param TO = Param.of("--to DAY >to: last transaction day");

    /** A search whose results are filtered here examines as many orders as the service does for a page. */
    private static final int MOST_REQUESTS = 10;

    private static final int ORDERS_A_REQUEST = 100;

    private static final Param[] PAGES = Param.all("""
            --per N int =10 >per: orders per page, 1 to 100
            --cursor TEXT >cursor: continue after an earlier page
            --evidence: show the verdict on each order; needs a request for each
            --json: print the JSON response of the service
            """);

    private OrderCommands() {}

    public static CliCommand orders() {
        return group(
                "order",
                "Show, list and change orders.",
                CaseFile.get(),
                list(),
                search(),
                refund(),
                receiptLink(),
                CliCommand.onService("""
                delete: Erase an order with its disputes, fraud reports and receipt links. This cannot be undone.
                For 550 days nothing stores the order again: an upload of its ID has the outcome erased. The key \
                needs the scope admin.
                $ order delete A-1002
                """, ID).does(call -> {
                    call.ask("DELETE", path(call));
                    call.print("order " + call.needed("ID") + " is erased");
                }),
                CliCommand.onService("""
                hold: Place a legal hold on an order: no erasure and no retention removes anything of it.
                The key needs the scope admin.
                $ order hold A-1001 "case 4711 at the district court"
                REASON >reason: why, without personal data
                """, ID).does(call -> {
                    call.ask("PUT", path(call) + "/hold", call.fields());
                    call.print("order " + call.needed("ID") + " is held");
                }),
                CliCommand.onService("""
                release: End the legal hold of an order.
                If its customer was erased, the service erases the order within a day. The key needs the scope admin.
                $ order release A-1001
                """, ID).does(call -> {
                    call.ask("DELETE", path(call) + "/hold");
                    call.print("order " + call.needed("ID") + " is released");
                }),
                group(
                        "dispute",
                        "Record and list disputes of an order.",
                        addDispute(),
                        CliCommand.onService("""
                list: List the disputes and fraud reports of an order.
                $ order dispute list A-1001
                """, ID, Param.JSON).does(call -> {
                            JsonNode charge = call.ask("GET", path(call)).path("charge");
                            Map<String, JsonNode> shown = new LinkedHashMap<>();
                            shown.put("disputes", charge.path("disputes"));
                            shown.put("fraudReports", charge.path("fraudReports"));
                            call.print(shown, () -> printDisputes(call, charge));
                        })),
                group(
                        "fraud-report",
                        "Record fraud reports of an order.",
                        CliCommand.onService("""
                add: Record a fraud report (TC40) of an order, or change it: the report's ID is its key.
                $ order fraud-report add A-1001 fr_1 --reported-at 2026-11-16
                REPORT >reportId: the ID of the report
                --reported-at DATE required >reportedAt: when it was reported: a day such as 2026-11-16, or an RFC \
                3339 time
                --type-code CODE >typeCode: the network's fraud type, if it is known
                """, ID).does(call -> {
                            JsonNode answer = call.ask("POST", path(call) + "/fraud-reports", call.fields());
                            call.print("fraud report " + call.needed("REPORT") + " of order " + call.needed("ID") + ": "
                                    + text(answer, "outcome"));
                        })));
    }

    public static CliCommand evidence() {
        return group("dispute", "Make the evidence for a dispute.", submission());
    }

    public static CliCommand disputes(CliCommand upload) {
        return group(
                "disputes",
                "List disputes and their deadlines, upload them, and count outcomes.",
                queue(),
                upload,
                disputeStats());
    }

    /** Returns the path of the order that the command names. */
    private static String path(Call call) {
        return Client.orderPath(call.needed("ID"));
    }

    private static CliCommand list() {
        return CliCommand.onService("""
                list: List orders, newest transaction first.
                Use --from and --to together: at most 31 days, or any number of days with --email. --last4 needs \
                --email, or --from and --to. A page examines at most 1,000 orders.
                $ order list --per 20
                $ order list --from 2026-11-01 --to 2026-11-30 --evidence
                $ order list --email ann@example.com --last4 4242
                --page N int >page: page number, from 0, of a list without filters (default: 0)
                --status STATUS >status: succeeded or failed
                --email EMAIL: the customer's e-mail address
                --last4 DIGITS: last 4 digits of the card
                --order ORDER >order: desc (newest first) or asc (default: desc)
                """, FROM, TO).takes(PAGES).does(call -> {
            if (call.text("--email") == null && call.text("--last4") == null) {
                print(call, call.ask("GET", "/api/v2/orders" + call.query()));
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
            throw Failure.usage(
                    String.join(" and ", refused) + " cannot be used with --email or --last4; these list the newest"
                            + " first, and continue with --cursor");
        }
        if (call.text("--email") == null && (call.text("--from") == null || call.text("--to") == null)) {
            throw Failure.usage(
                    "--last4 needs --email, or --from and --to; to search all orders by card, use order search with"
                            + " --bin and --last4");
        }
        String last4 = call.text("--last4");
        if (last4 != null && !last4.matches("\\d{4}")) {
            throw Failure.usage("--last4 must be 4 digits");
        }
        String status = call.text("--status");
        if (status != null && !List.of("succeeded", "failed").contains(status)) {
            throw Failure.usage("--status must be succeeded or failed");
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
            next = text(answer, "nextCursor");
            if (!found.isEmpty() || next.isEmpty()) {
                break;
            }
            body.put("cursor", next);
        }
        if (call.flag("--json")) {
            call.printJson(next.isEmpty() ? Map.of("orders", found) : Map.of("orders", found, "nextCursor", next));
        } else {
            print(call, found, next);
        }
    }

    private static boolean is(JsonNode charge, String field, @Nullable String value) {
        return value == null || value.equals(charge.path(field).asString(""));
    }

    private static CliCommand search() {
        return CliCommand.onService("""
                search: Find orders by customer, card, amount, charge ID, ARN, dispute or days, newest transaction \
                first.
                With several values, orders must have all of them. --from and --to alone allow 31 days. If no order \
                matches, similar orders are listed.
                $ order search --email ann@example.com
                $ order search --bin 424242 --last4 4242 --evidence
                $ order search --last4 4242 --date 2026-11-02
                $ order search --charge-id ch_3P9x2L
                --email EMAIL >customerEmail: the customer's e-mail address
                --bin DIGITS >bin: first 6 or 8 digits of the card, with --last4
                --last4 DIGITS >last4: last 4 digits of the card, with --bin, --amount or days
                --amount MINOR int >amount: amount in minor units, with --currency
                --currency CODE >currency: currency of the amount, such as EUR
                --date DAY >date: day of the transaction, within 3 days
                --name NAME >name: the customer's full name
                --dispute-id ID >disputeId: the ID of a dispute
                --charge-id ID >gatewayTransactionId: the processor's ID of the charge
                --arn DIGITS >arn: the acquirer reference number
                """, FROM, TO).takes(PAGES).does(call -> {
            Map<String, Object> body = call.fields();
            if (body.keySet().equals(Set.of("per")) || body.keySet().equals(Set.of("per", "cursor"))) {
                throw Failure.usage("name what to search for: --email, --bin with --last4, --charge-id, --arn, --name,"
                        + " --dispute-id, --last4 with --date, or --from with --to");
            }
            print(call, call.ask("POST", SEARCH, body));
        });
    }

    private static CliCommand refund() {
        return CliCommand.onService("""
                refund: Record that an order was refunded, in full or in part. This moves no money.
                The amount is the total that was refunded so far, so the command can be repeated safely. The key \
                needs the scopes read and write.
                $ order refund A-1001
                $ order refund A-1001 5.00
                [AMOUNT]: total refunded, in the order's currency, such as 5.00 (default: all)
                """, ID).does(call -> {
            JsonNode charge = call.ask("GET", path(call)).path("charge");
            long refunded = refunded(charge, call.text("AMOUNT"));
            JsonNode answer = call.ask("PATCH", path(call), Map.of("refundedAmount", refunded));
            call.print("order " + call.needed("ID") + ": "
                    + Format.amount(refunded, text(charge, "currency"))
                    + " of " + CaseFile.amount(charge, "amount") + " refunded ("
                    + text(answer, "outcome") + ")");
        });
    }

    private static long refunded(JsonNode charge, @Nullable String amount) {
        long whole = charge.path("amount").asLong(0);
        if (amount == null) {
            return whole;
        }
        String currency = text(charge, "currency");
        long typed = Format.readAmount(amount, currency);
        if (typed > whole) {
            throw Failure.usage(
                    Format.amount(typed, currency) + " is more than the order's " + Format.amount(whole, currency));
        }
        return typed;
    }

    private static CliCommand receiptLink() {
        return CliCommand.onService("""
                receipt-link: Create a link that shows the receipt of an order to anyone who has it.
                The link is printed on standard output, its ID and end on standard error. The service does not store \
                the link itself, so it cannot be printed again. The key needs the scope read.
                $ order receipt-link A-1001
                $ order receipt-link A-1001 --days 7
                --days DAYS int =30: how many days the link is valid, at most 400
                """, ID).does(call -> {
            Map<String, Object> body = Map.of("expiresIn", call.number("--days") * SECONDS_PER_DAY);
            JsonNode link = call.ask("POST", path(call) + "/receipt-link", body);
            call.print(text(link, "url"));
            call.tell(Terminal.printable(text(link, "id") + " is valid until " + text(link, "expiresAt")));
        });
    }

    private static CliCommand addDispute() {
        return CliCommand.onService("""
                add: Record a dispute of an order, or replace it: the dispute's ID is its key.
                $ order dispute add A-1001 dp_1 --condition 10.4 \\
                      --opened-at 2026-11-15
                $ order dispute add A-1001 dp_1 --condition 10.4 \\
                      --opened-at 2026-11-15 --respond-by 2026-12-05 \\
                      --amount 19.99 --currency USD
                DISPUTE >disputeId: the processor's ID of the dispute
                --condition CODE required >condition: the network's code, such as 10.4 for fraud with Visa
                --opened-at DATE required >openedAt: when it was opened: a day such as 2026-11-15, or an RFC 3339 time
                --status STATUS =open >status: open, won, lost, withdrawn or prevented
                --respond-by DATE >respondBy: the deadline for your answer
                --reason WORD >reason: the processor's word for the reason, such as fraudulent
                --submitted-at DATE >submittedAt: when you sent the evidence
                --processor-status WORD: what the processor says about compelling evidence, such as qualified
                --required-action WORD...: an action that the processor requires for it; repeatable
                """, ID).takesTogether("""
                        --amount AMOUNT required: the disputed amount with the decimals of its currency, such as 19.99
                        --currency CODE required: its currency, such as USD
                        """).does(call -> {
            JsonNode answer = call.ask("POST", path(call) + "/disputes", dispute(call));
            call.print("dispute " + call.needed("DISPUTE") + " of order " + call.needed("ID") + ": "
                    + text(answer, "outcome"));
        });
    }

    private static Map<String, Object> dispute(Call call) {
        Map<String, Object> body = call.fields();
        String amount = call.text("--amount");
        if (amount != null) {
            String currency = call.needed("--currency").toUpperCase(Locale.ROOT);
            body.put("amount", Format.readAmount(amount, currency));
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

    private static CliCommand queue() {
        return CliCommand.onService("""
                list: List open disputes of all orders, the soonest deadline first.
                Each has what the rule says for the day of the dispute, and what is missing to send evidence.
                $ disputes list --due-before 2026-12-01 --verdict qualified
                $ disputes list --status lost --opened-from 2026-10-01
                --status STATUS >status: open, closed, won, lost, withdrawn or prevented
                --condition CODE >condition: the network's code, such as 10.4, or unknown
                --verdict VERDICT >verdict: qualified, requires_action or not_qualified
                --disagrees >disagrees: only disputes where the processor disagrees with the profile stripe
                --due-before DAY >dueBefore: deadline before this day
                --opened-from DAY >openedFrom: first day on which it was opened
                --opened-to DAY >openedTo: last day on which it was opened
                """, Param.JSON)
                .does(call -> call.printList(
                        "disputes",
                        call.all("/api/v2/disputes" + call.query(), "disputes"),
                        "there is no such dispute",
                        new Table(
                                        "ORDER=orderId, DISPUTE=dispute.disputeId, DEADLINE=dispute.respondBy@, DAYS=daysLeft,"
                                                + " AMOUNT=dispute.amount$, CODE=dispute.condition, STATUS=dispute.status,"
                                                + " VERDICT=verdict, READY=ready?, MISSING=missing[]")
                                .right("DAYS")
                                .right("AMOUNT")));
    }

    private static CliCommand disputeStats() {
        return CliCommand.onService("""
                stats: Count disputes by outcome, and estimate what Visa's monitoring program (VAMP) counts.
                $ disputes stats
                $ disputes stats --by elements --from 2026-01 --to 2026-06
                --by GROUP >by: month, condition, processor or elements (default: month)
                --from MONTH >from: first month in which they were opened, such as 2026-01
                --to MONTH >to: last month (default: the current one)
                """, Param.JSON).does(call -> {
            JsonNode stats = call.ask("GET", "/api/v2/disputes/stats" + call.query());
            call.print(stats, () -> printStats(call, stats));
        });
    }

    private static void printStats(Call call, JsonNode stats) {
        call.print(new Table("GROUP=group, OPENED=opened, ANSWERED=answered, WON=won, LOST=lost, PREVENTED=prevented,"
                        + " WITHDRAWN=withdrawn, OPEN=open")
                .rows(stats.path("groups")));
        if (!stats.path("complete").asBoolean()) {
            call.tell("There are more disputes than one request counts. Older ones are not counted: use fewer months.");
        }
        call.print(new Table(
                        "MONTH=month, CHARGES=settledCharges, FRAUD REPORTS=fraudReports, DISPUTES=disputes, TOTAL=total,"
                                + " BASIS POINTS=basisPoints, AT THE END=projectedTotal, EXCEEDED=exceeded")
                .rows(stats.path("monitoring").path("months")));
        call.tell("The second table is an estimate of what Visa counts. --json has all numbers and limits.");
    }

    private static CliCommand submission() {
        return CliCommand.onService("""
                submission: Print the evidence for a dispute as JSON, in the form of your processor.
                The command fails if something is missing, and says what. The service sends nothing to the processor. \
                The key needs the scope read.
                $ dispute submission A-1003 --format stripe
                $ dispute submission A-1003 --format stripe --tracked --again
                --format FORMAT required >format: stripe, adyen, shopify, braintree, checkout or generic
                --dispute ID >dispute: which dispute (default: the newest that counts)
                --tracked: use an IP address that was tracked, not sent with its order
                --again: although evidence was sent before
                """, ID)
                .does(call -> call.printJson(call.ask(
                        "GET",
                        path(call) + "/submission" + call.query()
                                + (call.flag("--tracked") ? "&include=tracked" : "")
                                + (call.flag("--again") ? "&again=true" : ""))));
    }

    private static void printDisputes(Call call, JsonNode charge) {
        if (charge.path("disputes").isEmpty() && charge.path("fraudReports").isEmpty()) {
            call.print("order " + call.needed("ID") + " has no dispute and no fraud report");
            return;
        }
        Table table = new Table("KIND, ID, DATE, CODE, STATUS");
        for (JsonNode dispute : charge.path("disputes")) {
            table.row(
                    "dispute",
                    text(dispute, "disputeId"),
                    Format.time(text(dispute, "openedAt")),
                    text(dispute, "condition"),
                    text(dispute, "status"));
        }
        for (JsonNode report : charge.path("fraudReports")) {
            table.row(
                    "fraud report",
                    text(report, "reportId"),
                    Format.time(text(report, "reportedAt")),
                    report.path("typeCode").asString("-"),
                    "-");
        }
        table.print(call.terminal());
    }

    public static CliCommand track() {
        return CliCommand.onService("""
                track: Record a sighting: a customer seen at an IP address. Print the time of recording in \
                milliseconds since 1970.
                $ track jenny@example.com 203.0.113.7
                $ track jenny@example.com 203.0.113.7 \\
                      --observed-at 2026-11-01T10:00:00Z
                EMAIL >email: the customer's e-mail address
                IP >ip: public IP address of the customer, not of a proxy
                --observed-at TIME >observedAt: when the customer was seen, RFC 3339 (default: now)
                """)
                .does(call -> call.print(call.ask("POST", TRACK, call.fields()).asString()));
    }

    /** Prints an answer of the service as JSON, or as a table with a note on how to continue. */
    private static void print(Call call, JsonNode read) throws InterruptedException {
        if (call.flag("--json")) {
            call.print(Json.line(read));
            return;
        }
        print(call, read.path("orders").valueStream().toList(), text(read, "nextCursor"));
        if (read.has("near")) {
            call.tell("similar orders:");
            Table near = new Table("ORDER, DATE, AMOUNT, CARD, WHY").right("AMOUNT");
            for (JsonNode similar : read.path("near")) {
                JsonNode charge = similar.path("order");
                near.row(
                        text(charge, "id"),
                        Format.time(text(charge, "transactionDate")),
                        CaseFile.amount(charge, "amount"),
                        card(charge),
                        text(similar, "reason").replace('_', ' '));
            }
            near.print(call.terminal());
        }
        if (read.has("total")) {
            call.tell(Format.count(read.path("total").asLong(0), "order") + " in all; this is page "
                    + read.path("page").asString("0"));
        }
    }

    /** Prints orders as a table. */
    private static void print(Call call, List<JsonNode> charges, String nextCursor) throws InterruptedException {
        Terminal terminal = call.terminal();
        if (charges.isEmpty()) {
            call.tell(nextCursor.isEmpty() ? "no order found" : "no order found yet");
        } else {
            table(call, charges).print(terminal);
        }
        if (!nextCursor.isEmpty()) {
            call.tell("for more, repeat the command with --cursor " + nextCursor);
        }
    }

    private static Table table(Call call, List<JsonNode> charges) throws InterruptedException {
        boolean evidence = call.flag("--evidence");
        List<String> headings = new ArrayList<>(List.of("ORDER", "DATE", "AMOUNT", "CARD", "STATUS"));
        if (evidence) {
            headings.add("EVIDENCE");
        }
        Table table = new Table(String.join(", ", headings))
                .right("AMOUNT")
                .drop(evidence ? List.of("CARD", "STATUS") : List.of("CARD"));
        for (JsonNode charge : charges) {
            List<String> row = new ArrayList<>(List.of(
                    text(charge, "id"),
                    Format.time(text(charge, "transactionDate")),
                    CaseFile.amount(charge, "amount"),
                    card(charge),
                    status(charge)));
            if (evidence) {
                CaseFile order = new CaseFile(call.ask("GET", Client.orderPath(text(charge, "id"))));
                row.add(order.verdict() + (order.isClosed() ? " (closed)" : ""));
            }
            table.row(row.toArray(String[]::new));
        }
        return table;
    }

    private static String card(JsonNode charge) {
        String card = (CaseFile.brand(charge) + " " + text(charge, "last4")).strip();
        return card.isEmpty() ? "-" : card;
    }

    private static String status(JsonNode charge) {
        List<String> words = new ArrayList<>();
        words.add(text(charge, "status"));
        if (charge.path("refunded").asBoolean(false)) {
            words.add("refunded");
        } else if (charge.path("refundedAmount").asLong(0) > 0) {
            words.add("partially refunded");
        }
        if (!charge.path("disputes").isEmpty()) {
            words.add("disputed");
        }
        if (!charge.path("fraudReports").isEmpty()) {
            words.add("reported as fraud");
        }
        return String.join(", ", words);
    }
}
