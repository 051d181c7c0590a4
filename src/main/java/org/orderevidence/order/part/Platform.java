package org.orderevidence.order.part;

import java.util.Locale;

/** A platform whose integration can state parts of an order. */
public enum Platform {
    STRIPE(Source.Role.PROCESSOR),
    ADYEN(Source.Role.PROCESSOR),
    SHOPIFY(Source.Role.SHOP);

    private final Source.Role role;

    Platform(Source.Role role) {
        this.role = role;
    }

    /** Returns whether it processes payments or runs the shop. */
    public Source.Role role() {
        return role;
    }

    /** Returns its name in source names and paths. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
