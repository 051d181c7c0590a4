package org.orderevidence.cli.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orderevidence.cli.upload.Upload.SameCommand;

class SameCommandTest {
    @Test
    void aShellReadsTheSameArgumentsAgain() {
        assertEquals(
                "./evidence orders upload 'my orders.csv' --map 'Order no=id' --map 'it'\\''s=ip' --map 'x;y$z=' ''",
                SameCommand.line(List.of(
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
                SameCommand.line(List.of("orders", "upload", "--restart", "a.csv", "--json")));
    }
}
