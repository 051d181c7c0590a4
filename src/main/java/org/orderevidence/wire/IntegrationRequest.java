package org.orderevidence.wire;

import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.order.part.Platform;

/**
 * A request for a new integration.
 *
 * @param platform who sends the webhooks
 * @param settings how they are mapped
 * @param secrets how they are verified
 */
public record IntegrationRequest(Platform platform, IntegrationSettings settings, IntegrationSecrets secrets) {}
