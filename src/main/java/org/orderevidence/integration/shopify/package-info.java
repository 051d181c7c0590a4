/** Verifies webhooks of Shopify and maps them to parts of orders, disputes and fraud reports. */
@NullMarked
package org.orderevidence.integration.shopify;

import org.jspecify.annotations.NullMarked;
