package org.orderevidence.integration.shopify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.Stated;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.Platform;

/** Requests about personal data, and webhooks that were sent again with another topic. */
class ShopifyPrivacyTest {
    private static final ObjectReference ORDER = new ObjectReference("gid://shopify/Order/5501000000001");

    @Test
    void requestsAboutPersonalDataAreNotMappedToOrders() {
        PrivacyTask.Subject ann = new PrivacyTask.Subject(
                new PersonalText("7701000000001"),
                new PersonalText("ann@example.com"),
                new PersonalText("+353 1 555 0100"));

        assertEquals(
                new PrivacyTask.Request(
                        PrivacyTask.Kind.ERASE_CUSTOMER,
                        "mugs.example.com",
                        ann,
                        List.of(ORDER, new ObjectReference("gid://shopify/Order/5501000000002"))),
                request("customers-redact"));
        assertEquals(
                new PrivacyTask.Request(PrivacyTask.Kind.EXPORT_CUSTOMER, "mugs.example.com", ann, List.of(ORDER)),
                request("customers-data-request"));
        assertEquals(
                new PrivacyTask.Request(PrivacyTask.Kind.ERASE_SHOP, "mugs.example.com", null, List.of()),
                request("shop-redact"));
    }

    /** Anybody who records a webhook can send it again with another topic: the header is not signed. */
    @ParameterizedTest
    @CsvSource({
        "orders-create, customers/redact, MISSING_FIELD",
        "orders-create, customers/data_request, MISSING_FIELD",
        "orders-create, shop/redact, MISSING_FIELD",
        "customers-redact, shop/redact, UNREADABLE",
        "customers-data-request, shop/redact, UNREADABLE",
        "customers-data-request, customers/redact, MISSING_FIELD",
        "shop-redact, customers/redact, MISSING_FIELD",
        "transaction-sale, fulfillments/create, MISSING_FIELD",
        "refunds-create, fulfillments/create, MISSING_FIELD",
        "orders-updated, fulfillments/create, MISSING_FIELD",
        "fulfillments-create, order_transactions/create, MISSING_FIELD",
        "disputes-create, order_transactions/create, MISSING_FIELD",
        "transaction-sale, disputes/create, MISSING_FIELD",
        "transaction-sale, orders/create, MISSING_FIELD",
        "refunds-create, orders/create, MISSING_FIELD",
    })
    void aBodyIsNeverReadAsThatOfAnotherTopic(String sample, String topic, Mapping.Reason expected) {
        Mapping mapped = Samples.map(
                new Shopify(), Samples.settings(Platform.SHOPIFY), topic, Samples.bytes("shopify/" + sample));

        assertEquals(expected, Stated.reason(mapped));
    }

    @Test
    void aRequestNamesAllOrdersHoweverMany() {
        byte[] body = Samples.changed("shopify/customers-redact", "", request -> {
            for (int i = 0; i < 30_000; i++) {
                request.withArray("/orders_to_redact").add(1_000_000L + i);
            }
        });

        PrivacyTask.Request erase = assertInstanceOf(Mapping.Privacy.class, map("customers-redact", body))
                .request();
        assertEquals(30_002, erase.orders().size());
    }

    private static PrivacyTask.Request request(String sample) {
        return assertInstanceOf(Mapping.Privacy.class, map(sample)).request();
    }

    private static Mapping map(String sample, byte[] body) {
        return Samples.map(Platform.SHOPIFY, "shopify/" + sample, body).getFirst();
    }

    private static Mapping map(String sample) {
        return map(sample, Samples.bytes("shopify/" + sample));
    }
}
