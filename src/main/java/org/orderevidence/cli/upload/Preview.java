package org.orderevidence.cli.upload;

import java.io.IOException;
import java.io.PrintStream;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.upload.csv.CsvMapping;

/** Shows how an input is read: the columns of CSV, and the first orders as they would be sent. */
final class Preview {
    private static final int ORDERS = 3;

    private final Terminal terminal;

    Preview(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Opens an input. */
    interface Input {
        RecordReader open() throws IOException;
    }

    /**
     * Prints the preview.
     *
     * @return the exit code: a failure if one of the shown orders would be rejected
     */
    int show(Input input) {
        PrintStream out = terminal.out();
        try (RecordReader reader = input.open()) {
            CsvMapping mapping = reader.mapping();
            if (mapping != null) {
                mapping.lines().forEach(out::println);
                out.println();
            }
            int code = ExitCode.OK;
            for (int i = 0; i < ORDERS; i++) {
                Item item = reader.next();
                if (item == null) {
                    break;
                }
                String place = reader.unit() + " " + item.end().number();
                Outcome.Rejected fault = item.fault();
                if (fault == null) {
                    out.println(place + " would be sent as:");
                    out.println(Json.pretty(Json.read(item.json().toArray())));
                } else {
                    out.println(place + " would be rejected:");
                    fault.errors()
                            .forEach(error -> out.println("  " + Terminal.printable(error.getOrDefault("detail", ""))));
                    code = ExitCode.FAILED;
                }
            }
            out.println("Preview only: nothing was sent.");
            return code;
        } catch (IOException unreadable) {
            throw new Failure(ExitCode.FAILED, "cannot read the input: " + unreadable.getMessage());
        }
    }
}
