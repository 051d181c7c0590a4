package org.orderevidence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Currency;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.node.ObjectNode;

/** How a customer paid and how much, from the events of each platform. */
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

    @ParameterizedTest
    @CsvSource({
        "19.99, USD, 1999",
        "20, USD, 2000",
        "0.1, USD, 10",
        "19.990, USD, 1999",
        "500, JPY, 500",
        "500.00, JPY, 500",
        "1.234, KWD, 1234",
        "10000000000.00, USD, 1000000000000",
    })
    void decimalTextsAreExact(String decimal, String currency, long minor) throws UnmappableEvent {
        assertEquals(
                minor, MinorUnits.money(decimal, MinorUnits.currency(currency)).amountMinor());
    }

    @ParameterizedTest
    @CsvSource({
        "19.999, USD",
        "0.5, JPY",
        "-1, USD",
        "10000000000.01, USD",
        "1e3, USD",
        "1_0, USD",
        "' ', USD",
        "٣, USD"
    })
    void whatIsNoAmountOfTheCurrencyIsRefused(String decimal, String currency) {
        UnmappableEvent refused =
                assertThrows(UnmappableEvent.class, () -> MinorUnits.money(decimal, MinorUnits.currency(currency)));

        assertEquals(Mapping.Reason.UNSUPPORTED_AMOUNT, refused.result(null).reason());
    }

    @ParameterizedTest
    @CsvSource({"XAU", "XTS", "CNH", "US", "''"})
    void currenciesWithoutMinorUnitsAreRefused(String code) {
        UnmappableEvent refused = assertThrows(UnmappableEvent.class, () -> MinorUnits.currency(code));

        assertEquals(Mapping.Reason.UNSUPPORTED_CURRENCY, refused.result(null).reason());
    }

    @Test
    void digitsThatTheCurrencyDoesNotHaveMustBeZero() throws UnmappableEvent {
        Currency krona = Currency.getInstance("ISK");

        assertEquals(5, MinorUnits.money(500, 2, krona).amountMinor());
        assertThrows(UnmappableEvent.class, () -> MinorUnits.money(550, 2, krona));
    }
}
