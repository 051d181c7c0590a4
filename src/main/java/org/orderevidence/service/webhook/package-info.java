/** Receives webhooks, stores them, and maps them to parts of orders and later facts. */
@NullMarked
package org.orderevidence.service.webhook;

import org.jspecify.annotations.NullMarked;
