package org.orderevidence.cli.upload;

import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Retry;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Uploads many orders. */
@Command(
        name = "upload",
        description = {
            "Uploads orders, as many as there are. Good ones are kept, bad ones are rejected and counted.",
            "Interrupted, it goes on where it was when it is run again with the same or a longer file.",
            "An array is read up to the first element that is not JSON. A line that is not JSON is rejected alone."
        },
        footer = {
            "%nExamples:",
            "  ./evidence orders upload orders.ndjson.gz --errors-out rejected.ndjson",
            "  make-orders | ./evidence orders upload -"
        })
public final class OrdersUploadCommand extends UploadCommand {
    private static final int MAX_AT_ONCE = 64;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "4",
            description = "batches of up to 500 orders under way, 1 to 64 (default: ${DEFAULT-VALUE})")
    private int atOnce;

    public OrdersUploadCommand(Terminal terminal) {
        super(terminal, MAX_AT_ONCE);
    }

    @Override
    int atOnce() {
        return atOnce;
    }

    @Override
    Sender sender(Client client, Retry retry) {
        return new OrderSender(client, retry);
    }
}
