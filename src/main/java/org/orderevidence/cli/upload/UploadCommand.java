package org.orderevidence.cli.upload;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Retry;
import org.orderevidence.cli.terminal.ServiceOptions;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.Mixin;

/** What the commands that upload a file have in common: where from, where to, and how much at once. */
abstract class UploadCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final int mostAtOnce;

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Mixin
    private UploadOptions options = new UploadOptions();

    /**
     * @param mostAtOnce largest {@code --concurrency}
     */
    UploadCommand(Terminal terminal, int mostAtOnce) {
        this.terminal = terminal;
        this.mostAtOnce = mostAtOnce;
    }

    /** The {@code --concurrency} that was asked for; each command has its own default. */
    abstract int atOnce();

    /** What sends the records of this command. */
    abstract Sender sender(Client client, Retry retry);

    @Override
    public Integer call() throws InterruptedException, IOException {
        if (atOnce() < 1 || atOnce() > mostAtOnce) {
            throw new Failure(ExitCode.USAGE, "--concurrency is 1 to " + mostAtOnce);
        }
        try (Client client = service.client(terminal)) {
            return new Upload(terminal, options, client, Thread::sleep).run(atOnce(), retry -> sender(client, retry));
        }
    }
}
