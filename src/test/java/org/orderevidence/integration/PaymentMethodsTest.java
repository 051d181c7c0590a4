package org.orderevidence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.node.ObjectNode;

/** How a customer paid, from the events of each platform. */
class PaymentMethodsTest {
    @ParameterizedTest
    @CsvSource({
        "card,",
        "scheme,",
        "applepay,apple_pay",
        "apple_pay,apple_pay",
        "paywithgoogle,google_pay",
        "ideal,ideal",
        "Shopify_Pay,shop_pay",
        "a blank,",
        "'',"
    })
    void aNameHasOneSpelling(String name, @Nullable String expected) {
        assertEquals(expected, PaymentMethods.named(name));
    }

    @ParameterizedTest
    @CsvSource({"visa,", "visa_applepay,apple_pay", "mc_googlepay,google_pay", "applepay,apple_pay", "ideal,"})
    void aWalletCanFollowTheNetwork(String name, @Nullable String expected) {
        assertEquals(expected, PaymentMethods.walletIn(name));
    }

    private static @Nullable String method(Mapping mapping) {
        return Stated.statements(mapping).stream()
                .filter(EventStatement.OfPart.class::isInstance)
                .map(statement -> ((EventStatement.OfPart) statement).part().content())
                .filter(content ->
                        content instanceof PlatformObject object && object.kind() == PlatformObject.Kind.CHARGE)
                .map(PlatformObject.class::cast)
                .findFirst()
                .orElseThrow()
                .method();
    }

    private static @Nullable String stripe(Consumer<ObjectNode> change) {
        byte[] event = Samples.changed("stripe/charge-succeeded", "/data/object/payment_method_details", change);
        return method(Samples.map(Platform.STRIPE, "", event).getFirst());
    }

    @Test
    void stripeNamesTheWalletWithTheCard() {
        assertEquals(null, stripe(details -> {}));
        assertEquals(
                "apple_pay",
                stripe(details ->
                        ((ObjectNode) details.path("card")).putObject("wallet").put("type", "apple_pay")));
        assertEquals("klarna", stripe(details -> details.put("type", "klarna")));
    }

    private static @Nullable String adyen(String paymentMethod) {
        byte[] notification = Samples.changed(
                "adyen/authorisation",
                "/notificationItems/0/NotificationRequestItem",
                item -> item.put("paymentMethod", paymentMethod));
        return method(Samples.map(Platform.ADYEN, "", notification).getFirst());
    }

    @Test
    void adyenNamesTheWalletBehindTheNetwork() {
        assertEquals(null, adyen("visa"));
        assertEquals("apple_pay", adyen("visa_applepay"));
        assertEquals("google_pay", adyen("paywithgoogle"));
    }

    private static @Nullable String shopify(@Nullable String wallet) {
        byte[] transaction = Samples.changed(
                "shopify/transaction-sale", "/payment_details", details -> details.put("credit_card_wallet", wallet));
        return method(Samples.map(Platform.SHOPIFY, "shopify/transaction-sale", transaction)
                .getFirst());
    }

    @Test
    void shopifyNamesTheWalletOfATransaction() {
        assertEquals(null, shopify(null));
        assertEquals("google_pay", shopify("google_pay"));
        assertEquals("shop_pay", shopify("shopify_pay"));
    }
}
