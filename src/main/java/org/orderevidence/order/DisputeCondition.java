package org.orderevidence.order;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads the code by which a card network names the kind of a dispute: Visa {@code NN.N} or {@code NN.N.N}, Mastercard four
 * digits, American Express one or two letters and one to three digits, Discover two letters with or without two digits,
 * or four digits.
 */
public final class DisputeCondition {
    private static final List<String> NETWORKS =
            List.of("VISA", "MASTERCARD", "MASTER CARD", "AMERICAN EXPRESS", "AMEX", "DISCOVER");

    private static final Pattern CODE =
            Pattern.compile("[0-9]{2}\\.[0-9](\\.[0-9])?|[0-9]{4}|[A-Z]{1,2}[0-9]{1,3}|[A-Z]{2}");

    private DisputeCondition() {}

    /** The code in upper case and without the network's name, so that "Visa 10.4" gives "10.4"; empty for anything else. */
    public static Optional<String> parse(String text) {
        String code = Texts.trim(text).toUpperCase(Locale.ROOT);
        for (String network : NETWORKS) {
            if (code.startsWith(network)) {
                code = withoutSeparator(code.substring(network.length()));
                break;
            }
        }
        return CODE.matcher(code).matches() ? Optional.of(code) : Optional.empty();
    }

    /** Drops the blanks and separators between a network's name and its code. */
    private static String withoutSeparator(String text) {
        int at = 0;
        while (at < text.length() && (Texts.isBlank(text.charAt(at)) || "-_:".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        return text.substring(at);
    }
}
