package org.orderevidence.cli.terminal;

import org.junit.jupiter.api.Test;
import org.orderevidence.cli.TestTerminal;
import org.orderevidence.waiting.Waits;

class ProgressTest {
    @Test
    void theBarIsDrawnAgainWhileRecordsAreSent() {
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

    /** Another thread draws the bar each second. */
    private static void awaitLine(TestTerminal terminal, String text) {
        Waits.until(
                () -> terminal.err().contains(text),
                () -> "the bar never showed \"" + text + "\", only: " + terminal.err());
    }
}
