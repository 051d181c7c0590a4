package org.orderevidence.order;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orderevidence.order.CardNumbers.CardNetwork;

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

    private static final Set<String> WELL_KNOWN = Set.of(VISA, "mastercard", "amex", "discover");

    public Brand {
        if (Texts.isBlank(name)) {
            throw new IllegalArgumentException("a brand is not blank");
        }
        String folded = fold(name);
        if (WELL_KNOWN.contains(folded)) {
            name = folded;
        }
    }

    /** Returns the form in which two brands are compared. */
    public String canonical() {
        if (WELL_KNOWN.contains(name)) {
            return name;
        }
        return letters(name).startsWith(VISA) ? VISA : fold(name);
    }

    /** Returns false if the merchant said that the brand is unknown. */
    public boolean isKnown() {
        return WELL_KNOWN.contains(name) || !letters(name).equals(UNKNOWN);
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

    /** Recognises the names of card networks, in the forms that shops and processors write. */
    public static final class NetworkNames {
        private static final String VISA = "visa";
        private static final Pattern NO_LETTERS = Pattern.compile("\\P{L}+");

        /** Other names of the networks of {@link CardNetwork}, and networks whose numbers are not listed there. */
        private static final Set<String> OTHERS = Set.of(
                "amex",
                "bancontact",
                "bcmc",
                "cartebancaire",
                "cartesbancaires",
                "cb",
                "cup",
                "dankort",
                "diners",
                "eftpos",
                "elo",
                "girocard",
                "hipercard",
                "interac",
                "mada",
                "master",
                "mc",
                "troy",
                "uatp",
                "verve",
                "мир",
                "银联");

        /** The names in lower case, letters alone. Visa is not among them: {@link Brand} decides what is Visa. */
        private static final Set<String> NAMES = Stream.concat(
                        CardNetwork.ALL.stream().map(network -> String.join("", words(network.name()))), OTHERS.stream())
                .filter(Predicate.not(VISA::equals))
                .collect(Collectors.toUnmodifiableSet());

        /** From this length on, a name counts inside of a longer word too, such as {@code debitmastercard}. */
        private static final int LONG = 7;

        private NetworkNames() {}

        /** Returns true if the brand is Visa, or has the name of another network in it. */
        public static boolean isNetwork(Brand brand) {
            String canonical = brand.canonical();
            if (canonical.equals(VISA) || NAMES.contains(canonical)) {
                return true;
            }
            List<String> words = words(brand.name());
            String letters = String.join("", words);
            return words.stream().anyMatch(NAMES::contains)
                    || NAMES.stream().anyMatch(name -> name.length() >= LONG && letters.contains(name));
        }

        private static List<String> words(String name) {
            String folded = Normalizer.normalize(name, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
            return NO_LETTERS.splitAsStream(folded).toList();
        }
    }
}
