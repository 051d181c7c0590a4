package org.orderevidence.cli.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;

class TypedAmountTest {
    @ParameterizedTest
    @CsvSource({"19.99, USD, 1999", "0.05, USD, 5", "' 5.00 ', USD, 500", "1500, JPY, 1500", "1.500, KWD, 1500"})
    void readsAnAmountWithTheDigitsOfTheCurrency(String typed, String currency, long minor) {
        assertEquals(minor, TypedAmount.read(typed, currency));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5      | USD | type the amount in USD with a point and 2 decimals, such as 19.99; 5 can mean 5.00 or 0.05
            1999   | KWD | type the amount in KWD with a point and 3 decimals, such as 1.999; 1999 can mean 1999.000 or 1.999
            19.9   | USD | type the amount in USD with a point and 2 decimals, such as 19.99
            19.999 | USD | type the amount in USD with a point and 2 decimals, such as 19.99
            19,99  | USD | type the amount in USD with a point and 2 decimals, such as 19.99; it cannot have a comma
            1,999.00 | USD | type the amount in USD with a point and 2 decimals, such as 19.99; it cannot have a comma
            -1.00  | USD | type the amount in USD with a point and 2 decimals, such as 19.99
            $19.99 | USD | type the amount in USD with a point and 2 decimals, such as 19.99
            19.99  | JPY | type the amount in JPY without decimals, such as 1999
            12345678901234567 | USD | type the amount in USD with a point and 2 decimals, such as 19.99
            """)
    void refusesWhatCanBeReadInTwoWaysAndSaysWhich(String typed, String currency, String message) {
        Failure failure = assertThrows(Failure.class, () -> TypedAmount.read(typed, currency));

        assertEquals(message, failure.getMessage());
        assertEquals(ExitCode.USAGE, failure.exitCode());
    }
}
