package org.orderevidence.order;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;

/**
 * The name of a card network as the merchant gave it. The four names in the interface are stored in lower case, any
 * other name as given. A name whose letters start with {@code visa}, such as {@code Visa Debit}, is Visa. Other names
 * compare trimmed and in lower case.
 *
 * @param name not blank
 */
public record Brand(String name) {
    private static final String VISA = "visa";

    /** The name for an unknown network. The network is then derived from the BIN. */
    private static final String UNKNOWN = "unknown";

    /** How people write the names in the interface. */
    private static final Map<String, String> WELL_KNOWN =
            Map.of(VISA, "Visa", "mastercard", "Mastercard", "amex", "American Express", "discover", "Discover");

    public Brand {
        if (Texts.isBlank(name)) {
            throw new IllegalArgumentException("a brand is not blank");
        }
        String folded = fold(name);
        if (WELL_KNOWN.containsKey(folded)) {
            name = folded;
        }
    }

    /** Returns the form in which two brands are compared. */
    public String canonical() {
        if (WELL_KNOWN.containsKey(name)) {
            return name;
        }
        return letters(name).startsWith(VISA) ? VISA : fold(name);
    }

    /** Returns the name as people write it. */
    public String title() {
        return WELL_KNOWN.getOrDefault(name, name);
    }

    /** Returns false if the merchant said that the brand is unknown. */
    public boolean isKnown() {
        return WELL_KNOWN.containsKey(name) || !letters(name).equals(UNKNOWN);
    }

    private static String fold(String name) {
        return Texts.trim(name).toLowerCase(Locale.ROOT);
    }

    /** Returns the letters alone, after NFKC and in lower case: full-width letters are plain ones. */
    private static String letters(String name) {
        StringBuilder letters = new StringBuilder(name.length());
        Normalizer.normalize(name, Normalizer.Form.NFKC)
                .toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(Character::isLetter)
                .forEach(letters::appendCodePoint);
        return letters.toString();
    }
}
