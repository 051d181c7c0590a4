/** Verifies webhooks of Shopify and maps them to parts of orders, disputes and requests about personal data. */
@NullMarked
package org.orderevidence.integration.shopify;

import org.jspecify.annotations.NullMarked;
