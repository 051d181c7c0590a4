package org.orderevidence.json;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the card network that was likely meant by a brand that is not one. */
public final class BrandHint {
    private static final List<String> NETWORKS =
            List.of("visa", "mastercard", "amex", "discover", "diners", "jcb", "unionpay", "maestro");

    /** Cards of Visa whose names do not start with Visa. */
    private static final Set<String> CARDS_OF_VISA = Set.of("electron", "vpay");

    private static final Pattern NO_LETTERS = Pattern.compile("\\P{L}+");

    /** Longest brand that is compared with the networks. */
    private static final int LONGEST = 40;

    /** One wrong letter is allowed for this many letters. {@code vsia} has two wrong ones. */
    private static final int SHARE = 2;

    private BrandHint() {}

    /** Returns the question for the likely network, otherwise what to send. Either can be appended to a message. */
    public static String of(String brand) {
        return (brand.length() > LONGEST ? Optional.<String>empty() : meant(brand))
                .map(DidYouMean::question)
                .orElse("; send the network, such as visa, or leave brand out");
    }

    /** Looks at all letters together first, then at one word after the other. */
    private static Optional<String> meant(String brand) {
        List<String> words =
                NO_LETTERS.splitAsStream(brand.toLowerCase(Locale.ROOT)).toList();
        return Stream.concat(Stream.of(String.join("", words)), words.stream())
                .map(BrandHint::network)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> network(String letters) {
        return CARDS_OF_VISA.contains(letters) ? Optional.of("visa") : DidYouMean.nearest(NETWORKS, letters, SHARE);
    }
}
