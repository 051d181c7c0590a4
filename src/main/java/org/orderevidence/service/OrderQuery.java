package org.orderevidence.service;

import java.time.LocalDate;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Email;
import org.orderevidence.order.PersonalText;

/**
 * The values by which orders are searched. An order must match every given value.
 *
 * @param customerEmail the customer's address; empty for any
 * @param cardDigits first six and last four digits; empty for any
 * @param gatewayTransactionId the processor's id of the charge; empty for any
 * @param arn the acquirer's reference number; empty for any
 * @param from first day of the transactions; empty for the first of all
 * @param to last day, not before the first; empty for the last of all
 */
public record OrderQuery(
        @Nullable Email customerEmail,
        @Nullable PersonalText cardDigits,
        @Nullable String gatewayTransactionId,
        @Nullable String arn,
        @Nullable LocalDate from,
        @Nullable LocalDate to) {
    /** True if the store finds the orders by itself, so that no other order is read. */
    public boolean isIndexed() {
        return Stream.of(customerEmail, cardDigits, gatewayTransactionId, arn)
                        .filter(Objects::nonNull)
                        .count()
                <= 1;
    }
}
