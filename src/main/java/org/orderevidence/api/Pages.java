package org.orderevidence.api;

import org.jspecify.annotations.Nullable;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.QueryParameters;

/** The query parameters of a list with a cursor. */
final class Pages {
    private static final int DEFAULT_PER = 50;
    private static final int MAX_PER = 100;
    private static final int MAX_DIGITS = 9;

    private Pages() {}

    /** Reads {@code per}. */
    static int per(QueryParameters query, Faults faults) {
        String text = query.single("per", faults);
        if (text == null || text.isEmpty()) {
            return DEFAULT_PER;
        }
        boolean isNumber = text.length() <= MAX_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int number = isNumber ? Integer.parseInt(text) : -1;
        if (number < 1 || number > MAX_PER) {
            QueryParameters.error(
                    "per", "per must be an integer from 1 to " + MAX_PER + "; default " + DEFAULT_PER, faults);
            return DEFAULT_PER;
        }
        return number;
    }

    /** Reads {@code cursor}, which must have the given form; {@code null} if it is not sent. */
    static @Nullable String cursor(QueryParameters query, String form, Faults faults) {
        String text = query.single("cursor", faults);
        if (text != null && !text.matches(form)) {
            wrongCursor(faults);
            return null;
        }
        return text;
    }

    static void wrongCursor(Faults faults) {
        QueryParameters.error("cursor", "cursor must be the nextCursor of an earlier response", faults);
    }
}
