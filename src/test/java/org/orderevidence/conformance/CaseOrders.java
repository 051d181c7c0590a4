package org.orderevidence.conformance;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.TestHashes;
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentAccountReference;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Placeholders;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.ReceiptBuilder;
import tools.jackson.databind.JsonNode;

/** Reads the orders and facts of a case into the domain, without the HTTP interface; the cases are all well-formed. */
final class CaseOrders {
    private CaseOrders() {}

    static Order order(JsonNode json) {
        return new Order(
                new OrderId(json.path("id").asString()),
                null,
                charge(json),
                new Customer(
                        personal(json, "ip"),
                        personal(json, "deviceId"),
                        personal(json, "deviceFingerprint"),
                        personal(json, "customerAccountId")),
                receipt(json.path("receipt")));
    }

    static Dispute dispute(JsonNode json) {
        return new Dispute(
                json.path("disputeId").asString(),
                json.path("condition").asString(),
                OrderTime.on(LocalDate.parse(json.path("openedAt").asString())),
                constant(Dispute.Status.class, json, "status", Dispute.Status.OPEN));
    }

    static FraudReport fraudReport(JsonNode json) {
        return new FraudReport(
                json.path("reportId").asString(),
                OrderTime.on(LocalDate.parse(json.path("reportedAt").asString())),
                null);
    }

    private static Charge charge(JsonNode json) {
        String fingerprint = text(json, "cardFingerprint");
        String brand = text(json, "brand");
        String initialOrder = text(json, "initialOrderId");
        String category = text(json, "merchandiseOrServices");
        JsonNode refundedAmount = json.path("refundedAmount");
        OrderTime transactionTime = time(json, "transactionDate");
        if (transactionTime == null) {
            throw new IllegalArgumentException("an order has a transactionDate");
        }
        return ChargeBuilder.at(transactionTime)
                .amount(json.path("amount").asLong(), json.path("currency").asString())
                .settledAt(time(json, "settledAt"))
                .fulfilledAt(time(json, "fulfilledAt"))
                .credential(new PaymentCredential(
                        accountReference(json),
                        fingerprint == null || Placeholders.isOne(fingerprint)
                                ? null
                                : TestHashes.of("fingerprint", fingerprint),
                        text(json, "bin"),
                        text(json, "last4"),
                        brand == null ? null : new Brand(brand)))
                .references(new Charge.References(
                        text(json, "authCode"),
                        text(json, "arn"),
                        null,
                        text(json, "descriptor"),
                        null,
                        text(json, "gatewayTransactionId")))
                .verification(new Charge.Verification(
                        Charge.ThreeDs.of(
                                text(json.path("threeDs"), "eci"), text(json.path("threeDs"), "transactionId")),
                        text(json, "avsResult")))
                .status(constant(Charge.Status.class, json, "status", Charge.Status.SUCCEEDED))
                .refunded(json.path("refunded").asBoolean(false))
                .refundedAmountMinor(refundedAmount.isNumber() ? refundedAmount.asLong() : null)
                .cardPresent(json.path("cardPresent").asBoolean(false))
                .validation(json.path("validation").asBoolean(false))
                .recurring(json.path("recurring").asBoolean(false))
                .type(constant(Charge.Type.class, json, "type", Charge.Type.PURCHASE))
                .initialOrderId(initialOrder == null ? null : new OrderId(initialOrder))
                .category(category == null ? null : Charge.Category.valueOf(category.toUpperCase(Locale.ROOT)))
                .build();
    }

    private static @Nullable KeyedHash accountReference(JsonNode json) {
        String text = text(json, "paymentAccountReference");
        return text == null
                ? null
                : PaymentAccountReference.parse(text)
                        .map(reference -> TestHashes.of("account reference", reference.value()))
                        .orElse(null);
    }

    private static Receipt receipt(JsonNode json) {
        List<LineItem> items = new ArrayList<>();
        json.path("lineItems")
                .forEach(item -> items.add(new LineItem(
                        item.path("productName").asString(),
                        text(item, "productDescription"),
                        null,
                        item.path("quantity").asLong(1),
                        item.path("price").asLong())));
        return new ReceiptBuilder()
                .lineItems(items)
                .customerEmail(personal(json, "customerEmail"))
                .shippingAddress(json.has("shippingAddress") ? address(json.path("shippingAddress")) : null)
                .description(text(json, "description"))
                .build();
    }

    private static Address address(JsonNode json) {
        return new Address(
                text(json, "line1"),
                text(json, "line2"),
                text(json, "city"),
                text(json, "countrySubdivision"),
                text(json, "postalCode"),
                text(json, "country"),
                null,
                null);
    }

    private static @Nullable OrderTime time(JsonNode json, String field) {
        String text = text(json, field);
        if (text == null) {
            return null;
        }
        return text.indexOf('T') < 0
                ? OrderTime.on(LocalDate.parse(text))
                : OrderTime.at(Instant.from(OffsetDateTime.parse(text)));
    }

    private static @Nullable PersonalText personal(JsonNode json, String field) {
        String text = text(json, field);
        return text == null ? null : new PersonalText(text);
    }

    private static @Nullable String text(JsonNode json, String field) {
        JsonNode value = json.path(field);
        return value.isString() && !value.asString().isBlank() ? value.asString() : null;
    }

    private static <E extends Enum<E>> E constant(Class<E> type, JsonNode json, String field, E absent) {
        String text = text(json, field);
        return text == null ? absent : Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
    }
}
