package org.orderevidence.cli.order;

import static org.orderevidence.cli.terminal.Json.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Format;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Table.LabelledLines;
import org.orderevidence.integration.CaptureDay.CaptureCount;
import org.orderevidence.integration.CaptureDay.CapturedField;
import tools.jackson.databind.JsonNode;

/** The command that shows how many orders could be defended. */
public record CoverageCommand(Call call) {
    private static final int DAYS_SHOWN = 7;
    private static final int MOST_REASONS = 10;

    public static CliCommand of() {
        return CliCommand.onService("""
                coverage: Show how many of the orders that can be disputed today are eligible, and which data would \
                make more of them eligible. The service computes the numbers in the background.
                $ coverage
                $ coverage --json
                $ coverage --of field:deviceId --verdict requires_action
                --of NUMBER >of: list the newest orders behind a number, such as qualified or field:deviceId
                --verdict VERDICT >verdict: with --of: only orders that have this verdict now
                --brand BRAND >brand: with --of: only orders of this card brand
                --min-amount MINOR >minAmount: with --of: the smallest amount, in minor units
                --max-amount MINOR >maxAmount: with --of: the largest amount, in minor units
                """, Param.JSON_ANSWER).does(call -> {
            if (!call.query().isEmpty()) {
                JsonNode orders = call.ask("GET", "/api/v2/coverage/orders" + call.query());
                call.print(orders, () -> printOrders(call, orders));
                return;
            }
            JsonNode coverage = call.ask("GET", "/api/v2/coverage?examples=3");
            if (call.flag("--json")) {
                call.print(Json.line(coverage));
            } else {
                new CoverageCommand(call).print(coverage);
            }
        });
    }

    private static void printOrders(Call call, JsonNode answer) {
        call.print(text(answer, "title") + ": " + number(answer, "total"));
        Table table = new Table("ORDER, DATE, AMOUNT, CUSTOMER, BRAND, VERDICT NOW").right("AMOUNT");
        for (JsonNode order : answer.path("orders")) {
            table.row(
                    text(order, "id"),
                    Format.time(text(order, "transactionDate")),
                    amount(order, "amount"),
                    text(order, "customer"),
                    text(order, "brand"),
                    text(order, "verdict"));
        }
        call.print(table);
    }

    private static String amount(JsonNode object, String name) {
        return Format.amount(object.path(name).asLong(), text(object, "currency"));
    }

    private static String amounts(JsonNode counted) {
        return counted.path("amounts")
                .valueStream()
                .map(amount -> amount(amount, "amount"))
                .collect(Collectors.joining(", "));
    }

    private void print(JsonNode coverage) {
        long all = coverage.path("disputable").asLong();
        LabelledLines lines = new LabelledLines();
        lines.add("Computed", Format.time(text(coverage, "computedAt")));
        lines.add("Orders that can be disputed", number(all));
        lines.add("Eligible", share(coverage.path("eligible"), all));
        lines.add("Need more data", share(coverage.path("requiresAction"), all));
        lines.add("Not eligible", share(coverage.path("notQualified"), all));
        JsonNode left = coverage.path("notCounted");
        lines.add(
                "Not counted",
                number(left, "failed") + " failed, " + number(left, "disputed") + " already disputed"
                        + (left.path("unreadable").asLong() == 0
                                ? ""
                                : ", " + number(left, "unreadable") + " unreadable"));
        if (coverage.has("sample")) {
            JsonNode sample = coverage.path("sample");
            lines.add(
                    "Estimated",
                    "from " + number(sample, "judged") + " orders, with an error of at most "
                            + number(sample, "marginOfError") + " orders (95 % confidence)");
        }
        lines.add("Next 30 days", forecast(coverage.path("forecast")));
        lines.print(call.terminal());
        Table fields = new Table("FIELD, ORDERS, AMOUNT, WHAT TO DO").right("ORDERS");
        for (JsonNode field : coverage.path("missingFields")) {
            fields.row(text(field, "field"), number(field, "unlocks"), amounts(field), text(field, "remedy"));
        }
        print("Fields that would make orders eligible, each alone", fields);
        JsonNode reasons = coverage.path("reasons");
        print("Why orders need more data (an order can have several reasons)", reasons(reasons, "requires_action"));
        print("Why orders are not eligible (an order can have several reasons)", reasons(reasons, "not_qualified"));
        long customers = coverage.path("customers").asLong();
        Table addresses = new Table("ADDRESS, CUSTOMERS, SHARE, EXAMPLE")
                .right("CUSTOMERS")
                .right("SHARE");
        for (JsonNode address : coverage.path("sharedAddresses")) {
            addresses.row(
                    address.path("ip").asString("changed since"),
                    number(address, "customers"),
                    percent(address.path("customers").asLong(), customers),
                    address.path("exampleOrders").path(0).asString(""));
        }
        print("IP addresses that many customers share. They are probably those of a proxy.", addresses);
        if (!coverage.path("captureRates").isEmpty()) {
            call.print("");
            call.print("How many new orders have each kind of evidence");
            printAlarms(call, coverage);
            printRates(call, coverage);
        }
    }

