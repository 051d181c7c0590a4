package org.orderevidence.integration;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Brand;
import org.orderevidence.order.part.PartContent.PlatformObject;

/** Names of wallets and other ways to pay, as platforms spell them. */
public final class PaymentMethods {
    private static final Pattern NAME = Pattern.compile("[a-z0-9_]{1,32}");
    private static final Map<String, String> WALLETS = Map.ofEntries(
            Map.entry("applepay", "apple_pay"),
            Map.entry("googlepay", "google_pay"),
            Map.entry("paywithgoogle", "google_pay"),
            Map.entry("samsungpay", "samsung_pay"),
            Map.entry("amazonpay", "amazon_pay"),
            Map.entry("clicktopay", "click_to_pay"));

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
            case "android_pay" -> "google_pay";
            case "shopify_pay" -> "shop_pay";
            default ->
                WALLETS.containsKey(lower)
                        ? WALLETS.get(lower)
                        : lower.contains("gift") || GIFT_CARDS.stream().anyMatch(lower::startsWith)
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
        return WALLETS.get(lower.substring(lower.lastIndexOf('_') + 1));
    }

    /**
     * Returns the network of this name. Empty if there is no name, or it is that of a wallet: a brand that is stated wins
     * over the BIN, and a card in a wallet is of the network that its BIN belongs to.
     */
    public static @Nullable Brand brand(@Nullable String name) {
        if (name == null) {
            return null;
        }
        String lower = name.toLowerCase(Locale.ROOT);
        return switch (lower) {
            case "unknown", "card", "scheme" -> null;
            case "mc", "master", "master card" -> new Brand("mastercard");
            case "american express", "american_express" -> new Brand("amex");
            case "electron", "vpay" -> new Brand("visa");
            default -> WALLETS.containsKey(lower) ? null : new Brand(name);
        };
    }
}
