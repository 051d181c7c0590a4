package org.orderevidence.integration.shopify;

import org.orderevidence.integration.MapperSettings;

/**
 * Settings of a Shopify integration.
 *
 * @param common settings of any platform
 * @param accountsRequired true if customers must log in to buy, so that each customer id is a login
 */
public record ShopifySettings(MapperSettings common, boolean accountsRequired) {}
