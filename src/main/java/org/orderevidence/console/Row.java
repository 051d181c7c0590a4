package org.orderevidence.console;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Currency;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** An object of an answer of the HTTP interface, as a page shows it. */
public record Row(JsonNode json) {
    public static List<Row> list(JsonNode answer, String name) {
        return answer.path(name).valueStream().map(Row::new).toList();
    }

    /** Returns a text; empty if it is missing. */
    public String text(String name) {
        return json.path(name).asString("");
    }

    /** Returns a text, or a dash if it is missing. */
    public String orDash(String name) {
        return Shown.orDash(text(name));
    }

    /** Returns a moment to the minute; empty if it is missing. */
    public String time(String name) {
        String text = text(name);
        try {
            return text.isEmpty() ? "" : Shown.time(Instant.parse(text));
        } catch (DateTimeParseException notATime) {
            return text;
        }
    }

    /** Returns a number; 0 if it is missing. */
    public int number(String name) {
        return json.path(name).asInt(0);
    }

    /** Returns its amount in the digits of its currency, or a dash if it has none. */
    public String amount() {
        return json.has("amount")
                ? Shown.amount(json.path("amount").asLong(), Currency.getInstance(text("currency")))
                : "–";
    }

    /** Returns an object in this one; an empty one if it is missing. */
    public Row part(String name) {
        return new Row(json.path(name));
    }

    /** It can hold a secret. */
    @Override
    public String toString() {
        return "Row";
    }
}
