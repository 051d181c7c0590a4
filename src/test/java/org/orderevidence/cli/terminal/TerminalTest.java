package org.orderevidence.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
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
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.cli.TestTerminal;
import org.orderevidence.cli.terminal.Progress.BarLine;
import org.orderevidence.cli.terminal.Terminal.Paragraph;
import org.orderevidence.waiting.Waits;

/** What a terminal shows and what is typed: widths, tables, progress, amounts and command lines. */
class TerminalTest {
    private static final List<String> FACTS = List.of("2,000 orders", "299 rejected", "966/s", "2:13 left");

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
        assertEquals(shown, Format.time(time));
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
        assertEquals(shown, Format.amount(minor, currency));
    }

    @Test
    void wordsAreNeverBroken() {
        assertEquals(List.of("one two", "three", "seventeen", "a"), Paragraph.lines("one two three seventeen a", 7));
    }

    private static Terminal writing(Charset charset) {
        PrintStream stream = new PrintStream(new ByteArrayOutputStream(), true, charset);
        return new Terminal(new ByteArrayInputStream(new byte[0]), stream, stream, Map.of(), true, true, 80);
    }

    private static Table table() {
        Table table = new Table("ORDER, AMOUNT, CARD, MEANING").right("AMOUNT").drop(List.of("CARD"));
        table.row("A-1", "1.00", "Mastercard 4242", "the first order of the customer");
        table.row("A-2", "25.00", "Visa 4242", "another");
        return table;
    }

    private static String printed(TestTerminal terminal) {
        table().print(terminal.terminal());
        return terminal.out();
    }

    @Test
    void alignsColumnsAndNumbers() {
        assertEquals("""
                ORDER  AMOUNT  CARD             MEANING
                A-1      1.00  Mastercard 4242  the first order of the customer
                A-2     25.00  Visa 4242        another
                """, printed(new TestTerminal().asTerminal(64)));
    }

    @Test
    void columnsReadWhatTheirPathsAndMarksSay() {
        Table table = new Table(
                        "ORDER=id, AMOUNT=dispute.amount$, DUE=dispute.due@, READY=ready?, MISSING=missing[], TASKS=tasks")
                .rows(Json.read("""
                        [{"id": "A-1", "dispute": {"amount": 1999, "currency": "USD", "due": "2026-12-05T10:00:00Z"},
                          "ready": false, "missing": ["arn", "authCode"], "tasks": []},
                         {"id": "2026-12-05T10:00:00Z", "dispute": {"due": null}, "missing": []}]
                        """.getBytes(StandardCharsets.UTF_8)));
        TestTerminal terminal = new TestTerminal();

        table.print(terminal.terminal());

        assertEquals("""
                ORDER                 AMOUNT     DUE                   READY  MISSING       TASKS
                A-1                   19.99 USD  2026-12-05 10:00 UTC  no     arn,authCode  0
                2026-12-05T10:00:00Z  -          -                     -                    -
                """, terminal.out());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--per",
                "--per N itn: orders per page",
                "--per N 10: orders per page",
                "--per n: orders per page",
                "per N: orders per page",
                "--per N=10",
                "--per N @no-such-setting: orders per page",
                "[ACCOUNT: the account"
            })
    void aParameterWithAMistakeIsRefused(String declaration) {
        assertThrows(IllegalArgumentException.class, () -> Param.of(declaration));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "list",
                "list: List orders.",
                "list List orders.\n$ order list",
                "list: List orders.\n--per N: orders\n$ order list",
                "list: List orders.\n$ order list\n--per N orders per page"
            })
    void aCommandWithAMistakeIsRefused(String declaration) {
        assertThrows(IllegalArgumentException.class, () -> CliCommand.of(declaration));
    }

    @Test
    void aColumnThatATableLacksIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Table("ORDER=id").right("AMOUNT"));
        assertThrows(IllegalArgumentException.class, () -> new Table("ORDER=id").drop(List.of("CARD")));
    }

    @Test
    void leavesColumnsOutBeforeItWraps() {
        TestTerminal terminal = new TestTerminal().asTerminal(60);

        assertEquals("""
                ORDER  AMOUNT  MEANING
                A-1      1.00  the first order of the customer
                A-2     25.00  another
                """, printed(terminal));
        assertEquals("left out, because the terminal is too narrow: CARD\n", terminal.err());
    }

    @Test
    void wrapsTheWidestColumnsBetweenWordsAndThenLeavesOthersOut() {
        Table table = new Table("test, found words, needed words").dropWhenWrapped(List.of("found words"));
        table.row("elements", "two of them or more", "three of them in each of both");
        TestTerminal terminal = new TestTerminal().asTerminal(40);

        table.print(terminal.terminal());

        assertEquals("""
                test      found words     needed words
                elements  two of them or  three of them
                          more            in each of
                                          both
                """, terminal.out());

        Table wide = new Table("test, found words, needed words").dropWhenWrapped(List.of("found words"));
        wide.row("elements", "a-word-of-twenty-two-c", "another-of-twenty-two-");
        TestTerminal narrow = new TestTerminal().asTerminal(40);

        wide.print(narrow.terminal());

        assertEquals("""
                test      needed words
                elements  another-of-twenty-two-
                """, narrow.out());
    }

    @Test
    void wrapsHeadingsBeforeTexts() {
        Table table = new Table("order, counts, customer account ID");
        table.row("A-1", "no: not earlier", "different");
        TestTerminal terminal = new TestTerminal().asTerminal(40);

        table.print(terminal.terminal());

        assertEquals("""
                order  counts           customer account
                                        ID
                A-1    no: not earlier  different
                """, terminal.out());
    }

    @Test
    void wrapsTheLastColumnBetweenWords() {
        assertEquals("""
                ORDER  AMOUNT  MEANING
                A-1      1.00  the first order of the
                               customer
                A-2     25.00  another
                """, printed(new TestTerminal().asTerminal(40)));
    }

    @Test
    void aFileOrAPipeGetsAllColumnsInOneLine() {
        assertEquals(printed(new TestTerminal().asTerminal(200)), printed(new TestTerminal()));
    }

    @Test
    void columnsSetTheWidthOfAPipeToo() {
        TestTerminal terminal = new TestTerminal().with("COLUMNS", "60");

        assertEquals(printed(new TestTerminal().asTerminal(60)), printed(terminal));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            199 | ` 45% [==================                      ] 2,000 orders, 299 rejected, 966/s, 2:13 left`
            79  | ` 45% [============               ] 2,000 orders, 299 rejected, 966/s, 2:13 left`
            59  | ` 45% [========          ] 2,000 orders, 299 rejected, 966/s`
            39  | ` 45% [========           ] 2,000 orders`
            19  | ` 45% [] 2,000 order`
            """)
    void aNarrowTerminalLeavesOutTheLastFactsAndKeepsABar(int width, String line) {
        assertEquals(line, new BarLine(0.456, FACTS).fitted(width).stripTrailing());
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 39, 79, 99, 199})
    void everyLineHasTheSameLengthSoThatItOverwritesTheOneBefore(int width) {
        for (BarLine line : List.of(
                new BarLine(0, FACTS), new BarLine(1, FACTS), new BarLine(-1, FACTS), new BarLine(-1, List.of()))) {
            assertEquals(Math.min(width, 100), line.fitted(width).length());
        }
    }

    @Test
    void anInputOfUnknownLengthHasNoBar() {
        assertEquals(
                "2,000 orders, 966/s",
                new BarLine(-1, List.of("2,000 orders", "966/s")).fitted(79).strip());
    }

    @ParameterizedTest
    @CsvSource({"0, 0:00", "59, 0:59", "133, 2:13", "3733, 1:02:13"})
    void timesHaveHoursOnlyIfThereAreSome(long seconds, String time) {
        assertEquals(time, BarLine.time(seconds));
    }

    @Test
    void theBarIsDrawnAgainWhileRecordsAreSent() {
        TestTerminal terminal = new TestTerminal().asTerminal(80);
        try (Progress progress = new Progress(terminal.terminal(), "orders", 100)) {
            progress.at(0, 0, 0);
            awaitLine(terminal, "  0% [");
            progress.at(50, 2_000, 3);
            awaitLine(terminal, " 50% [");
            progress.notice("the service answered 503; trying again in 2 s");
            awaitLine(terminal, "] the service answered 503; trying again in 2 s");
        }
    }

    /** Another thread draws the bar each second. */
    private static void awaitLine(TestTerminal terminal, String text) {
        Waits.until(
                () -> terminal.err().contains(text),
                () -> "the bar never showed \"" + text + "\", only: " + terminal.err());
    }

    @ParameterizedTest
    @CsvSource({"19.99, USD, 1999", "0.05, USD, 5", "' 5.00 ', USD, 500", "1500, JPY, 1500", "1.500, KWD, 1500"})
    void readsAnAmountWithTheDigitsOfTheCurrency(String typed, String currency, long minor) {
        assertEquals(minor, Format.readAmount(typed, currency));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5      | USD | type the amount in USD with a point and 2 decimals, such as 19.99; 5 can mean 5.00 or 0.05",
                "1999   | KWD | type the amount in KWD with a point and 3 decimals, such as 1.999; 1999 can mean 1999.000 or 1.999",
                "19.9   | USD | type the amount in USD with a point and 2 decimals, such as 19.99",
                "19.999 | USD | type the amount in USD with a point and 2 decimals, such as 19.99",
                "19,99  | USD | type the amount in USD with a point and 2 decimals, such as 19.99; it cannot have a comma",
                "1,999.00 | USD | type the amount in USD with a point and 2 decimals, such as 19.99; it cannot have a comma",
                "-1.00  | USD | type the amount in USD with a point and 2 decimals, such as 19.99",
                "$19.99 | USD | type the amount in USD with a point and 2 decimals, such as 19.99",
                "19.99  | JPY | type the amount in JPY without decimals, such as 1999",
                "12345678901234567 | USD | type the amount in USD with a point and 2 decimals, such as 19.99"
            })
    void refusesWhatCanBeReadInTwoWaysAndSaysWhich(String typed, String currency, String message) {
        Failure failure = assertThrows(Failure.class, () -> Format.readAmount(typed, currency));

        assertEquals(message, failure.getMessage());
        assertEquals(Failure.ExitCode.USAGE, failure.exitCode());
    }

    @Test
    void aShellReadsTheSameArgumentsAgain() {
        assertEquals(
                "./evidence orders upload 'my orders.csv' --map 'Order no=id' --map 'it'\\''s=ip' --map 'x;y$z=' ''",
                Shell.again(List.of(
                        "orders",
                        "upload",
                        "my orders.csv",
                        "--map",
                        "Order no=id",
                        "--map",
                        "it's=ip",
                        "--map",
                        "x;y$z=",
                        "")));
    }

    @Test
    void restartIsLeftOutBecauseItWouldNotContinue() {
        assertEquals(
                "./evidence orders upload a.csv --json",
                Shell.again(List.of("orders", "upload", "--restart", "a.csv", "--json")));
    }
}
