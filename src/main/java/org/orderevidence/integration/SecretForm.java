package org.orderevidence.integration;

import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/**
 * The form of the secrets with which a platform signs.
 *
 * @param label what the platform calls one
 * @param start with what each starts; empty for anything
 * @param isHex true if the key is written in hexadecimal; otherwise the text itself is the key
 * @param rule what is wrong with another text, for people
 * @param hint for the form in which a secret is typed; empty for none
 */
public record SecretForm(String label, String start, boolean isHex, String rule, String hint) {
    /** Any printable text. */
    public static final SecretForm ANY = new SecretForm(
            "Signing secret",
            "",
            false,
            "a secret has 1 to " + SecretText.MAX_LENGTH + " printable ASCII characters",
            "");

    /** Returns a secret as it is stored, or empty if no secret of the platform has this form. */
    public Optional<SecretText> read(String text) {
        if (!SecretText.isSecret(text) || !text.startsWith(start) || (isHex && !isHex(text))) {
            return Optional.empty();
        }
        // The letters of a hexadecimal key can be written in two ways, and it is the same key.
        return Optional.of(new SecretText(isHex ? text.toLowerCase(Locale.ROOT) : text));
    }

    private static boolean isHex(String text) {
        try {
            return HexFormat.of().parseHex(text).length > 0;
        } catch (IllegalArgumentException notHex) {
            return false;
        }
    }

    /**
     * Returns the keys of an integration.
     *
     * @throws IllegalArgumentException if a secret does not have this form
     */
    public SigningSecrets keys(IntegrationSecrets secrets) {
        SecretText previous = secrets.previous();
        return new SigningSecrets(key(secrets.signing()), previous == null ? null : key(previous));
    }

    private SigningSecret key(SecretText secret) {
        return isHex ? SigningSecret.ofHex(secret.value()) : SigningSecret.ofText(secret.value());
    }
}
