package org.orderevidence.service;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Email;
import org.orderevidence.order.PersonalText;
import org.orderevidence.store.EvidenceStore.DayRange;

/**
 * What orders are searched by. An order must have all that is given.
 *
 * @param customerEmail the customer's address; empty for any
 * @param cardDigits first six and last four digits; empty for any
 * @param gatewayTransactionId the processor's id of the charge; empty for any
 * @param arn the acquirer's reference number; empty for any
 * @param days the days of the transactions
 */
public record OrderQuery(
        @Nullable Email customerEmail,
        @Nullable PersonalText cardDigits,
        @Nullable String gatewayTransactionId,
        @Nullable String arn,
        DayRange days) {}
