package org.orderevidence.console;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.ListPlace;

/**
 * A page of a list that another page links to.
 *
 * @param after the cursor of the page; empty for the first page
 * @param trail the cursors of the pages before it, each after a period, by which the list is walked back
 */
public record Step(String after, String trail) {
    /** Longest trail in characters. Before that, the oldest cursors are left out. */
    private static final int LONGEST = 2_000;

    private static final char MARK = '.';

    /** Returns where the page starts; {@code null} for the first page, or if the cursor is none. */
    @Nullable
    ListPlace place() {
        return ListPlace.parse(after).orElse(null);
    }

    /** Returns the step from this page to the next one. */
    Step older(String next) {
        String longer = trail
                + MARK
                + Base64.getUrlEncoder().withoutPadding().encodeToString(after.getBytes(StandardCharsets.UTF_8));
        while (longer.length() > LONGEST) {
            longer = longer.substring(longer.indexOf(MARK, 1));
        }
        return new Step(next, longer);
    }

    /** Returns the step back from this page; {@code null} from the first page. */
    @Nullable
    Step newer() {
        if (after.isEmpty()) {
            return null;
        }
        int mark = trail.lastIndexOf(MARK);
        try {
            byte[] cursor = Base64.getUrlDecoder().decode(trail.substring(mark + 1));
            return new Step(new String(cursor, StandardCharsets.UTF_8), trail.substring(0, Math.max(0, mark)));
        } catch (IllegalArgumentException notATrail) {
            return new Step("", "");
        }
    }
}
