package org.orderevidence.account;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;

/**
 * A merchant.
 *
 * @param id see {@link org.orderevidence.order.AccountSpace#isAccountId}
 * @param createdAt time of creation
 * @param profile merchant data for receipts, used where an order has none
 * @param defaultCategory category of orders that have none; {@code null} if not set
 * @param showsLogo true if receipt pages may show the merchant's logo as an image, which browsers load from its server
 */
public record Account(
        String id,
        Instant createdAt,
        MerchantInfo profile,
        Charge.@Nullable Category defaultCategory,
        boolean showsLogo) {}
