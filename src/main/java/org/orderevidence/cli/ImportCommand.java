package org.orderevidence.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenInstallation;
import org.orderevidence.cli.ExportCsv.RejectedRows;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Spaces;
import org.orderevidence.cli.upload.Conveyor.Sender;
import org.orderevidence.cli.upload.Upload;
import org.orderevidence.cli.upload.UploadOptions;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.ExportRow.RowFault;
import org.orderevidence.integration.Integration;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;
import org.orderevidence.webhook.HistoryImport;
import picocli.CommandLine;

/** The command that imports the history of a platform. */
final class ImportCommand {
    /** Batches that are stored at a time. */
    private static final int AT_ONCE = 4;

    private ImportCommand() {}

    static CommandLine of(Connector platform) {
        List<String> help = platform.about().importHelp();
        String lacks = help.size() > 1 ? help.get(1) + " " : "";
        List<String> footer = new ArrayList<>(platform.about().importExamples());
        footer.addFirst(footer.size() > 1 ? "%nExamples:" : "%nExample:");
        CliCommand command = CliCommand.named(
                        platform.wireName(),
                        help.getFirst(),
                        "",
                        lacks + "Columns that are not used are listed. A service may run at the same time. After an"
                                + " interruption, run the same command again.",
                        "")
                .footer(footer.toArray(String[]::new))
                .takes(UploadOptions.ALL.toArray(Param[]::new))
                .onStore()
                .takes(Param.option(
                        "--integration",
                        "ID",
                        "integration that gets the data (default: the only one of the platform)"));
        Connector.ImportFlag flag = platform.about().importFlag();
        if (flag != null) {
            command.takes(Param.flag(flag.option(), flag.help()));
        }
        return command.does(call -> run(call, platform));
    }

    private static void run(Call call, Connector platform) throws InterruptedException, IOException {
        UploadOptions options = new UploadOptions(call);
        requireOtherFile(options);
        OpenInstallation open = call.installation();
        Integration integration = integration(open, platform, call.text("--integration"));
        Connector.ImportFlag flag = platform.about().importFlag();
        boolean isOn = flag != null && call.flag(flag.option());
        if (flag != null && !isOn && !integration.settings().has(flag.setting())) {
            call.tell(flag.note());
        }
        HistoryImport history = open.history(flag != null && isOn ? integration.with(flag.setting()) : integration);
        Path file = options.file();
        ExportCsv csv = new ExportCsv(platform, history.export().format(), file == null ? "-" : file.toString());
        String target = Client.digest(open.store() + "\n" + integration.id() + "\n" + isOn);
        int code = new Upload(options, csv, (path, keep) -> new RejectedRows(path, keep, csv), target)
                .run(AT_ONCE, (notice, _) -> new ImportSender(history, csv, notice));
        if (code != ExitCode.OK && options.errorsOut() != null) {
            call.tell("correct the rows in that file, and import it");
        }
        call.exit(code);
    }

    private static void requireOtherFile(UploadOptions options) throws IOException {
        Path in = options.file();
        Path out = options.errorsOut();
        if (in != null && out != null && Files.exists(in) && Files.exists(out) && Files.isSameFile(in, out)) {
            throw Failure.usage("--errors-out names the file that is imported; name another file");
        }
    }

    private static Integration integration(OpenInstallation open, Connector platform, @Nullable String given) {
        if (given != null) {
            Integration found = Spaces.integration(open, given);
            if (found.platform() != platform.platform()) {
                throw Failure.usage(
                        "integration " + given + " is of " + found.platform().wireName() + "; run ./evidence import "
                                + found.platform().wireName());
            }
            return found;
        }
        List<Integration> all = open.integrations().all().stream()
                .filter(each -> each.platform() == platform.platform())
                .toList();
        if (all.isEmpty()) {
            throw Failure.failed("there is no integration of " + platform.wireName() + "; ./evidence integration add "
                    + platform.wireName() + " adds one");
        }
        if (all.size() > 1) {
            throw Failure.usage("there are " + all.size() + " integrations of " + platform.wireName()
                    + "; choose one with --integration");
        }
        return all.getFirst();
    }

    /** Stores the records of an export. Repeats what failed because the store was busy. */
    static final class ImportSender implements Sender {
        /** What the error of a rejected record has besides code and detail. */
        static final String COLUMN = "column";

        static final String REASON = "reason";
        static final String REMEDY = "remedy";

        private static final int BATCH_SIZE = 16;
        private static final int MAX_ATTEMPTS = 8;
        private static final Duration FIRST_PAUSE = Duration.ofMillis(250);

        private final HistoryImport history;
        private final ExportCsv csv;
        private final Consumer<String> notice;

        /**
         * @param csv has read the file
         * @param notice receives a message for each pause
         */
        ImportSender(HistoryImport history, ExportCsv csv, Consumer<String> notice) {
            this.history = history;
            this.csv = csv;
            this.notice = notice;
        }

        @Override
        public String noun() {
            return csv.format().noun();
        }

        @Override
        public int batchSize() {
            return BATCH_SIZE;
        }

        /** Stores all records of a batch at a time: the store writes what waits together. */
        @Override
        public List<Outcome> send(List<Item> batch) throws InterruptedException {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Outcome> outcomes = new ArrayList<>();
                for (Future<Outcome> stored : threads.invokeAll(batch.stream()
                        .map(item -> (Callable<Outcome>) () -> store(item))
                        .toList())) {
                    outcomes.add(stored.get());
                }
                return outcomes;
            } catch (ExecutionException failed) {
                if (failed.getCause() instanceof RuntimeException cause) {
                    throw cause;
                }
                throw new IllegalStateException(failed.getCause());
            }
        }

        private Outcome store(Item item) throws InterruptedException {
            for (int attempt = 1; ; attempt++) {
                try {
                    return new Outcome.Taken(
                            switch (history.store(csv.rows(item))) {
                                case IMPORTED -> "imported";
                                case UNCHANGED -> "unchanged";
                                case WITHOUT_PAYMENT -> "without payment";
                            });
                } catch (RowFault fault) {
                    return rejected(item, fault);
                } catch (StoreUnavailable | UnknownOutcome failed) {
                    boolean isDamaged = failed instanceof StoreUnavailable unavailable && unavailable.isDamaged();
                    if (attempt == MAX_ATTEMPTS || isDamaged) {
                        throw Failure.failed("the store failed: " + failed.getMessage());
                    }
                    Duration pause = FIRST_PAUSE.multipliedBy(1L << (attempt - 1));
                    notice.accept("the store failed; trying again in " + (pause.toMillis() + 500) / 1000 + " s");
                    Thread.sleep(pause);
                }
            }
        }

        private static Outcome.Rejected rejected(Item item, RowFault fault) {
            String column = fault.column() == null ? "" : fault.column();
            String detail = (fault.line() == item.end().number() ? "" : "line " + fault.line() + ", ")
                    + (column.isEmpty() ? "" : "column \"" + column + "\": ")
                    + fault.reason() + "; " + fault.remedy();
            Map<String, String> error = new LinkedHashMap<>(Outcome.error("", "invalid", detail));
            error.put(COLUMN, column);
            error.put(REASON, fault.reason());
            error.put(REMEDY, fault.remedy());
            return new Outcome.Rejected(null, List.of(error));
        }
    }
}
