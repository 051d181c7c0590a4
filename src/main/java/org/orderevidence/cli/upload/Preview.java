package org.orderevidence.cli.upload;

import java.io.IOException;
import java.io.PrintStream;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Plural;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Terminal.Paragraph;
import org.orderevidence.process.FileError;
import org.orderevidence.upload.CsvColumns;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;
import org.orderevidence.upload.RecordReader;

/** Prints how an input is read: the columns of CSV, and the first orders as they would be sent. */
final class Preview {
    private static final int ORDERS = 3;
    private static final int REJECTED = 10;
    private static final String INDENT = "  ";

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
     * @return the exit code: a failure if an order would be rejected
     */
    int show(Input input) {
        PrintStream out = terminal.out();
        try (RecordReader reader = input.open()) {
            CsvColumns columns = reader.columns();
            if (columns != null) {
                columns.lines().forEach(out::println);
                columns.notes().forEach(this::note);
                out.println();
            }
            long good = 0;
            long rejected = 0;
            for (Item item = reader.next(); item != null; item = reader.next()) {
                String place = reader.unit() + " " + item.end().number();
                Outcome.Rejected fault = item.fault();
                if (fault == null) {
                    good++;
                    if (good <= ORDERS) {
                        out.println(place + " would be sent as:");
                        out.println(Json.pretty(Json.read(item.json().toArray())));
                    }
                } else {
                    rejected++;
                    if (rejected <= REJECTED) {
                        out.println(place + " would be rejected:");
                        fault.errors().forEach(error -> print(error.getOrDefault("detail", "")));
                    }
                }
            }
            out.println(Plural.of(good, "order") + " would be sent, and " + rejected
                    + " rejected before. The service checks them further.");
            out.println("Preview only: nothing was sent.");
            return rejected == 0 ? ExitCode.OK : ExitCode.FAILED;
        } catch (IOException unreadable) {
            throw new Failure(ExitCode.FAILED, "cannot read the input: " + FileError.cause(unreadable));
        }
    }

    private void note(String note) {
        Paragraph.lines(Terminal.printable(note), terminal.textWidth())
                .forEach(line -> terminal.out().println(line));
    }

    private void print(String detail) {
        Paragraph.lines(Terminal.printable(detail), terminal.textWidth() - INDENT.length())
                .forEach(line -> terminal.out().println(INDENT + line));
    }
}
