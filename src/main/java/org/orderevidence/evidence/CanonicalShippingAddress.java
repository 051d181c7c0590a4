package org.orderevidence.evidence;

import java.text.Normalizer;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.ElementReading.ElementFault;
import org.orderevidence.evidence.ElementReading.ElementValue;
import org.orderevidence.order.Address;
import org.orderevidence.order.CaseFolding;
import org.orderevidence.order.Placeholders;
import org.orderevidence.order.Texts;

/** The form in which two shipping addresses are compared. Source K, for what an address must have; else our own. */
final class CanonicalShippingAddress {
    /** Where an address needs the state or province. Source K. */
    private static final Set<String> NEED_SUBDIVISION = Set.of("US", "CA", "AU");

    /** Separates the parts of the canonical form: a blank in Unicode, so no folded string contains it. */
    private static final String SEPARATOR = "\u001f";

    private CanonicalShippingAddress() {}

    /** The address: missing when nothing is in it, unusable when a required part is missing. */
    static ElementValue read(Address address) {
        Folded folded = Folded.of(address);
        if (folded.isEmpty()) {
            return ElementValue.MISSING;
        }
        String country = Countries.alpha2(folded.country);
        if (country == null || folded.lack(country) != null) {
            return new ElementValue.Unusable(ElementFault.SHIPPING_ADDRESS_INCOMPLETE);
        }
        String subdivision = NEED_SUBDIVISION.contains(country) ? folded.subdivision : "";
        String canonical = String.join(
                SEPARATOR, folded.line1, folded.line2, folded.city, folded.postalCode, country, subdivision);
        return new ElementValue.Usable(canonical, show(address));
    }

    /** The first part that makes the address unusable, by its name in the HTTP interface; null if there is none. */
    static @Nullable String lack(Address address) {
        Folded folded = Folded.of(address);
        return folded.isEmpty() ? null : folded.lack(Countries.alpha2(folded.country));
    }

    /** The parts of an address as they are compared. {@link #toString} hides them. */
    private record Folded(
            String line1,
            String line2,
            String city,
            String postalCode,
            String subdivision,
            String country,
            boolean hasPlaceholder) {
        static Folded of(Address address) {
            return new Folded(
                    foldUnlessPlaceholder(address.line1()),
                    foldUnlessPlaceholder(address.line2()),
                    foldUnlessPlaceholder(address.city()),
                    fold(address.postalCode()).replace(" ", ""),
                    fold(address.countrySubdivision()),
                    fold(address.country()),
                    isPlaceholder(address.line1()) || isPlaceholder(address.city()));
        }

        boolean isEmpty() {
            return !hasPlaceholder
                    && line1.isEmpty()
                    && line2.isEmpty()
                    && city.isEmpty()
                    && postalCode.isEmpty()
                    && subdivision.isEmpty()
                    && country.isEmpty();
        }

        /** The first part that is missing or not recognised, or null. */
        @Nullable
        String lack(@Nullable String alpha2) {
            if (alpha2 == null) {
                return "country";
            }
            if (line1.isEmpty()) {
                return "line1";
            }
            if (city.isEmpty()) {
                return "city";
            }
            if (postalCode.isEmpty()) {
                return "postalCode";
            }
            return NEED_SUBDIVISION.contains(alpha2) && subdivision.isEmpty() ? "countrySubdivision" : null;
        }

        @Override
        public String toString() {
            return "Folded[personal]";
        }
    }

    private static String foldUnlessPlaceholder(@Nullable String text) {
        return isPlaceholder(text) ? "" : fold(text);
    }

    private static boolean isPlaceholder(@Nullable String text) {
        return text != null && Placeholders.isOne(text);
    }

    /**
     * NFKC, case folding, Unicode punctuation (P) and symbols (S) removed, runs of blanks folded to one space, trimmed;
     * empty for a missing string and for one of which nothing is left.
     */
    static String fold(@Nullable String text) {
        if (text == null) {
            return "";
        }
        String folded = CaseFolding.fold(Normalizer.normalize(text, Normalizer.Form.NFKC));
        StringBuilder kept = new StringBuilder(folded.length());
        for (int i = 0; i < folded.length(); ) {
            int c = folded.codePointAt(i);
            i += Character.charCount(c);
            if (Texts.isBlank(c)) {
                if (!kept.isEmpty() && kept.charAt(kept.length() - 1) != ' ') {
                    kept.append(' ');
                }
            } else if (!isPunctuationOrSymbol(c)) {
                kept.appendCodePoint(c);
            }
        }
        boolean endsInSpace = !kept.isEmpty() && kept.charAt(kept.length() - 1) == ' ';
        return kept.substring(0, kept.length() - (endsInSpace ? 1 : 0));
    }

    private static boolean isPunctuationOrSymbol(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION,
                    Character.MATH_SYMBOL,
                    Character.CURRENCY_SYMBOL,
                    Character.MODIFIER_SYMBOL,
                    Character.OTHER_SYMBOL -> true;
            default -> false;
        };
    }

    /** The form in which people read it. */
    static String show(Address address) {
        StringJoiner shown = new StringJoiner(", ");
        add(shown, address.line1());
        add(shown, address.line2());
        add(shown, address.city());
        add(shown, address.countrySubdivision());
        add(shown, address.postalCode());
        add(shown, address.country());
        return shown.toString();
    }

    private static void add(StringJoiner shown, @Nullable String part) {
        if (part != null && !Texts.trim(part).isEmpty()) {
            shown.add(Texts.trim(part));
        }
    }
}
