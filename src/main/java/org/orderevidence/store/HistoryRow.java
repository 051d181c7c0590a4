package org.orderevidence.store;

import java.time.LocalDate;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.OrderId;

/**
 * The data of an order that is stored under one of its credentials.
 *
 * @param id the order
 * @param day settled, else transaction
 * @param version the order's version that it was made from
 * @param facts what the rule needs of a prior, encoded; opaque to the store
 * @param disputes the active disputes on record
 * @param fraudReported true if a fraud report is on record
 */
public record HistoryRow(
        OrderId id, LocalDate day, long version, Bytes facts, ActiveDisputes disputes, boolean fraudReported) {}
