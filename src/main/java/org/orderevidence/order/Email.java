package org.orderevidence.order;

import java.net.IDN;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An e-mail address in the form in which two are compared (rule document, element {@code email}): cleaned, case-folded,
 * the domain in IDNA ASCII; dots and plus-tags are kept. {@link #toString} hides it.
 */
public final class Email {
    /** Longest address, RFC 5321 (4.5.3.1.3, without the angle brackets). */
    public static final int MAX_LENGTH = 254;

    /** Lower-case letters, digits and single hyphens inside, at most 63 (RFC 1035, 2.3.4). */
    private static final String LABEL = "(?![^.]{64})[a-z0-9]++(?:-[a-z0-9]++)*+";

    /**
     * A domain that IDNA does not change. Nearly all domains are like this, and a check with IDNA's tables costs a
     * fifteenth of an upload.
     */
    private static final Pattern PLAIN_DOMAIN = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*+");

    private final String canonical;

    private Email(String canonical) {
        this.canonical = canonical;
    }

    /**
     * Reads an address: one {@code @} with something on both sides, no blanks, a domain that IDNA
     * accepts, at most {@value #MAX_LENGTH} characters in its canonical form. Empty when it is none; never throws.
     */
    public static Optional<Email> parse(String text) {
        String trimmed = Texts.withoutFormatCharacters(text);
        int at = trimmed.indexOf('@');
        boolean oneAtInside = at > 0 && at < trimmed.length() - 1 && trimmed.indexOf('@', at + 1) < 0;
        if (!oneAtInside
                || Texts.length(trimmed) > MAX_LENGTH
                || !Texts.isPrintable(trimmed)
                || Texts.has(trimmed, Texts::isBlank)) {
            return Optional.empty();
        }
        String domain = asciiDomain(Texts.foldCase(trimmed.substring(at + 1)));
        String canonical = Texts.foldCase(trimmed.substring(0, at)) + '@' + domain;
        return domain.isEmpty() || Texts.length(canonical) > MAX_LENGTH
                ? Optional.empty()
                : Optional.of(new Email(canonical));
    }

    /** The domain in IDNA ASCII; empty if it is none. */
    private static String asciiDomain(String folded) {
        if (PLAIN_DOMAIN.matcher(folded).matches()) {
            return folded;
        }
        try {
            return Texts.foldCase(IDN.toASCII(folded, IDN.USE_STD3_ASCII_RULES));
        } catch (IllegalArgumentException notADomain) {
            return "";
        }
    }

    /** The canonical text. */
    public String canonical() {
        return canonical;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Email that && canonical.equals(that.canonical);
    }

    @Override
    public int hashCode() {
        return canonical.hashCode();
    }

    @Override
    public String toString() {
        return "[e-mail]";
    }
}
