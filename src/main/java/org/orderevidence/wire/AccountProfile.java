package org.orderevidence.wire;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;

/**
 * The part of an account that its owner changes.
 *
 * @param merchantInfo merchant data for receipts
 * @param category category of orders that have none; {@code null} if not set
 * @param showsLogo true if receipt pages may show the logo as an image
 */
public record AccountProfile(MerchantInfo merchantInfo, Charge.@Nullable Category category, boolean showsLogo) {}
