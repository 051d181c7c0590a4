package org.orderevidence.evidence.element;

import java.text.Normalizer;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.CaseFolding;
import org.orderevidence.order.Texts;

/** The form in which two shipping addresses are compared. Source K, for what an address must have; else our own. */
final class CanonicalShippingAddress {
    /** Where an address needs the state or province. Source K. */
    private static final Set<String> NEED_SUBDIVISION = Set.of("US", "CA", "AU");

    /** Parts of the canonical form stand between these: a blank in Unicode, so no folded text contains one. */
    private static final String SEPARATOR = "\u001f";

    private CanonicalShippingAddress() {}

    /** The address: missing when nothing is in it, unusable when a part that it needs is absent. */
    static ElementValue read(Address address) {
        String line1 = fold(address.line1());
        String line2 = fold(address.line2());
        String city = fold(address.city());
        String postalCode = fold(address.postalCode()).replace(" ", "");
        String subdivision = fold(address.countrySubdivision());
        String countryText = fold(address.country());
        boolean empty = line1.isEmpty()
                && line2.isEmpty()
                && city.isEmpty()
                && postalCode.isEmpty()
                && subdivision.isEmpty()
                && countryText.isEmpty();
        if (empty) {
            return ElementValue.MISSING;
        }
        String country = Countries.alpha2(countryText);
        if (line1.isEmpty() || city.isEmpty() || postalCode.isEmpty() || country == null) {
            return new ElementValue.Unusable(ElementFault.SHIPPING_ADDRESS_INCOMPLETE);
        }
        boolean withSubdivision = NEED_SUBDIVISION.contains(country);
        if (withSubdivision && subdivision.isEmpty()) {
            return new ElementValue.Unusable(ElementFault.SHIPPING_ADDRESS_INCOMPLETE);
        }
        String canonical =
                String.join(SEPARATOR, line1, line2, city, postalCode, country, withSubdivision ? subdivision : "");
        return new ElementValue.Usable(canonical, show(address));
    }

    /**
     * NFKC, case folding, Unicode punctuation (P) and symbols (S) removed, runs of blanks folded to one space, trimmed;
     * empty for an absent text and for one of which nothing is left.
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
