/**
 * Writes and signs webhooks as Stripe, Shopify and Adyen do, for tests of an integration. Sends nothing, and is not used
 * by the receiver.
 */
@NullMarked
package org.orderevidence.integration.scenario;

import org.jspecify.annotations.NullMarked;
