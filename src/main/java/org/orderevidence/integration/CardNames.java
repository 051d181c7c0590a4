package org.orderevidence.integration;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Brand;

/** Reads the names of card networks as platforms write them. */
public final class CardNames {
    private CardNames() {}

    /**
     * Returns the network of this name. Empty if there is no name, or it is that of a wallet: a brand that is stated wins
     * over the BIN, and a card in a wallet is of the network that its BIN belongs to.
     */
    public static @Nullable Brand brand(@Nullable String name) {
        return name == null
                ? null
                : switch (name.toLowerCase(Locale.ROOT)) {
                    case "unknown",
                            "card",
                            "scheme",
                            "applepay",
                            "googlepay",
                            "paywithgoogle",
                            "samsungpay",
                            "amazonpay",
                            "clicktopay" -> null;
                    case "mc", "master", "master card" -> new Brand("mastercard");
                    case "american express", "american_express" -> new Brand("amex");
                    case "electron", "vpay" -> new Brand("visa");
                    default -> new Brand(name);
                };
    }
}
