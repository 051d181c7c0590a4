package org.orderevidence.cli.explain;

import java.time.DateTimeException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Terminal;
import tools.jackson.databind.JsonNode;

/**
 * The service's answer about one order.
 *
 * @param json as it was answered
 */
public record OrderAnswer(JsonNode json) {
    private static final int DATE_LENGTH = 10;

    /** {@code qualified}, {@code requires_action} or {@code not_qualified}. */
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

    /** True when no dispute can be raised any more. */
    public boolean isClosed() {
        return evidence().path("closed").asBoolean(false);
    }

    /** The order's own id. */
    public String id() {
        String id = text(charge(), "id");
        return id.isEmpty() ? text(receipt().path("order"), "merchantOrderId") : id;
    }

    /** Prints what a support agent wants to know first. */
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

    /** Returns a text of an object, empty if it has none. */
    static String text(JsonNode object, String name) {
        return object.path(name).asString("");
    }

    /** The day of a text that begins with a date; absent when it does not. */
    static @Nullable LocalDate date(JsonNode node) {
        String time = node.asString("");
        try {
            return LocalDate.parse(time.length() > DATE_LENGTH ? time.substring(0, DATE_LENGTH) : time);
        } catch (DateTimeException notADate) {
            return null;
        }
    }
}
