package org.orderevidence.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Uploads many orders. */
@Command(
        name = "upload",
        description = {
            "Uploads orders, as many as there are. Good ones are kept, bad ones are rejected and counted.",
            "Interrupted, it goes on where it was when it is run again."
        },
        footer = {
            "%nExamples:",
            "  ./evidence orders upload orders.ndjson.gz --errors-out rejected.ndjson",
            "  make-orders | ./evidence orders upload -"
        })
final class OrdersUploadCommand implements Callable<Integer> {
    private static final int MAX_AT_ONCE = 64;

    private final Terminal terminal;

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Mixin
    private UploadOptions options = new UploadOptions();

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "4",
            description = "batches of up to 500 orders under way, 1 to 64 (default: ${DEFAULT-VALUE})")
    private int atOnce;

    OrdersUploadCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        if (atOnce < 1 || atOnce > MAX_AT_ONCE) {
            throw new Failure(ExitCode.USAGE, "--concurrency is 1 to " + MAX_AT_ONCE);
        }
        try (Client client = service.client(terminal)) {
            return new Upload(terminal, options, client, Thread::sleep)
                    .run(atOnce, retry -> new OrderSender(client, retry));
        }
    }
}
