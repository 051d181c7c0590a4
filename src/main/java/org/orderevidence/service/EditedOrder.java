package org.orderevidence.service;

import org.orderevidence.order.StoredOrder;

/**
 * An order after a PATCH.
 *
 * @param order the order
 * @param changed false if it already was as the PATCH states
 */
public record EditedOrder(StoredOrder order, boolean changed) {}
