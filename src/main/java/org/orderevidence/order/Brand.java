package org.orderevidence.order;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    /** How people write the names in the interface. */
    private static final Map<String, String> WELL_KNOWN =
            Map.of(VISA, "Visa", "mastercard", "Mastercard", "amex", "American Express", "discover", "Discover");

    private static final Pattern NO_LETTERS = Pattern.compile("\\P{L}+");

    /** Other names of the networks of {@link CardNetwork}, and networks whose numbers are not listed there. */
    private static final String OTHERS =
            "amex bancontact bcmc cartebancaire cartesbancaires cb cup dankort diners eftpos"
                    + " elo girocard hipercard interac mada master mc troy uatp verve мир 银联";

    /** The names of networks in lower case, letters alone. Visa is not among them: other rules decide what is Visa. */
    private static final Set<String> NETWORKS = Stream.concat(
                    CardNetwork.ALL.stream().map(network -> letters(network.name())), words(OTHERS).stream())
            .filter(Predicate.not(VISA::equals))
            .collect(Collectors.toUnmodifiableSet());

    /** From this length on, the name of a network counts inside of a longer word too, such as {@code debitmastercard}. */
    private static final int LONG = 7;

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

    /** Returns true if the brand is Visa, or has the name of another network in it, as shops and processors write it. */
    public boolean isNetwork() {
        String canonical = canonical();
        if (canonical.equals(VISA) || NETWORKS.contains(canonical)) {
            return true;
        }
        String letters = letters(name);
        return words(name).stream().anyMatch(NETWORKS::contains)
                || NETWORKS.stream().anyMatch(network -> network.length() >= LONG && letters.contains(network));
    }

    private static String fold(String name) {
        return Texts.trim(name).toLowerCase(Locale.ROOT);
    }

    /** Returns the letters alone, after NFKC and in lower case: full-width letters are plain ones. */
    private static String letters(String name) {
        return String.join("", words(name));
    }

    private static List<String> words(String name) {
        String folded = Normalizer.normalize(name, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        return NO_LETTERS.splitAsStream(folded).toList();
    }
}
