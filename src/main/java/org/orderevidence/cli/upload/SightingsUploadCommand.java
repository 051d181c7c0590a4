package org.orderevidence.cli.upload;

import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Retry;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Sends many sightings. */
@Command(
        name = "upload",
        description = {
            "Upload sightings from a file: {\"email\", \"ip\", \"observedAt\"} each.",
            "After an interruption, run the same command again. It continues with the same or a longer file."
        },
        footer = {"%nExample:", "  ./evidence sightings upload sightings.ndjson --errors-out rejected.ndjson"})
public final class SightingsUploadCommand extends UploadCommand {
    private static final int MAX_AT_ONCE = 1_024;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "64",
            description = "requests under way, 1 to 1024 (default: ${DEFAULT-VALUE})")
    private int atOnce;

    public SightingsUploadCommand(Terminal terminal) {
        super(terminal, MAX_AT_ONCE);
    }

    @Override
    int atOnce() {
        return atOnce;
    }

    @Override
    Sender sender(Client client, Retry retry) {
        return new SightingSender(client, retry);
    }
}
