package org.orderevidence.account;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;

/**
 * A merchant.
 *
 * @param id see {@link org.orderevidence.order.AccountSpace#isAccountId}
 * @param createdAt when
 * @param profile fills what the receipts of its orders leave out
 * @param defaultCategory what it sells, for orders that do not say; absent when not set
 */
public record Account(String id, Instant createdAt, MerchantInfo profile, Charge.@Nullable Category defaultCategory) {}
