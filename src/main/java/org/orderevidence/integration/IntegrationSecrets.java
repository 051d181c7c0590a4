package org.orderevidence.integration;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What protects the webhooks of an integration.
 *
 * @param previous the secret before it, which is valid too until the merchant ends the rotation; empty if there is none
 * @param basic user and password that come with each webhook; empty if the platform sends none
 */
public record IntegrationSecrets(
        SecretText signing,
        @Nullable SecretText previous,
        @Nullable Basic basic) {
    /**
     * User and password of HTTP basic authentication.
     *
     * @param user without colon
     */
    public record Basic(String user, SecretText password) {
        public Basic {
            if (!SecretText.isSecret(user) || user.indexOf(':') >= 0) {
                throw new IllegalArgumentException("a user has 1 to 512 printable ASCII characters and no colon");
            }
        }
    }

    /** Returns the secrets with a new one to sign with. The one before stays valid. */
    public IntegrationSecrets rotated(SecretText next) {
        return new IntegrationSecrets(next, signing, basic);
    }

    public IntegrationSecrets withoutPrevious() {
        return new IntegrationSecrets(signing, null, basic);
    }

    /**
     * A secret that a platform shares with the merchant. {@link #toString} hides it.
     *
     * @param value 1 to {@value #MAX_LENGTH} printable ASCII characters without blanks at the ends
     */
    public record SecretText(String value) {
        public static final int MAX_LENGTH = 512;

        public SecretText {
            if (!isSecret(value)) {
                throw new IllegalArgumentException("a secret has 1 to " + MAX_LENGTH + " printable ASCII characters");
            }
        }

        public static boolean isSecret(String text) {
            return !text.isEmpty()
                    && text.length() <= MAX_LENGTH
                    && text.strip().equals(text)
                    && text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
        }

        @Override
        public String toString() {
            return "[secret]";
        }
    }

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

        public Signing signing(IntegrationSecrets secrets) {
            return new Signing(Stream.of(secrets.signing(), secrets.previous())
                    .flatMap(Stream::ofNullable)
                    .map(SecretText::value)
                    .map(text -> isHex ? HexFormat.of().parseHex(text) : text.getBytes(StandardCharsets.UTF_8))
                    .toList());
        }
    }
}
