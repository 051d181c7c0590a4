package org.orderevidence.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.cli.TestTerminal;

/** What all commands share: widths, times, amounts, plurals, causes of failures with files. */
class TerminalTest {
    @ParameterizedTest
    @CsvSource({
        // COLUMNS, width of the terminal, columns for prose, for tables, for a bar
        "'',   0,  80,  80,  80",
        "'',  72,  72,  72,  72",
        "'', 200, 100, 200, 200",
        "'',  10,  40,  40,  40",
        "120, 80, 100, 120, 120",
        "x,   90,  90,  90,  90",
        "0,   90,  90,  90,  90",
    })
    void theWidthIsThatOfTheTerminalUnlessColumnsNamesOne(String named, int columns, int text, int table, int bar) {
        Terminal terminal =
                new TestTerminal().with("COLUMNS", named).asTerminal(columns).terminal();

        assertEquals(
                List.of(text, table, bar), List.of(terminal.textWidth(), terminal.tableWidth(), terminal.barWidth()));
    }

    @Test
    void aPipeHasProseOf80ColumnsAndTablesWithoutLimit() {
        Terminal terminal = new TestTerminal().terminal();

        assertEquals(80, terminal.textWidth());
        assertEquals(Integer.MAX_VALUE, terminal.tableWidth());
    }

    @Test
    void noColorAndPlainTerminalsTurnColoursOff() {
        assertTrue(new TestTerminal().asTerminal().terminal().colours());
        assertFalse(new TestTerminal().terminal().colours());
        assertFalse(
                new TestTerminal().with("NO_COLOR", "1").asTerminal().terminal().colours());
        assertFalse(
                new TestTerminal().with("TERM", "dumb").asTerminal().terminal().colours());
    }

    @Test
    void messagesAreWrappedOnTerminalsOnly() {
        String message = "one two three four five six seven eight nine ten\nsecond\u0007 line";
        TestTerminal narrow = new TestTerminal().asTerminal(40);
        TestTerminal file = new TestTerminal().with("COLUMNS", "40");

        narrow.terminal().tell(message);
        file.terminal().tell(message);

        assertEquals("one two three four five six seven eight\nnine ten\nsecond? line\n", narrow.err());
        assertEquals("one two three four five six seven eight nine ten\nsecond? line\n", file.err());
    }

    @Test
    void onlyAnEncodingWithLinesDrawsThem() {
        assertTrue(writing(StandardCharsets.UTF_8).draws());
        assertFalse(writing(StandardCharsets.US_ASCII).draws());
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-10T12:00:00Z,          2026-11-10 12:00 UTC",
        "2026-11-10T12:00:59.5+01:00,   2026-11-10 11:00 UTC",
        "2026-11-10,                    2026-11-10",
        "-,                             -"
    })
    void timesAreShownInUtcToTheMinute(String time, String shown) {
        assertEquals(shown, Times.shown(time));
    }

    @ParameterizedTest
    @CsvSource({
        "1999, USD, 19.99 USD",
        "5, USD, 0.05 USD",
        "1500, JPY, 1500 JPY",
        "1500, KWD, 1.500 KWD",
        "7, ???, 7 ???"
    })
    void amountsHaveTheDigitsOfTheirCurrency(long minor, String currency, String shown) {
        assertEquals(shown, Amounts.shown(minor, currency));
    }

    @Test
    void nounsAreInThePluralUnlessThereIsOne() {
        assertEquals(
                List.of("0 orders", "1 order", "2 orders"),
                List.of(Plural.of(0, "order"), Plural.of(1, "order"), Plural.of(2, "order")));
    }

    @Test
    void wordsAreNeverBroken() {
        assertEquals(List.of("one two", "three", "seventeen", "a"), Paragraph.lines("one two three seventeen a", 7));
    }

    private static Terminal writing(Charset charset) {
        PrintStream stream = new PrintStream(new ByteArrayOutputStream(), true, charset);
        return new Terminal(new ByteArrayInputStream(new byte[0]), stream, stream, Map.of(), true, true, 80);
    }
}
