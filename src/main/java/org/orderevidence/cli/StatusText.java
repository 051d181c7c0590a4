package org.orderevidence.cli;

import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.orderevidence.cli.terminal.CaptureText;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Times;
import org.orderevidence.integration.CaptureAlarm;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.integration.CapturedField;
import org.orderevidence.integration.PlatformSwitch;
import org.orderevidence.webhook.EventCounts;
import org.orderevidence.webhook.IntegrationStatus;
import tools.jackson.databind.JsonNode;

/** The status of an integration, as JSON with the fields of the HTTP interface, and as text. */
final class StatusText {
    private static final int DAYS_SHOWN = 7;

    private StatusText() {}

    /** Returns a status as JSON. */
    static JsonNode json(IntegrationStatus status) {
        Map<String, Object> fields = IntegrationText.fields(status.integration());
        fields.put("openTasks", status.tasks().open());
        fields.put("overdueTasks", status.tasks().overdue());
        EventCounts.Last last = status.events().last();
        if (last != null) {
            fields.put("lastEventAt", last.at().truncatedTo(ChronoUnit.SECONDS).toString());
        }
        if (last != null && last.type() != null) {
            fields.put("lastEventType", last.type());
        }
        fields.put("eventsEstimated", status.events().isEstimated());
        fields.put(
                "eventDays",
                status.events().days().entrySet().stream()
                        .map(day -> fields(day.getKey().toString(), day.getValue()))
                        .toList());
        fields.put(
                "captureRates", status.rates().stream().map(StatusText::fields).toList());
        fields.put("alarms", status.alarms().stream().map(StatusText::fields).toList());
        fields.put(
                "switchesOff",
                status.switches().stream().map(StatusText::fields).toList());
        return Json.read(Json.bytes(fields));
    }

    private static Map<String, Object> fields(String day, EventCounts.Day events) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("day", day);
        fields.put("received", events.received());
        fields.put("waiting", events.waiting());
        fields.put(
                "unmapped",
                events.unmapped().entrySet().stream()
                        .map(reason -> {
                            Map<String, Object> counted = new LinkedHashMap<>();
                            counted.put("reason", reason.getKey());
                            counted.put("events", reason.getValue());
                            return counted;
                        })
                        .toList());
        return fields;
    }

    private static Map<String, Object> fields(CaptureDay.Rate rate) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("day", rate.day().toString());
        fields.put("source", rate.path().source());
        fields.put("method", rate.path().method());
        fields.put("orders", rate.count().orders());
        for (CapturedField field : CapturedField.values()) {
            fields.put(field.wireName(), rate.count().having(field));
        }
        return fields;
    }

    private static Map<String, Object> fields(CaptureAlarm alarm) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("source", alarm.path().source());
        fields.put("method", alarm.path().method());
        fields.put("field", alarm.field().wireName());
        fields.put("since", alarm.since().toString());
        fields.put("recentOrders", alarm.recentOrders());
        fields.put("recentHaving", alarm.recentHaving());
        fields.put("usualOrders", alarm.usualOrders());
        fields.put("usualHaving", alarm.usualHaving());
        fields.put("detail", alarm.sentence());
        return fields;
    }

    private static Map<String, Object> fields(PlatformSwitch off) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("field", off.field());
        fields.put("place", off.place());
        return fields;
    }

    /** Prints the alarms, the settings that are off, and the last days. */
    static void print(Terminal terminal, JsonNode status) {
        CaptureText.printAlarms(terminal, status);
        for (JsonNode off : status.path("switchesOff")) {
            terminal.out()
                    .println("no order has " + off.path("field").asString("") + " from the platform: "
                            + off.path("place").asString(""));
        }
        CaptureText.printRates(terminal, status);
        printEvents(terminal, status);
    }

    private static void printEvents(Terminal terminal, JsonNode status) {
        JsonNode days = status.path("eventDays");
        String last = status.path("lastEventAt").asString("");
        if (last.isEmpty()) {
            terminal.out().println("No event was received in the last 28 days.");
            return;
        }
        terminal.out()
                .println("Last event: " + status.path("lastEventType").asString("without a type") + ", "
                        + Times.shown(last));
        Table table = new Table("EVENTS OF", "RECEIVED", "WAITING", "CHANGED NOTHING");
        for (int i = Math.max(0, days.size() - DAYS_SHOWN); i < days.size(); i++) {
            JsonNode day = days.path(i);
            long unmapped = day.path("unmapped")
                    .valueStream()
                    .mapToLong(reason -> reason.path("events").asLong(0))
                    .sum();
            table.row(
                    day.path("day").asString(""),
                    Long.toString(day.path("received").asLong(0)),
                    Long.toString(day.path("waiting").asLong(0)),
                    Long.toString(unmapped));
        }
        table.print(terminal);
        if (status.path("eventsEstimated").asBoolean(false)) {
            terminal.tell("the numbers of events are estimates: there are many");
        }
    }
}
