package org.orderevidence.wire;

import org.orderevidence.integration.SecretText;

/** A change of the secret of an integration. */
public sealed interface IntegrationRotation {
    /**
     * A new secret is valid besides the one before.
     *
     * @param secret the new one
     */
    record Next(SecretText secret) implements IntegrationRotation {}

    /** The secret before is not valid any longer. */
    record End() implements IntegrationRotation {}
}
