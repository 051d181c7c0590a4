package org.orderevidence.integration;

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

    /** Returns the secrets without the one before. */
    public IntegrationSecrets withoutPrevious() {
        return new IntegrationSecrets(signing, null, basic);
    }
}
