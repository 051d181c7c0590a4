package org.orderevidence.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenInstallation;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.upload.SameCommand;
import org.orderevidence.cli.upload.Upload;
import org.orderevidence.cli.upload.UploadOptions;
import org.orderevidence.integration.Integration;
import org.orderevidence.order.part.Platform;
import org.orderevidence.webhook.HistoryImport;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The common part of the commands that import the history of a platform. */
abstract class ImportCommand implements Callable<Integer> {
    /** Batches that are stored at a time. */
    private static final int AT_ONCE = 4;

    private final Terminal terminal;
    private final Platform platform;

    @Mixin
    private UploadOptions options = new UploadOptions();

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Option(
            names = "--integration",
            paramLabel = "ID",
            description = "integration that gets the data (default: the only one of the platform)")
    private @Nullable String id;

    @Spec
    private @Nullable CommandSpec spec;

    ImportCommand(Terminal terminal, Platform platform) {
        this.terminal = terminal;
        this.platform = platform;
    }

    /** Returns true if approved payments count as captured, whatever the setting of the integration. */
    boolean isCaptured() {
        return false;
    }

    /** Prints notes about an integration before its history is imported. */
    void warn(Terminal told, Integration integration) {}

    @Override
    public Integer call() throws InterruptedException, IOException {
        requireOtherFile();
        try (OpenInstallation open = store.open(terminal)) {
            Integration integration = integration(open);
            warn(terminal, integration);
            HistoryImport history = open.history(integration, isCaptured());
            Path file = options.file();
            ExportCsv csv = new ExportCsv(history.export().format(), file == null ? "-" : file.toString());
            String target = Client.digest(open.store() + "\n" + integration.id() + "\n" + isCaptured());
            int code = new Upload(
                            terminal,
                            options,
                            csv,
                            (path, keep, _) -> RejectedRows.open(path, keep, csv.columns()),
                            target,
                            SameCommand.of(spec))
                    .run(AT_ONCE, notice -> new ImportSender(history, csv, notice));
            if (code != ExitCode.OK && options.errorsOut() != null) {
                terminal.tell("correct the rows in that file, and import it");
            }
            return code;
        }
    }

    private void requireOtherFile() throws IOException {
        Path in = options.file();
        Path out = options.errorsOut();
        if (in != null && out != null && Files.exists(in) && Files.exists(out) && Files.isSameFile(in, out)) {
            throw new Failure(ExitCode.USAGE, "--errors-out names the file that is imported; name another file");
        }
    }

    private Integration integration(OpenInstallation open) {
        String given = id;
        if (given != null) {
            Integration found = open.integrations()
                    .find(given)
                    .orElseThrow(() -> new Failure(
                            ExitCode.FAILED, "there is no integration " + given + "; ./evidence integration list"));
            if (found.platform() != platform) {
                throw new Failure(
                        ExitCode.USAGE,
                        "integration " + given + " is of " + found.platform().wireName() + "; run ./evidence import "
                                + found.platform().wireName());
            }
            return found;
        }
        List<Integration> all = open.integrations().all().stream()
                .filter(each -> each.platform() == platform)
                .toList();
        if (all.isEmpty()) {
            throw new Failure(
                    ExitCode.FAILED,
                    "there is no integration of " + platform.wireName() + "; ./evidence integration add "
                            + platform.wireName() + " adds one");
        }
        if (all.size() > 1) {
            throw new Failure(
                    ExitCode.USAGE,
                    "there are " + all.size() + " integrations of " + platform.wireName()
                            + "; choose one with --integration");
        }
        return all.getFirst();
    }
}
