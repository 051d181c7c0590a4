package org.orderevidence.account;

/**
 * A key that was just made: the only time its text is at hand.
 *
 * @param key the secret
 * @param info the rest
 */
public record NewKey(ApiKey key, KeyInfo info) {}
