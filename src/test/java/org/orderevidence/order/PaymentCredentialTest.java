package org.orderevidence.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What identifies a card, and when an order was made. */
class PaymentCredentialTest {
    private static final OrderTime NOON = OrderTime.at(Instant.parse("2026-05-04T12:00:00Z"));

    /** Rule document, "The disputed order", network_not_visa: brand as given, else by the BIN's first digit. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            visa, -, visa
            ' Visa ', 555555, visa
            Visa Debit, 555555, visa
            VISA_ELECTRON, -, visa
            jcb, 424242, jcb
            unknown, 424242, visa
            UNKNOWN, 555555, not visa
            -, 42424242, visa
            -, 355555, not visa
            unknown, -, -
            -, -, -
            """)
    void theNetworkIsTheBrandAsGivenElseDerivedFromTheBin(
            @Nullable String brand, @Nullable String bin, @Nullable String network) {
        assertEquals(network, credential(brand, bin, null).network());
    }

    @Test
    void sixAndEightDigitsOfABinCanBeTheSameCard() {
        assertEquals("424242|1881|visa", credential("Visa", "424242", "1881").binKeyText());
        assertEquals("424242|1881|visa", credential(null, "42424299", "1881").binKeyText());
        assertEquals(
                "424242|1881|visa", credential("Visa Debit", "424242", "1881").binKeyText());
        assertEquals("424242|1881|visa", credential("ＶＩＳＡ", "424242", "1881").binKeyText());
        assertEquals("424242|1881|jcb", credential("JCB", "424242", "1881").binKeyText());
    }

    @Test
    void withoutBinOrLastFourOnlyAFingerprintTellsCardsApart() {
        assertEquals(null, credential("visa", "424242", null).binKeyText());
        assertEquals(null, credential("visa", null, "1881").binKeyText());
    }

    /** Design "Orders from several sources", Card numbers. */
    @ParameterizedTest
    @CsvSource({"34343434, 343434", "37828224, 378282", "378282, 378282", "35301113, 35301113", "42424242, 42424242"})
    void ofAmericanExpressOnlySixDigitsOfTheBinAreKept(String sent, String kept) {
        assertEquals(kept, credential(null, sent, "1881").bin());
    }

    @Test
    void aBinHasSixOrEightDigitsAndLastFourHasFour() {
        assertThrows(IllegalArgumentException.class, () -> credential(null, "4242424", null));
        assertThrows(IllegalArgumentException.class, () -> credential(null, "42424x", null));
        assertThrows(IllegalArgumentException.class, () -> credential(null, null, "188"));
    }

    @Test
    void theFourBrandsOfTheInterfaceAreKeptInLowerCaseOthersAsGiven() {
        assertEquals("mastercard", new Brand(" MasterCard ").name());
        assertEquals("JCB", new Brand("JCB").name());
    }

    private static PaymentCredential credential(@Nullable String brand, @Nullable String bin, @Nullable String last4) {
        return new PaymentCredential(null, null, bin, last4, brand == null ? null : new Brand(brand));
    }

    @Test
    void earlierIsByTheMomentWhenBothHaveOne() {
        assertTrue(OrderTime.at(Instant.parse("2026-05-04T11:59:59Z")).isEarlierThan(NOON));
        assertFalse(OrderTime.at(Instant.parse("2026-05-04T12:00:00Z")).isEarlierThan(NOON));
        assertFalse(OrderTime.at(Instant.parse("2026-05-04T12:00:01Z")).isEarlierThan(NOON));
        assertTrue(NOON.isEarlierThan(OrderTime.at(Instant.parse("2026-05-04T12:00:00.000000001Z"))));
    }

    @Test
    void earlierIsByTheDateWhenOneHasNoTime() {
        OrderTime sameDay = OrderTime.on(LocalDate.of(2026, 5, 4));
        OrderTime nextDay = OrderTime.on(LocalDate.of(2026, 5, 5));
        assertFalse(sameDay.isEarlierThan(NOON));
        assertFalse(NOON.isEarlierThan(sameDay));
        assertTrue(NOON.isEarlierThan(nextDay));
        assertFalse(nextDay.isEarlierThan(NOON));
    }

    @Test
    void theDayIsTheDayOfTheMomentInUtc() {
        Instant moment = Instant.parse("2026-05-04T23:59:59Z");
        assertThrows(IllegalArgumentException.class, () -> new OrderTime(LocalDate.of(2026, 5, 5), moment));
        assertThrows(IllegalArgumentException.class, () -> OrderTime.on(LocalDate.of(1999, 12, 31)));
    }
}