    private static Table reasons(JsonNode reasons, String status) {
        Table table =
                new Table("REASON, ORDERS, EXAMPLE, MEANING").right("ORDERS").drop(List.of("EXAMPLE"));
        reasons.valueStream()
                .filter(reason -> text(reason, "status").equals(status))
                .limit(MOST_REASONS)
                .forEach(reason -> table.row(
                        text(reason, "code"),
                        number(reason, "orders"),
                        reason.path("exampleOrders").path(0).asString(""),
                        text(reason, "detail")));
        return table;
    }

    private void print(String title, Table table) {
        if (!table.isEmpty()) {
            call.print("");
            call.print(title);
            call.print(table);
        }
    }

    private static String forecast(JsonNode days) {
        long entering = sum(days, "entering");
        long leaving = sum(days, "leaving");
        long ended = sum(days, "ended");
        return number(entering) + " become eligible, " + number(leaving) + " stop being eligible (" + number(ended)
                + " of these can no longer be disputed)";
    }

    private static long sum(JsonNode days, String name) {
        return days.valueStream().mapToLong(day -> day.path(name).asLong()).sum();
    }

    private static String share(JsonNode counted, long all) {
        long orders = counted.path("orders").asLong();
        String amounts = amounts(counted);
        return all == 0
                ? number(orders)
                : number(orders) + " (" + percent(orders, all) + ")" + (amounts.isEmpty() ? "" : ": " + amounts);
    }

    private static String percent(long part, long all) {
        return all == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / all);
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String number(JsonNode object, String name) {
        return number(object.path(name).asLong());
    }

    public static void printAlarms(Call call, JsonNode answer) {
        for (JsonNode alarm : answer.path("alarms")) {
            call.print("ALARM: " + text(alarm, "detail"));
        }
    }

    /** Prints how often the orders of the last days have each field, by source and way of payment. */
    public static void printRates(Call call, JsonNode answer) {
        SortedMap<String, CaptureCount> byPath = new TreeMap<>();
        SortedMap<String, Boolean> days = new TreeMap<>();
        answer.path("captureRates").forEach(rate -> days.put(text(rate, "day"), true));
        String first = days.keySet().stream()
                .skip(Math.max(0, days.size() - DAYS_SHOWN))
                .findFirst()
                .orElse("");
        for (JsonNode rate : answer.path("captureRates")) {
            if (text(rate, "day").compareTo(first) >= 0) {
                Map<CapturedField, Integer> having = new LinkedHashMap<>();
                for (CapturedField field : CapturedField.values()) {
                    having.put(field, rate.path(field.wireName()).asInt(0));
                }
                byPath.merge(
                        text(rate, "source") + ' ' + text(rate, "method"),
                        new CaptureCount(rate.path("orders").asInt(0), having),
                        CaptureCount::plus);
            }
        }
        if (byPath.isEmpty()) {
            return;
        }
        Table table = new Table("SINCE " + first + ", ORDERS, CARD, IP, LOGIN, ADDRESS, ITEMS");
        byPath.forEach((path, count) -> table.row(
                path,
                Integer.toString(count.orders()),
                share(count, CapturedField.CARD),
                share(count, CapturedField.IP),
                share(count, CapturedField.LOGIN),
                share(count, CapturedField.ADDRESS),
                share(count, CapturedField.ITEMS)));
        call.print(table);
    }

    private static String share(CaptureCount count, CapturedField field) {
        return Math.round(100 * count.share(field)) + " %";
    }
}
