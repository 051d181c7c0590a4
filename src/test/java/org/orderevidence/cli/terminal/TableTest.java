package org.orderevidence.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orderevidence.cli.TestTerminal;

class TableTest {
    private static Table table() {
        Table table =
                new Table("ORDER", "AMOUNT", "CARD", "MEANING").right("AMOUNT").drop(List.of("CARD"));
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
        Table table = new Table("test", "found words", "needed words").dropWhenWrapped(List.of("found words"));
        table.row("elements", "two of them or more", "three of them in each of both");
        TestTerminal terminal = new TestTerminal().asTerminal(40);

        table.print(terminal.terminal());

        assertEquals("""
                test      found words     needed words
                elements  two of them or  three of them
                          more            in each of
                                          both
                """, terminal.out());

        Table wide = new Table("test", "found words", "needed words").dropWhenWrapped(List.of("found words"));
        wide.row("elements", "a-word-of-twenty-two-c", "another-of-twenty-two-");
        TestTerminal narrow = new TestTerminal().asTerminal(40);

        wide.print(narrow.terminal());

        assertEquals("""
                test      needed words
                elements  another-of-twenty-two-
                """, narrow.out());
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
}
