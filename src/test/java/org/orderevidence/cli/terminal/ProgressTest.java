package org.orderevidence.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.orderevidence.cli.TestTerminal;

class ProgressTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void theBarIsDrawnAgainWhileRecordsAreSent() throws InterruptedException {
        TestTerminal terminal = new TestTerminal().asTerminal(80);
        try (Progress progress = Progress.of(terminal.terminal(), "orders", 100)) {
            progress.at(0, 0, 0);
            awaitLine(terminal, "  0% [");
            progress.at(50, 2_000, 3);
            awaitLine(terminal, " 50% [");
            progress.notice("the service answered 503; trying again in 2 s");
            awaitLine(terminal, "] the service answered 503; trying again in 2 s");
        }
    }

    private static void awaitLine(TestTerminal terminal, String text) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!terminal.err().contains(text)) {
            assertTrue(System.nanoTime() < end, () -> "the bar never showed \"" + text + "\", only: " + terminal.err());
            // Another thread draws the bar each second; only what is printed shows it.
            Thread.sleep(10);
        }
    }
}
