package org.orderevidence.http;

/**
 * Where a webhook is sent.
 *
 * @param platform the name of a platform, known or not
 * @param id the id of an integration, known or not
 */
public record WebhookPath(String platform, String id) {}
