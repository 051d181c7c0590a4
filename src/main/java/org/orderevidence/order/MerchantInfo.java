package org.orderevidence.order;

import org.jspecify.annotations.Nullable;

/**
 * Who sold it, as the cardholder should see it. Used for an order's own information and for an account's profile, which
 * fills what an order leaves out. Links are http(s) URLs; each part may be null, none is blank.
 */
public record MerchantInfo(
        @Nullable String name,
        @Nullable String description,
        @Nullable String logoUrl,
        @Nullable String refundPolicyLink,
        @Nullable String cancellationPolicyLink,
        @Nullable String termsAndConditionsLink,
        @Nullable String phoneForReceipt,
        @Nullable String emailForReceipt,
        @Nullable String websiteForReceipt,
        @Nullable Address receiptAddress) {
    /** Nothing known. */
    public static final MerchantInfo EMPTY =
            new MerchantInfo(null, null, null, null, null, null, null, null, null, null);

    /** This information, with what it leaves out taken from {@code fallback}. */
    public MerchantInfo orElse(MerchantInfo fallback) {
        return new MerchantInfo(
                first(name, fallback.name),
                first(description, fallback.description),
                first(logoUrl, fallback.logoUrl),
                first(refundPolicyLink, fallback.refundPolicyLink),
                first(cancellationPolicyLink, fallback.cancellationPolicyLink),
                first(termsAndConditionsLink, fallback.termsAndConditionsLink),
                first(phoneForReceipt, fallback.phoneForReceipt),
                first(emailForReceipt, fallback.emailForReceipt),
                first(websiteForReceipt, fallback.websiteForReceipt),
                first(receiptAddress, fallback.receiptAddress));
    }

    private static <T> @Nullable T first(@Nullable T own, @Nullable T fallback) {
        return own != null ? own : fallback;
    }
}
