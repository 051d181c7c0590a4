package org.orderevidence.integration;

import org.orderevidence.order.OrderId;

/**
 * Settings of an integration. Those that its platform does not use have no effect.
 *
 * @param orderIdPrefix what is put before each order id of this integration; empty for nothing
 * @param orderIdKey the key of Stripe's metadata that has the order id
 * @param trustsClientReference whether {@code client_reference_id} of a Stripe session can be the order id
 * @param accountsRequired true if customers of a Shopify shop must log in to buy
 * @param capturesAutomatically true if Adyen captures each payment by itself
 */
public record IntegrationSettings(
        String orderIdPrefix,
        String orderIdKey,
        boolean trustsClientReference,
        boolean accountsRequired,
        boolean capturesAutomatically) {
    /** The usual settings. */
    public static final IntegrationSettings DEFAULTS = new IntegrationSettings("", "order_id", false, false, false);

    /** The longest prefix and the longest key. */
    public static final int MAX_LENGTH = 40;

    public IntegrationSettings {
        if (orderIdPrefix.length() > MAX_LENGTH || !(orderIdPrefix.isEmpty() || OrderId.isValid(orderIdPrefix))) {
            throw new IllegalArgumentException("an order ID prefix has at most " + MAX_LENGTH + " characters");
        }
        if (orderIdKey.isBlank() || orderIdKey.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a key of metadata has 1 to " + MAX_LENGTH + " characters");
        }
    }
}
