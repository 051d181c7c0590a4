package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.cli.Demo.SampleData;
import tools.jackson.databind.node.ObjectNode;

@Tag("slow")
class DemoTest {
    @Test
    void theDemonstrationShowsOneOrderOfEachKindWithItsLineAndTheCommands() {
        TestTerminal terminal = new TestTerminal();

        int code = terminal.run("demo", "--once");

        String out = terminal.out();
        assertAll(
                () -> assertEquals("", terminal.err()),
                () -> assertEquals(0, code),
                () -> assertEquals(3, lines(out, " *Receipt +complete").size(), out),
                () -> assertTrue(out.contains("300 orders, 55 sightings, 12 disputes and fraud reports"), out),
                () -> assertEquals(
                        List.of("  ELIGIBLE", "  NEEDS AN ACTION", "  NOT ELIGIBLE"),
                        lines(out, " *(NOT )?[A-Z ]{8,}")),
                () -> assertEquals(
                        3,
                        lines(out, " *(Eligible|Not yet eligible|Not eligible)\\. .*")
                                .size()),
                () -> assertEquals(
                        List.of(
                                "two windows and the judged day in one",
                                "the judged day and no window",
                                "the judged day before a window"),
                        lines(out, " *\\S+ ├[█─◆◇]+┤ \\S+").stream()
                                .map(DemoTest::shape)
                                .toList(),
                        out),
                () -> assertEquals(
                        List.of("579440", "566590", "580672"),
                        lines(
                                        out,
                                        "  \\./evidence explain \\d+ --url http://127\\.0\\.0\\.1:\\d+ --key-file"
                                                + " \\S+/first-key")
                                .stream()
                                .map(line -> line.strip().split(" ", -1)[2])
                                .toList(),
                        out),
                () -> assertEquals(
                        2, lines(out, " *curl -H 'X-API-Key: oe_live_.*").size()),
                () -> assertEquals(
                        1,
                        lines(out, "Every path and field: http://127.*/openapi\\.json")
                                .size()),
                () -> assertFalse(out.contains("sign-in"), "with --once, nothing runs that could be signed in to"));
    }

    @Test
    void theSampleEndsYesterdayWheneverItIsLoaded() throws IOException {
        for (String today : List.of("2026-11-20", "2027-02-28", "2030-01-01")) {
            SampleData sample = SampleData.load(LocalDate.parse(today));
            String newest = sample.orders().stream()
                    .map(order -> order.path("transactionDate").asString().substring(0, 10))
                    .max(String::compareTo)
                    .orElseThrow();

            assertEquals(LocalDate.parse(today).minusDays(1).toString(), newest);
        }
    }

    @Test
    void allDatesOfTheSampleMoveByTheSameDaysAndNothingElseChanges() throws IOException {
        SampleData asKept = SampleData.load(LocalDate.parse("2026-11-20"));
        SampleData moved = SampleData.load(LocalDate.parse("2026-11-30"));
        ObjectNode order = asKept.orders().stream()
                .filter(o -> o.path("id").asString().equals("579440"))
                .findFirst()
                .orElseThrow();
        ObjectNode later = moved.orders().stream()
                .filter(o -> o.path("id").asString().equals("579440"))
                .findFirst()
                .orElseThrow();

        assertEquals(0, asKept.movedDays());
        assertEquals(10, moved.movedDays());
        assertEquals("2026-11-09", order.path("transactionDate").asString().substring(0, 10));
        assertEquals("2026-11-19", later.path("transactionDate").asString().substring(0, 10));
        assertEquals(order.path("amount"), later.path("amount"));
        assertEquals(order.path("receipt"), later.path("receipt"));
    }

    private static List<String> lines(String text, String form) {
        return text.lines().filter(line -> line.matches(form)).toList();
    }

    private static String shape(String line) {
        String signs = line.substring(line.indexOf('├') + 1, line.indexOf('┤'));
        if (signs.matches("█+─+█*◆█+")) {
            return "two windows and the judged day in one";
        }
        if (signs.matches("─+◇─+")) {
            return "the judged day and no window";
        }
        return signs.matches("─+◇─+█+") ? "the judged day before a window" : signs;
    }
}
