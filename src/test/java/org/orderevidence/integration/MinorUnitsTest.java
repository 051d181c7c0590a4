package org.orderevidence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Currency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.integration.Mapping.UnmappableEvent;

class MinorUnitsTest {
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
