/** Verifies webhooks of Adyen and maps them to parts of orders, disputes and fraud reports. */
@NullMarked
package org.orderevidence.integration.adyen;

import org.jspecify.annotations.NullMarked;
