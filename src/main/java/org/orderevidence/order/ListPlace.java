package org.orderevidence.order;

import java.time.LocalDate;

/**
 * A place in the list of orders, which is newest transaction day first, then by id: right behind this order.
 *
 * @param transactionDay UTC day of its transaction
 * @param id its id
 */
public record ListPlace(LocalDate transactionDay, OrderId id) {}
