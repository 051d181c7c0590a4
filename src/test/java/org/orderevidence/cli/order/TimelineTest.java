package org.orderevidence.cli.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.cli.order.Timeline.Days;

class TimelineTest {
    private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);

    /** Ten days, one a column; windows and the judged day are counted from 0. */
    @ParameterizedTest
    @CsvSource({
        "none,    0, |o---------|",
        "0-9,     0, |@#########|",
        "0-9,     9, |#########@|",
        "3-3,     4, |---#o-----|",
        "2-4,     3, |--#@#-----|",
        "0-1 8-9, 5, |##---o--##|"
    })
    void marksTheEligibleDaysAndTheJudgedOne(String windows, int judged, String line) {
        assertEquals(
                "2026-01-01 " + line + " 2026-01-10",
                Timeline.ASCII.draw(days(0, 9), windows(windows), FIRST.plusDays(judged), Timeline.MAX_COLUMNS));
    }

    @Test
    void aColumnOfSeveralDaysIsEligibleWhenOneOfThemIs() {
        String line = Timeline.ASCII.draw(days(0, 120), List.of(days(1, 1), days(119, 120)), FIRST.plusDays(4), 61);

        assertEquals("2026-01-01 |#-o" + "-".repeat(56) + "##| 2026-05-01", line);
    }

    @Test
    void theLineIsNeverLongerThanItsColumns() {
        for (int last = 0; last < 400; last++) {
            for (int width : List.of(40, 80, 200)) {
                int most = Timeline.columns(width);
                String line = Timeline.ASCII.draw(days(0, last), List.of(), FIRST, most);
                int columns = line.indexOf('|', line.indexOf('|') + 1) - line.indexOf('|') - 1;

                assertEquals(Math.min(last + 1, most), columns);
                assertTrue(line.length() <= width, line);
            }
        }
    }

    @Test
    void isDrawnWithLinesWhereTheTerminalCan() {
        assertEquals(
                "2026-01-01 ├─█◆─┤ 2026-01-04",
                Timeline.DRAWN.draw(days(0, 3), List.of(days(1, 2)), FIRST.plusDays(2), 61));
        assertEquals("█ eligible   ─ not eligible   ◆ ◇ the dispute date", Timeline.DRAWN.legend());
    }

    private static List<Days> windows(String text) {
        if (text.equals("none")) {
            return List.of();
        }
        return Arrays.stream(text.split(" "))
                .map(window -> window.split("-"))
                .map(ends -> days(Integer.parseInt(ends[0]), Integer.parseInt(ends[1])))
                .toList();
    }

    private static Days days(int from, int until) {
        return new Days(FIRST.plusDays(from), FIRST.plusDays(until));
    }
}
