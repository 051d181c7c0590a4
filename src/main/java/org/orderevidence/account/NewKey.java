package org.orderevidence.account;

/**
 * A key that was just created. Its text is available only now.
 *
 * @param key the secret
 * @param info the public data
 */
public record NewKey(ApiKey key, KeyInfo info) {}
