package org.orderevidence.integration.stripe;

import org.orderevidence.integration.MapperSettings;

/**
 * Settings of a Stripe integration.
 *
 * @param common settings of any platform
 * @param orderIdKey the key of the metadata that has the merchant's order id, such as {@code order_id}
 * @param trustsClientReference whether {@code client_reference_id} of a session can be the order id
 */
public record StripeSettings(MapperSettings common, String orderIdKey, boolean trustsClientReference) {}
