/** What is stored and waits for what completes it: later facts without an order, and parts that make no order yet. */
@NullMarked
package org.orderevidence.order.pending;

import org.jspecify.annotations.NullMarked;
