package org.orderevidence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.integration.adyen.AdyenItem;
import org.orderevidence.integration.adyen.AdyenMapper;
import org.orderevidence.integration.adyen.AdyenNotification;
import org.orderevidence.integration.adyen.AdyenSettings;
import org.orderevidence.integration.shopify.ShopifyMapper;
import org.orderevidence.integration.shopify.ShopifySettings;
import org.orderevidence.integration.stripe.StripeMapper;
import org.orderevidence.integration.stripe.StripeSettings;
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
        return method(
                new StripeMapper(new StripeSettings(Samples.settings(Platform.STRIPE), "order_id", false)).map(event));
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
        AdyenItem item = ((AdyenNotification.Items) AdyenNotification.read(notification))
                .items()
                .getFirst();
        return method(new AdyenMapper(new AdyenSettings(Samples.settings(Platform.ADYEN), true)).map(item));
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
        return method(new ShopifyMapper(new ShopifySettings(Samples.settings(Platform.SHOPIFY), false))
                .map(new Webhook(Map.of("X-Shopify-Topic", "order_transactions/create"), transaction)));
    }

    @Test
    void shopifyNamesTheWalletOfATransaction() {
        assertEquals(null, shopify(null));
        assertEquals("google_pay", shopify("google_pay"));
        assertEquals("shop_pay", shopify("shopify_pay"));
    }
}
