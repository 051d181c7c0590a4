/** Results of a write: the outcome for an order or a later fact, with notes about the order's parts. */
@NullMarked
package org.orderevidence.order.outcome;

import org.jspecify.annotations.NullMarked;
