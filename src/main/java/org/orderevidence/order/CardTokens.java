package org.orderevidence.order;

import org.jspecify.annotations.Nullable;

/**
 * What identifies a card and must not be stored in plain text. Keyed hashes replace it.
 *
 * @param fingerprint the merchant's token for the card; null if it is not known
 * @param paymentAccountReference the PAR of the card; null if it is not known
 */
public record CardTokens(
        @Nullable CardFingerprint fingerprint, @Nullable PaymentAccountReference paymentAccountReference) {
    /** Returns the two, or null if neither is known. */
    public static @Nullable CardTokens of(
            @Nullable CardFingerprint fingerprint, @Nullable PaymentAccountReference paymentAccountReference) {
        return fingerprint == null && paymentAccountReference == null
                ? null
                : new CardTokens(fingerprint, paymentAccountReference);
    }
}
