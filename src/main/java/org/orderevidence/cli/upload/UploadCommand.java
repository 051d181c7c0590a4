package org.orderevidence.cli.upload;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Retry;
import org.orderevidence.cli.terminal.ServiceOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.upload.CsvFormat;
import org.orderevidence.upload.CsvOptions;
import org.orderevidence.upload.CsvRecords;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The common part of the commands that upload a file. */
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

    @Spec
    private @Nullable CommandSpec spec;

    /** Returns the given {@code --concurrency}. Each command has its own default. */
    abstract int atOnce();

    /** Returns the sender for the records of this command. */
    abstract Sender sender(Client client, Retry retry);

    /** Returns how CSV is read; null if the command reads only JSON. */
    @Nullable
    CsvOptions csv() {
        return null;
    }

    /** True if the input is only shown. */
    boolean isPreview() {
        return false;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        if (atOnce() < 1 || atOnce() > mostAtOnce) {
            throw new Failure(ExitCode.USAGE, "--concurrency must be 1 to " + mostAtOnce);
        }
        CsvOptions csv = csv();
        CsvFormat format = csv == null ? null : CsvRecords.format(csv);
        if (isPreview()) {
            return new Preview(terminal).show(() -> options.open(terminal, format));
        }
        try (Client client = service.client(terminal)) {
            return new Upload(
                            terminal,
                            options,
                            format,
                            (path, keep, _) -> new RejectedRecords(path, keep),
                            client.target(),
                            SameCommand.of(spec))
                    .run(
                            atOnce(),
                            notice -> sender(client, new Retry(client, Thread::sleep, new SecureRandom(), notice)));
        }
    }
}
