package org.orderevidence.integration;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Brand;

/** Reads the names of card networks as platforms write them. */
public final class CardNames {
    private CardNames() {}

    /** Returns the network of this name, or empty if there is no name. */
    public static @Nullable Brand brand(@Nullable String name) {
        return name == null
                ? null
                : switch (name.toLowerCase(Locale.ROOT)) {
                    case "mc", "master", "master card" -> new Brand("mastercard");
                    case "american express", "american_express" -> new Brand("amex");
                    default -> new Brand(name);
                };
    }
}
