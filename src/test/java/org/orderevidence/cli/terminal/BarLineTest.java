package org.orderevidence.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BarLineTest {
    private static final List<String> FACTS = List.of("2,000 orders", "299 rejected", "966/s", "2:13 left");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "199 | ` 45% [==================                      ] 2,000 orders, 299 rejected, 966/s, 2:13 left`",
                "79  | ` 45% [============               ] 2,000 orders, 299 rejected, 966/s, 2:13 left`",
                "59  | ` 45% [========          ] 2,000 orders, 299 rejected, 966/s`",
                "39  | ` 45% [========           ] 2,000 orders`",
                "19  | ` 45% [] 2,000 order`"
            })
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
}
