package org.orderevidence.order;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Recognises the names of card networks, in the forms that shops and processors write. */
public final class NetworkNames {
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
