package org.orderevidence.service;

import org.orderevidence.account.Accounts.Account;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.order.StoredOrder;

/**
 * An order with what is concluded about it.
 *
 * @param order the stored order
 * @param eligibility the verdict
 * @param account whose profile fills its receipt
 */
public record FetchedOrder(StoredOrder order, Eligibility eligibility, Account account) {}
