package org.orderevidence.integration;

import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.orderevidence.order.part.Platform;

/** The form that the secrets of each platform have. */
public final class SecretForm {
    private SecretForm() {}

    /** Returns a secret as it is stored, or empty if no secret of the platform has this form. */
    public static Optional<SecretText> of(Platform platform, String text) {
        if (!SecretText.isSecret(text)) {
            return Optional.empty();
        }
        return switch (platform) {
            case STRIPE -> text.startsWith("whsec_") ? Optional.of(new SecretText(text)) : Optional.empty();
            // The letters of a hexadecimal key can be written in two ways, and it is the same key.
            case ADYEN -> isHex(text) ? Optional.of(new SecretText(text.toLowerCase(Locale.ROOT))) : Optional.empty();
            case SHOPIFY -> Optional.of(new SecretText(text));
        };
    }

    private static boolean isHex(String text) {
        try {
            return HexFormat.of().parseHex(text).length > 0;
        } catch (IllegalArgumentException notHex) {
            return false;
        }
    }

    /** Returns what is wrong with a secret that does not have the form, for people. */
    public static String rule(Platform platform) {
        return switch (platform) {
            case STRIPE -> "a signing secret of Stripe starts with whsec_; it is not an API key";
            case ADYEN -> "an HMAC key of Adyen is written in hexadecimal";
            case SHOPIFY -> "a secret has 1 to " + SecretText.MAX_LENGTH + " printable ASCII characters";
        };
    }
}
