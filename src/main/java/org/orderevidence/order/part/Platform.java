package org.orderevidence.order.part;

import java.util.Optional;
import org.orderevidence.order.WireNamed;

/** A platform whose integration can state parts of an order. */
public enum Platform implements WireNamed {
    STRIPE(Source.Role.PROCESSOR),
    ADYEN(Source.Role.PROCESSOR),
    SHOPIFY(Source.Role.SHOP);

    private final Source.Role role;

    Platform(Source.Role role) {
        this.role = role;
    }

    /** Returns the platform with this name in paths, or empty if there is none. */
    public static Optional<Platform> named(String wireName) {
        return WireNamed.find(values(), wireName);
    }

    /** Returns whether it processes payments or runs the shop. */
    public Source.Role role() {
        return role;
    }
}
