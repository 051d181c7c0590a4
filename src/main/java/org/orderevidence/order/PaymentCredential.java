package org.orderevidence.order;

import org.jspecify.annotations.Nullable;

/**
 * The permitted data of a card. It never contains a card number.
 *
 * @param accountReference keyed hash of the card's payment account reference (PAR); the reference itself is not kept
 * @param fingerprint keyed hash of the merchant's token for the card; the token itself is not kept
 * @param bin the first 6 or 8 digits; of American Express (34, 37) only the first 6 are kept, because with the last 4
 *     only 3 digits of the number would be unknown
 */
public record PaymentCredential(
        @Nullable KeyedHash accountReference,
        @Nullable KeyedHash fingerprint,
        @Nullable String bin,
        @Nullable String last4,
        @Nullable Brand brand) {
    /** A card of which nothing is known. */
    public static final PaymentCredential NONE = new PaymentCredential(null, null, null, null, null);

    /** Digits of a BIN that are compared: 6 and 8 digits of one BIN can be the same card. */
    public static final int COMPARED_BIN_DIGITS = 6;

    public PaymentCredential {
        if (bin != null && !isDigits(bin, 6) && !isDigits(bin, 8)) {
            throw new IllegalArgumentException("a BIN has 6 or 8 digits");
        }
        if (last4 != null && !isDigits(last4, 4)) {
            throw new IllegalArgumentException("last4 has 4 digits");
        }
        if (bin != null && (bin.startsWith("34") || bin.startsWith("37"))) {
            bin = bin.substring(0, COMPARED_BIN_DIGITS);
        }
    }

    /**
     * Returns the network: the brand in its canonical form if it is known. Otherwise the first digit of the BIN decides
     * between {@code visa} and {@code not visa}. Returns null if there is no BIN either.
     */
    public @Nullable String network() {
        if (brand != null && brand.isKnown()) {
            return brand.canonical();
        }
        if (bin != null) {
            return bin.charAt(0) == '4' ? "visa" : "not visa";
        }
        return null;
    }

    /**
     *  Returns what identifies a card without a fingerprint: the first six digits, the last four digits and the
     *  network. Returns null if one of the two numbers is missing.
     */
    public @Nullable String binKeyText() {
        if (bin == null || last4 == null) {
            return null;
        }
        return bin.substring(0, COMPARED_BIN_DIGITS) + '|' + last4 + '|' + network();
    }

    /** First six and last four digits, by which orders are searched; empty if one of them is not known. */
    public @Nullable String digits() {
        return bin == null || last4 == null ? null : bin.substring(0, COMPARED_BIN_DIGITS) + last4;
    }

    /** True if both state the first six and the last four digits, and these are equal. */
    public boolean hasDigitsOf(PaymentCredential other) {
        return bin != null
                && last4 != null
                && other.bin != null
                && last4.equals(other.last4)
                && bin.regionMatches(0, other.bin, 0, COMPARED_BIN_DIGITS);
    }

    /** True if both state something by which the cards differ. */
    public boolean isOtherThan(PaymentCredential other) {
        if (accountReference != null && other.accountReference != null) {
            return !accountReference.equals(other.accountReference);
        }
        if (hasDigitsOf(other)) {
            return false;
        }
        if (fingerprint != null && other.fingerprint != null) {
            return !fingerprint.equals(other.fingerprint);
        }
        boolean otherLast4 = last4 != null && other.last4 != null && !last4.equals(other.last4);
        return otherLast4
                || (bin != null && other.bin != null && !bin.regionMatches(0, other.bin, 0, COMPARED_BIN_DIGITS));
    }

    /** True if a reference or token of the card is known, so that orders with the same one are of the same card. */
    public boolean isSure() {
        return accountReference != null || fingerprint != null;
    }

    /** True if other orders of the card can be found. */
    public boolean isKnown() {
        return isSure() || binKeyText() != null;
    }

    /**
     * True if a prior with the other card uses this one. A payment account reference that both have decides alone, else
     * a fingerprint that both have. The digits and brand count only for a card that has neither.
     */
    public boolean isCardOf(PaymentCredential prior) {
        if (accountReference != null && prior.accountReference != null) {
            return accountReference.equals(prior.accountReference);
        }
        if (fingerprint != null && prior.fingerprint != null) {
            return fingerprint.equals(prior.fingerprint);
        }
        String digits = binKeyText();
        return !isSure() && digits != null && digits.equals(prior.binKeyText());
    }

    static boolean isDigits(String text, int count) {
        return text.length() == count && Texts.isDigits(text);
    }
}
