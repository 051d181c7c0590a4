package org.orderevidence.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Shows the main job. */
@Command(name = "demo", footer = "%nExample: ./evidence demo")
final class DemoCommand implements Callable<Integer> {
    DemoCommand(Terminal terminal) {
        terminal.err().flush();
    }

    @Override
    public Integer call() {
        return ExitCode.FAILED;
    }
}
