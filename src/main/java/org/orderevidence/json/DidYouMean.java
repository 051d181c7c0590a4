package org.orderevidence.json;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was likely meant. */
public final class DidYouMean {
    /** Maximum number of letters that may be wrong, missing or too many. */
    private static final int MAX_DISTANCE = 4;

    private DidYouMean() {}

    /**
     * Returns a question to append to a message, such as {@code "; did you mean port?"}; empty if nothing is near.
     */
    public static String among(Collection<String> names, String given) {
        return nearest(names, given, 2).map(DidYouMean::question).orElse("");
    }

    /** Returns the question for a name. */
    static String question(String name) {
        return "; did you mean " + name + "?";
    }

    /**
     * Returns the name that is nearest to the given one.
     *
     * @param share one wrong letter is allowed for this many letters
     */
    static Optional<String> nearest(Collection<String> names, String given, int share) {
        return names.stream()
                .filter(name -> distance(name, given) <= Math.min(MAX_DISTANCE, name.length() / share))
                .min(Comparator.comparingInt((String name) -> distance(name, given))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Returns the Levenshtein distance, ignoring case. */
    private static int distance(String name, String given) {
        String left = name.toLowerCase(Locale.ROOT);
        String right = given.toLowerCase(Locale.ROOT);
        int[] previous = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int[] current = new int[right.length() + 1];
            current[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int replaced = previous[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[right.length()];
    }
}
