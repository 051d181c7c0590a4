package org.orderevidence.console;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The page of keys.
 *
 * @param keys one page of them
 * @param next cursor of the next page; empty at the end
 * @param made a key that was just created; {@code null} if none was
 * @param typed what was typed into the form
 */
public record KeyModel(
        List<Row> keys, String next, @Nullable Made made, Typed typed) {
    public KeyModel {
        keys = List.copyOf(keys);
    }

    /**
     * A key.
     *
     * @param id public ID
     * @param label name; empty if it has none
     * @param scopes in words
     * @param tone of its state
     * @param state in words
     * @param created when
     * @param lastUsed day, or {@code never}
     * @param ends when; empty if it does not end
     * @param replacedBy ID of the next key; empty if there is none
     * @param isOwn true for the key of this session
     * @param isChangeable true if it can be rotated or revoked
     */
    public record Row(
            String id,
            String label,
            String scopes,
            Tone tone,
            String state,
            String created,
            String lastUsed,
            String ends,
            String replacedBy,
            boolean isOwn,
            boolean isChangeable) {
        static Row of(JsonNode key, String own) {
            String state = Values.text(key, "state");
            String id = Values.text(key, "id");
            List<String> scopes =
                    key.path("scopes").valueStream().map(JsonNode::asString).toList();
            String lastUsed = Values.text(key, "lastUsedOn");
            return new Row(
                    id,
                    Values.text(key, "label"),
                    String.join(", ", scopes),
                    switch (state) {
                        case "active" -> Tone.GOOD;
                        case "grace" -> Tone.ACTION;
                        default -> Tone.NEUTRAL;
                    },
                    switch (state) {
                        case "active" -> "Active";
                        case "grace" -> "Being replaced";
                        case "expired" -> "Expired";
                        default -> "Revoked";
                    },
                    Values.time(key, "createdAt"),
                    lastUsed.isEmpty() ? "never" : lastUsed,
                    Values.time(key, "endsAt"),
                    Values.text(key, "replacedBy"),
                    id.equals(own),
                    state.equals("active"));
        }
    }

    /**
     * A new key. Its text is shown once.
     *
     * @param text the secret
     * @param id public ID
     * @param replaces what became of the key that it replaces; empty if it replaces none
     */
    public record Made(String text, String id, String replaces) {
        @Override
        public String toString() {
            return "Made[" + id + "]";
        }
    }

    /**
     * The form for a new key.
     *
     * @param label as typed
     * @param scopes selected
     * @param expires day, as typed
     * @param error what is wrong; empty if nothing is
     */
    public record Typed(String label, List<String> scopes, String expires, String error) {
        static final Typed EMPTY = new Typed("", List.of("read"), "", "");

        public Typed {
            scopes = List.copyOf(scopes);
        }
    }

    /**
     * The page of one key.
     *
     * @param key the key
     */
    public record One(Row key) {}
}
