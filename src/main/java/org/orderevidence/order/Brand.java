package org.orderevidence.order;

import java.util.Locale;
import java.util.Set;

/**
 * The name of a card network as the merchant gave it. Names compare trimmed and in lower case; the four that are
 * spelled out in the interface are kept in lower case, any other as given.
 *
 * @param name not blank
 */
public record Brand(String name) {
    /** The name that says nothing: the brand is then derived from the BIN. */
    private static final String UNKNOWN = "unknown";

    private static final Set<String> WELL_KNOWN = Set.of("visa", "mastercard", "amex", "discover");

    public Brand {
        if (Texts.isBlank(name)) {
            throw new IllegalArgumentException("a blank brand is an absent one");
        }
        String folded = fold(name);
        if (WELL_KNOWN.contains(folded)) {
            name = folded;
        }
    }

    /** The form in which two brands are compared. */
    public String canonical() {
        return fold(name);
    }

    /** False when the merchant said that it does not know. */
    public boolean isKnown() {
        return !canonical().equals(UNKNOWN);
    }

    private static String fold(String name) {
        return Texts.trim(name).toLowerCase(Locale.ROOT);
    }
}
