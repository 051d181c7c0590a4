package org.orderevidence.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sends many sightings. */
@Command(
        name = "upload",
        description = {
            "Sends sightings, as many as there are: {\"email\", \"ip\", \"observedAt\"} each.",
            "Interrupted, it goes on where it was when it is run again."
        },
        footer = {"%nExample: ./evidence sightings upload sightings.ndjson --errors-out rejected.ndjson"})
final class SightingsUploadCommand implements Callable<Integer> {
    private static final int MAX_AT_ONCE = 1_024;

    private final Terminal terminal;

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Mixin
    private UploadOptions options = new UploadOptions();

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "64",
            description = "requests under way, 1 to 1024 (default: ${DEFAULT-VALUE})")
    private int atOnce;

    SightingsUploadCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        if (atOnce < 1 || atOnce > MAX_AT_ONCE) {
            throw new Failure(ExitCode.USAGE, "--concurrency is 1 to " + MAX_AT_ONCE);
        }
        try (Client client = service.client(terminal)) {
            return new Upload(terminal, options, client, Thread::sleep)
                    .run(atOnce, retry -> new SightingSender(client, retry));
        }
    }
}
