package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderSources;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;

/** Facts that help in another way than the rule. */
class ProtectionTest {
    @ParameterizedTest
    @CsvSource({
        "05, visa_secure",
        "5, visa_secure",
        "06, visa_secure",
        "6, visa_secure",
        "' 05 ', visa_secure",
        "07,",
        "7,",
        "02,",
        "01,",
        "005,",
        ",",
    })
    void anAuthenticatedVisaCardIsProtected(@Nullable String eci, @Nullable String code) {
        assertEquals(listed(code), codes(order("visa", Charge.ThreeDs.of(eci, "ds-1"), null)));
    }

    @ParameterizedTest
    @CsvSource({"visa, visa_secure", "Visa Debit, visa_secure", ", visa_secure", "mastercard,", "jcb,"})
    void onlyAVisaCardIsAuthenticatedWithVisaSecure(@Nullable String brand, @Nullable String code) {
        assertEquals(listed(code), codes(order(brand, Charge.ThreeDs.of("05", null), null)));
    }

    @ParameterizedTest
    @CsvSource({
        "Y, avs_match",
        "X, avs_match",
        "D, avs_match",
        "M, avs_match",
        "F, avs_match",
        "A,",
        "Z,",
        "N,",
        "y,",
        "YY,",
        ",",
    })
    void aMatchingAddressIsAProtection(@Nullable String avs, @Nullable String code) {
        assertEquals(listed(code), codes(order("mastercard", null, avs)));
    }

    @Test
    void eachHasTheSourceThatStatedIt() {
        OrderSources sources = new OrderSources(
                List.of(
                        new OrderSources.OfField("threeDs", "stripe:main"),
                        new OrderSources.OfField("avsResult", "upload")),
                List.of(),
                false,
                null,
                null);
        assertEquals(
                List.of(
                        new Protection(Protection.Code.VISA_SECURE, "stripe:main"),
                        new Protection(Protection.Code.AVS_MATCH, "upload")),
                Protection.of(stored(order("visa", Charge.ThreeDs.of("05", null), "Y"), sources)));
    }

    private static List<String> listed(@Nullable String code) {
        return code == null ? List.of() : List.of(code);
    }

    private static List<String> codes(Order order) {
        return Protection.of(stored(order, OrderSources.NONE)).stream()
                .map(protection -> protection.code().wireName())
                .toList();
    }

    private static StoredOrder stored(Order order, OrderSources sources) {
        return new StoredOrder(order, sources, 1, Instant.EPOCH, List.of(), List.of());
    }

    private static Order order(@Nullable String brand, Charge.@Nullable ThreeDs threeDs, @Nullable String avs) {
        Charge charge = ChargeBuilder.on(LocalDate.of(2026, 11, 10))
                .amount(4999, "USD")
                .credential(new PaymentCredential(null, null, "424242", null, brand == null ? null : new Brand(brand)))
                .verification(new Charge.Verification(threeDs, avs))
                .build();
        return new Order(new OrderId("D"), null, charge, Customer.NONE, Receipt.EMPTY);
    }
}
