package org.orderevidence.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenIntegrations;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.upload.SameCommand;
import org.orderevidence.cli.upload.Upload;
import org.orderevidence.cli.upload.UploadOptions;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.Integration;
import org.orderevidence.webhook.HistoryImport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Imports the history of a platform. */
@Command
public final class ImportCommand implements Callable<Integer> {
    /** Batches that are stored at a time. */
    private static final int AT_ONCE = 4;

    private final Terminal terminal;
    private final Connector platform;

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

    private ImportCommand(Terminal terminal, Connector platform) {
        this.terminal = terminal;
        this.platform = platform;
    }

    /** Returns the command for a platform. */
    public static CommandLine of(Terminal terminal, Connector platform) {
        CommandLine command = new CommandLine(new ImportCommand(terminal, platform));
        List<String> help = platform.importHelp();
        String lacks = help.size() > 1 ? help.get(1) + " " : "";
        List<String> footer = new ArrayList<>(platform.importExamples());
        footer.addFirst(footer.size() > 1 ? "%nExamples:" : "%nExample:");
        command.getCommandSpec()
                .name(platform.wireName())
                .usageMessage()
                .description(
                        help.getFirst(),
                        "",
                        lacks + "Columns that are not used are listed. A service may run at the same time. After an"
                                + " interruption, run the same command again.",
                        "")
                .footer(footer.toArray(String[]::new));
        Connector.ImportFlag flag = platform.importFlag();
        if (flag != null) {
            command.getCommandSpec()
                    .addOption(OptionSpec.builder(flag.option())
                            .type(boolean.class)
                            .description(flag.help())
                            .build());
        }
        return command;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        requireOtherFile();
        try (OpenIntegrations open = store.open(terminal)) {
            Integration integration = integration(open);
            Connector.ImportFlag flag = platform.importFlag();
            boolean isOn = flag != null
                    && Boolean.TRUE.equals(Objects.requireNonNull(spec)
                            .findOption(flag.option())
                            .getValue());
            if (flag != null && !isOn && !integration.settings().has(flag.setting())) {
                terminal.tell(flag.note());
            }
            HistoryImport history = open.history(flag != null && isOn ? integration.with(flag.setting()) : integration);
            Path file = options.file();
            ExportCsv csv = new ExportCsv(platform, history.export().format(), file == null ? "-" : file.toString());
            String target = Client.digest(open.store() + "\n" + integration.id() + "\n" + isOn);
            int code = new Upload(
                            terminal,
                            options,
                            csv,
                            (path, keep, _) -> RejectedRows.open(path, keep, csv),
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

    private Integration integration(OpenIntegrations open) {
        String given = id;
        if (given != null) {
            Integration found = open.integrations()
                    .find(given)
                    .orElseThrow(() -> new Failure(
                            ExitCode.FAILED, "there is no integration " + given + "; ./evidence integration list"));
            if (found.platform() != platform.platform()) {
                throw new Failure(
                        ExitCode.USAGE,
                        "integration " + given + " is of " + found.platform().wireName() + "; run ./evidence import "
                                + found.platform().wireName());
            }
            return found;
        }
        List<Integration> all = open.integrations().all().stream()
                .filter(each -> each.platform() == platform.platform())
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
