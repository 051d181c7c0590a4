package org.orderevidence.receipt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.order.Address;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.ReceiptBuilder;

class DigitalReceiptTest {
    private static Order order(long amount, String currency, Customer customer, Receipt receipt) {
        Charge charge = ChargeBuilder.on(LocalDate.parse("2026-11-01"))
                .amount(amount, currency)
                .build();
        return new Order(new OrderId("A-1"), null, charge, customer, receipt);
    }

    private static Receipt receipt(
            List<LineItem> items, @Nullable String description, @Nullable String email, @Nullable Address shipping) {
        return new ReceiptBuilder()
                .lineItems(items)
                .customerEmail(email == null ? null : new PersonalText(email))
                .shippingAddress(shipping)
                .description(description)
                .build();
    }

    @ParameterizedTest
    @CsvSource({
        "1500, USD, 15.00",
        "1500, JPY, 1500",
        "1500, KWD, 1.500",
        "5, USD, 0.05",
        "0, USD, 0.00",
        "0, JPY, 0",
        "1000000000000, USD, 10000000000.00",
        "1, BHD, 0.001"
    })
    void amountsHaveTheDigitsOfTheirCurrency(long minor, String currency, String expected) {
        DigitalReceipt receipt =
                DigitalReceipt.of(order(minor, currency, Customer.NONE, Receipt.EMPTY), MerchantInfo.EMPTY);

        assertEquals(expected, receipt.total());
        assertEquals(currency, receipt.currencyCode());
    }

    @Test
    void aLineMayHaveItsOwnCurrencyAndBeADiscount() {
        List<LineItem> items = List.of(
                new LineItem("Tea", null, null, 2, 1400),
                new LineItem("Discount", "10 %", Currency.getInstance("JPY"), 1, -140));

        DigitalReceipt receipt = DigitalReceipt.of(
                order(1260, "USD", Customer.NONE, receipt(items, "ignored beside lines", null, null)),
                MerchantInfo.EMPTY);

        assertEquals(
                List.of(
                        new DigitalReceipt.Item("Tea", null, 2, "14.00", "USD"),
                        new DigitalReceipt.Item("Discount", "10 %", 1, "-140", "JPY")),
                receipt.items());
        assertNull(receipt.totals());
    }

    @Test
    void aDescriptionAloneIsTheOneItem() {
        DigitalReceipt receipt = DigitalReceipt.of(
                order(1500, "USD", Customer.NONE, receipt(List.of(), "Tea", null, null)), MerchantInfo.EMPTY);

        assertEquals(List.of(new DigitalReceipt.Item(null, "Tea", 1, "15.00", "USD")), receipt.items());
    }

    @Test
    void nothingIsMissingWhenTheProfileFillsTheRest() {
        MerchantInfo profile =
                new MerchantInfo("Shop", null, null, null, null, null, "+1 2", null, "https://shop.example", null);
        Customer customer =
                new Customer(new PersonalText("203.0.113.7"), null, new PersonalText("print"), new PersonalText("u1"));
        Address address = new Address("Street 1", null, "Berlin", null, "10115", "DE", null, null);

        DigitalReceipt.Completeness completeness = DigitalReceipt.of(
                        order(1, "USD", customer, receipt(List.of(), "Tea", "buyer@example.com", address)), profile)
                .completeness();

        assertEquals(new DigitalReceipt.Completeness(List.of(), List.of()), completeness);
    }

    @Test
    void whatEvidenceWouldWantIsNamed() {
        Customer customer = new Customer(new PersonalText("10.0.0.1"), null, null, null);
        Address noCity = new Address("Street 1", null, null, null, "10115", "DE", null, null);

        DigitalReceipt.Completeness completeness = DigitalReceipt.of(
                        order(1, "USD", customer, receipt(List.of(), "Tea", "b@example.com", noCity)),
                        MerchantInfo.EMPTY)
                .completeness();

        assertEquals(
                List.of(
                        "order.transactionDetails.deviceIpAddress",
                        "order.transactionDetails.deviceId",
                        "accountProfile.accountId",
                        "accountProfile.accountShippingAddress"),
                completeness.missingForEvidence());
        assertFalse(completeness.complete());
    }
}
