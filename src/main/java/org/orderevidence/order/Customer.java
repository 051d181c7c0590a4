package org.orderevidence.order;

import org.jspecify.annotations.Nullable;

/**
 * The customer of an order, as it was sent. Any part may be null.
 *
 * @param ip the text of the IP address, usable or not
 * @param deviceId the shop's id of the device
 * @param accountId the id the customer logs in with
 */
public record Customer(
        @Nullable PersonalText ip,
        @Nullable PersonalText deviceId,
        @Nullable PersonalText deviceFingerprint,
        @Nullable PersonalText accountId) {
    /** A customer of whom nothing is known. */
    public static final Customer NONE = new Customer(null, null, null, null);
}
