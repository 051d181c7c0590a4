package org.orderevidence.cli.order;

import java.time.DateTimeException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Terminal;
import tools.jackson.databind.JsonNode;

/**
 * The service's answer for one order.
 *
 * @param json the complete answer
 */
public record OrderAnswer(JsonNode json) {
    private static final int DATE_LENGTH = 10;

    /** Returns {@code qualified}, {@code requires_action} or {@code not_qualified}. */
    public String status() {
        return text(evidence(), "status");
    }

    /** Returns the verdict in words, such as {@code not eligible}. An unknown status stays as it is. */
    public String verdict() {
        return switch (status()) {
            case "qualified" -> "eligible";
            case "requires_action" -> "needs an action";
            case "not_qualified" -> "not eligible";
            default -> status();
        };
    }

    /** True if no dispute can be raised any longer. */
    public boolean isClosed() {
        return evidence().path("closed").asBoolean(false);
    }

    /** Returns the merchant's ID of the order. */
    public String id() {
        String id = text(charge(), "id");
        return id.isEmpty() ? text(receipt().path("order"), "merchantOrderId") : id;
    }

    /** Prints the case file and the line of days. */
    public void print(Terminal terminal) {
        CaseFile.print(this, terminal);
        CaseFile.printDays(this, terminal);
    }

    JsonNode evidence() {
        return json.path("compellingEvidence");
    }

    JsonNode charge() {
        return json.path("charge");
    }

    JsonNode receipt() {
        return json.path("digitalReceipt");
    }

    /** Returns a text of an object; empty if it has none. */
    static String text(JsonNode object, String name) {
        return object.path(name).asString("");
    }

    /** Returns the day of a text that starts with a date; null if it does not. */
    static @Nullable LocalDate date(JsonNode node) {
        String time = node.asString("");
        try {
            return LocalDate.parse(time.length() > DATE_LENGTH ? time.substring(0, DATE_LENGTH) : time);
        } catch (DateTimeException notADate) {
            return null;
        }
    }
}
