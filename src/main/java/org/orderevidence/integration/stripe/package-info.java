/** Verifies webhooks of Stripe and maps them to parts of orders, disputes and fraud reports. */
@NullMarked
package org.orderevidence.integration.stripe;

import org.jspecify.annotations.NullMarked;
