package org.orderevidence.integration;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Brand;
import org.orderevidence.order.part.PartContent.PlatformObject;

/** Names of wallets and other ways to pay, as platforms spell them. */
public final class PaymentMethods {
    private static final Pattern NAME = Pattern.compile("[a-z0-9_]{1,32}");
    private static final List<String> WALLETS =
            List.of("applepay", "googlepay", "paywithgoogle", "samsungpay", "amazonpay", "clicktopay");

    /** How the names of gift cards start, if they do not contain the word. */
    private static final List<String> GIFT_CARDS =
            List.of("givex", "svs", "valuelink", "fashioncheque", "cadeaubon", "intersolve", "prosodie", "illicado");

    private PaymentMethods() {}

    /** Returns one spelling of a name. Empty if there is none, or it means a card without a wallet. */
    public static @Nullable String named(@Nullable String name) {
        if (name == null) {
            return null;
        }
        String lower = name.toLowerCase(Locale.ROOT);
        return switch (lower) {
            case "card", "scheme", "unknown", "none", "" -> null;
            case "applepay" -> "apple_pay";
            case "googlepay", "paywithgoogle", "android_pay" -> "google_pay";
            case "samsungpay" -> "samsung_pay";
            case "amazonpay" -> "amazon_pay";
            case "clicktopay" -> "click_to_pay";
            case "shopify_pay" -> "shop_pay";
            default ->
                lower.contains("gift") || GIFT_CARDS.stream().anyMatch(lower::startsWith)
                        ? PlatformObject.GIFT_CARD
                        : NAME.matcher(lower).matches() ? lower : null;
        };
    }

    /** Returns the wallet in a name such as {@code visa_applepay}; empty if there is none. */
    public static @Nullable String walletIn(@Nullable String method) {
        if (method == null) {
            return null;
        }
        String lower = method.toLowerCase(Locale.ROOT);
        for (String wallet : WALLETS) {
            if (lower.equals(wallet) || lower.endsWith('_' + wallet)) {
                return named(wallet);
            }
        }
        return null;
    }

    /** Reads the names of card networks as platforms write them. */
    public static final class CardNames {
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
}
