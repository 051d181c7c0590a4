package org.orderevidence.console;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.api.Call;
import org.orderevidence.api.Reference;

/**
 * The page to try an operation.
 *
 * @param groups all operations
 * @param call the operation; {@code null} if none was chosen
 * @param typed what was typed, by the name of the input
 * @param reply the answer; {@code null} before the operation was called
 */
public record TryModel(
        List<Reference.Group> groups,
        @Nullable Call call,
        Map<String, String> typed,
        @Nullable Shown reply) {
    public TryModel {
        groups = List.copyOf(groups);
        typed = Map.copyOf(typed);
    }

    /** Returns what was typed into an input, or the example. */
    public String typed(String name, String example) {
        return typed.getOrDefault(name, reply == null ? example : "");
    }

    /**
     * An answer as the page shows it.
     *
     * @param status HTTP status
     * @param isGood true if it reports success
     * @param headers each as one line
     * @param body text, or what the bytes are
     * @param isCut true if only the start of the body is shown
     * @param command the same request with curl
     */
    public record Shown(int status, boolean isGood, List<String> headers, String body, boolean isCut, String command) {
        public Shown {
            headers = List.copyOf(headers);
        }
    }
}
