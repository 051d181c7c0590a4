package org.orderevidence.receipt;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One labelled value.
 *
 * @param label what it is
 * @param lines the value: at least one line of text
 * @param link where the value leads; {@code null} if it is only text
 */
public record Fact(
        String label, List<String> lines, @Nullable String link) {
    public Fact {
        lines = List.copyOf(lines);
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("a fact has a value");
        }
    }
}
