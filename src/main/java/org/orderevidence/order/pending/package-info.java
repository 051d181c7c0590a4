/** Data that waits for its completion: later facts without an order, and parts that make no order yet. */
@NullMarked
package org.orderevidence.order.pending;

import org.jspecify.annotations.NullMarked;
