package org.orderevidence.console;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A page of the audit log.
 *
 * @param rows newest first
 * @param next cursor of the next page; empty at the end
 */
public record AuditModel(List<Row> rows, String next) {
    public AuditModel {
        rows = List.copyOf(rows);
    }

    /**
     * A change.
     *
     * @param at when
     * @param actor who: a key's ID, or the operator
     * @param action in words
     * @param subject ID of what was changed; empty if there is none
     */
    public record Row(String at, String actor, String action, String subject) {
        static Row of(JsonNode entry) {
            String actor = Values.text(entry, "actor");
            String key = Values.text(entry, "keyId");
            String newKey = Values.text(entry, "newKeyId");
            String other = Values.text(entry, "integrationId") + Values.text(entry, "orderId");
            String subject = newKey.isEmpty() ? key : key + " → " + newKey;
            return new Row(
                    Values.time(entry, "at"),
                    actor.equals("cli") ? "Operator" : actor,
                    words(Values.text(entry, "action")),
                    subject.isEmpty() ? other : subject);
        }

        /** An unknown code is shown as it is. */
        private static String words(String action) {
            String words = action.replace('_', ' ');
            return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
        }
    }
}
