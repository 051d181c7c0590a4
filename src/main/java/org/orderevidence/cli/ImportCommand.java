package org.orderevidence.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenInstallation;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.upload.Upload;
import org.orderevidence.cli.upload.Upload.SameCommand;
import org.orderevidence.cli.upload.UploadOptions;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.Integration;
import org.orderevidence.webhook.HistoryImport;
import picocli.CommandLine;

/** The command that imports the history of a platform. */
final class ImportCommand {
    /** Batches that are stored at a time. */
    private static final int AT_ONCE = 4;

    private ImportCommand() {}

    static CommandLine of(Terminal terminal, Connector platform) {
        List<String> help = platform.about().importHelp();
        String lacks = help.size() > 1 ? help.get(1) + " " : "";
        List<String> footer = new ArrayList<>(platform.about().importExamples());
        footer.addFirst(footer.size() > 1 ? "%nExamples:" : "%nExample:");
        UploadOptions options = new UploadOptions();
        CliCommand command = CliCommand.named(
                        terminal,
                        platform.wireName(),
                        help.getFirst(),
                        "",
                        lacks + "Columns that are not used are listed. A service may run at the same time. After an"
                                + " interruption, run the same command again.",
                        "")
                .footer(footer.toArray(String[]::new))
                .with(options)
                .onStore()
                .takes(Param.option(
                        "--integration",
                        "ID",
                        "integration that gets the data (default: the only one of the platform)"));
        Connector.ImportFlag flag = platform.about().importFlag();
        if (flag != null) {
            command.takes(Param.flag(flag.option(), flag.help()));
        }
        return command.does(call -> run(call, platform, options));
    }

    private static void run(Call call, Connector platform, UploadOptions options)
            throws InterruptedException, IOException {
        requireOtherFile(options);
        Terminal terminal = call.terminal();
        OpenInstallation open = call.installation();
        Integration integration = integration(open, platform, call.text("--integration"));
        Connector.ImportFlag flag = platform.about().importFlag();
        boolean isOn = flag != null && call.flag(flag.option());
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
                        SameCommand.of(call.spec()))
                .run(AT_ONCE, notice -> new ImportSender(history, csv, notice));
        if (code != ExitCode.OK && options.errorsOut() != null) {
            terminal.tell("correct the rows in that file, and import it");
        }
        call.exit(code);
    }

    private static void requireOtherFile(UploadOptions options) throws IOException {
        Path in = options.file();
        Path out = options.errorsOut();
        if (in != null && out != null && Files.exists(in) && Files.exists(out) && Files.isSameFile(in, out)) {
            throw new Failure(ExitCode.USAGE, "--errors-out names the file that is imported; name another file");
        }
    }

    private static Integration integration(OpenInstallation open, Connector platform, @Nullable String given) {
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
