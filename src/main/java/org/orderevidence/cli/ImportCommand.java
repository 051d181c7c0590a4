package org.orderevidence.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenInstallation;
import org.orderevidence.cli.ImportCommand.ExportCsv.RejectedRows;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.cli.terminal.Shell;
import org.orderevidence.cli.terminal.Spaces;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.upload.Conveyor.Sender;
import org.orderevidence.cli.upload.Upload;
import org.orderevidence.cli.upload.Upload.Rejections;
import org.orderevidence.cli.upload.Upload.UploadOptions;
import org.orderevidence.installation.PrivateFile;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.ExportFormat;
import org.orderevidence.integration.ExportRow;
import org.orderevidence.integration.ExportRow.ExportHeader;
import org.orderevidence.integration.ExportRow.RowFault;
import org.orderevidence.integration.Integration;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.upload.CsvMapping;
import org.orderevidence.upload.CsvRecords;
import org.orderevidence.upload.CsvRows;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;
import org.orderevidence.upload.RecordReader;
import org.orderevidence.upload.Records;
import org.orderevidence.upload.Records.CsvColumns;
import org.orderevidence.upload.Records.CsvFormat;
import org.orderevidence.upload.SpreadsheetText;
import org.orderevidence.webhook.HistoryImport;
import org.orderevidence.webhook.Platforms;
import org.orderevidence.wire.OrderReader;

final class ImportCommand {
    /** Batches that are stored at a time. */
    private static final int AT_ONCE = 4;

    private ImportCommand() {}

    static CliCommand of(Connector platform) {
        List<String> help = platform.about().importHelp();
        String lacks = help.size() > 1 ? help.get(1) + " " : "";
        Connector.ImportFlag flag = platform.about().importFlag();
        return CliCommand.onStore(
                        """
                %s: %s

                %sColumns that are not used are listed. A service may run at the same time. After an interruption, \
                run the same command again.

                %s
                --integration ID: integration that gets the data (default: the only one of the platform)
                %s""".formatted(
                                        platform.wireName(),
                                        help.getFirst(),
                                        lacks,
                                        String.join("\n", platform.about().importExamples()),
                                        flag == null ? "" : flag.option() + ": " + flag.help()),
                        UploadOptions.ALL)
                .does(call -> run(call, platform));
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
        HistoryImport history = new HistoryImport(
                flag != null && isOn ? integration.with(flag.setting()) : integration,
                open.installation().store().integrations(),
                open.evidence(),
                open.pending());
        Path file = options.file();
        ExportCsv csv = new ExportCsv(platform, history.export().format(), file == null ? "-" : file.toString());
        String target = Client.digest(open.config().store() + "\n" + integration.id() + "\n" + isOn);
        int code = new Upload(options, csv, (path, keep) -> new RejectedRows(path, keep, csv), target)
                .run(AT_ONCE, (notice, _) -> new ImportSender(history, csv, notice).sender());
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

    /**
     * Stores the records of an export. Repeats what failed because the store was busy.
     *
     * @param csv has read the file
     * @param notice receives a message for each pause
     */
    private record ImportSender(HistoryImport history, ExportCsv csv, Consumer<String> notice) {
        /** What the error of a rejected record has besides code and detail. */
        static final String COLUMN = "column";

        static final String REASON = "reason";
        static final String REMEDY = "remedy";

        private static final int BATCH_SIZE = 16;
        private static final int MAX_ATTEMPTS = 8;
        private static final Duration FIRST_PAUSE = Duration.ofMillis(250);

        Sender sender() {
            return new Sender(csv.format.noun(), BATCH_SIZE, this::send);
        }

        /** Stores all records of a batch at a time: the store writes what waits together. */
        private List<Outcome> send(List<Item> batch) throws InterruptedException {
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
                    List<ExportRow> rows = csv.rows(item);
                    String word = switch (history.store(rows)) {
                        case IMPORTED -> "imported";
                        case IMPORTED_UNDER_OWN_ID -> "imported under its own ID";
                        case UNCHANGED -> "unchanged";
                        case WITHOUT_PAYMENT -> "without payment";
                    };
                    return new Outcome.Taken(word, item.id(), warnings(rows));
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

        /** Returns the warnings of an upload with the same values, and those about values that are left out. */
        private List<Map<String, String>> warnings(List<ExportRow> rows) throws RowFault {
            List<Map<String, String>> warnings = new ArrayList<>();
            for (EventStatement statement : history.export().statements(rows)) {
                if (statement instanceof EventStatement.OfPart(Part part, var _, var _)
                        && part.content() instanceof PlatformObject object) {
                    OrderReader.warnings(object.statement()).stream()
                            .map(warning -> Outcome.error(
                                    warning.pointer(), warning.code().wireName(), warning.detail()))
                            .forEach(warnings::add);
                }
            }
            for (RowFault fault : csv.format.leftOut(rows.getFirst())) {
                Map<String, String> leftOut = error(rows.getFirst().line(), fault);
                // A second warning is printed without its detail.
                leftOut.put("pointer", '"' + fault.column() + '"');
                leftOut.put("detail", fault.reason() + "; " + fault.remedy());
                warnings.add(leftOut);
            }
            return warnings.stream().distinct().toList();
        }

        private static Outcome.Rejected rejected(Item item, RowFault fault) {
            return new Outcome.Rejected(null, List.of(error(item.end().number(), fault)));
        }

        private static Map<String, String> error(long line, RowFault fault) {
            String column = fault.column() == null ? "" : fault.column();
            String detail = (fault.line() == line ? "" : "line " + fault.line() + ", ")
                    + (column.isEmpty() ? "" : "column \"" + column + "\": ")
                    + fault.reason() + "; " + fault.remedy();
            Map<String, String> error = new LinkedHashMap<>(Outcome.error("", "invalid", detail));
            error.put(COLUMN, column);
            error.put(REASON, fault.reason());
            error.put(REMEDY, fault.remedy());
            return error;
        }
    }

    /**
     * Reads the payments or orders of a platform's export as records, in constant memory. All rows of an order are one
     * record. A file of another kind is refused with what to do.
     */
    static final class ExportCsv implements CsvFormat {
        private static final char REPLACEMENT = '\uFFFD';

        private final Connector platform;
        private final ExportFormat format;
        private final String file;
        private volatile @Nullable Columns columns;

        /**
         * @param file its name as it was given, for messages
         */
        ExportCsv(Connector platform, ExportFormat format, String file) {
            this.platform = platform;
            this.format = format;
            this.file = file;
        }

        /** Returns the columns of the file, which was opened, without those that {@link RejectedRows} adds. */
        ExportHeader header() {
            return columns().header();
        }

        private Columns columns() {
            return Objects.requireNonNull(columns, "the file was not opened");
        }

        /** Returns the rows of a record that was read. */
        List<ExportRow> rows(Item item) {
            return item.rows().stream().map(columns()::read).toList();
        }

        @Override
        public boolean isOneOfSeveral() {
            return false;
        }

        @Override
        public Records open(InputStream csv, byte[] firstLine, long linesBefore, LongSupplier bytesRead)
                throws IOException {
            CsvRows rows = new CsvRows(csv, firstLine, linesBefore, RecordReader.MAX_RECORD_BYTES);
            List<String> names = rows.next();
            List<String> all = names == null ? List.of() : names;
            List<Integer> kept = IntStream.range(0, all.size())
                    .filter(i -> !RejectedRows.COLUMNS.contains(all.get(i).strip()))
                    .boxed()
                    .toList();
            ExportHeader header = new ExportHeader(kept.stream().map(all::get).toList());
            requireFormat(header);
            Columns found = new Columns(platform, format, header, all.size(), kept);
            columns = found;
            return new CsvRecords(rows, RecordReader.MAX_RECORD_BYTES, bytesRead, found);
        }

        private void requireFormat(ExportHeader header) {
            if (header.names().stream().anyMatch(name -> name.indexOf(REPLACEMENT) >= 0)) {
                throw Failure.usage("the header row is not UTF-8; save the file as \"CSV UTF-8\"");
            }
            Optional<Connector> exporter = Platforms.all().stream()
                    .filter(each -> each.exports(header))
                    .findFirst();
            if (exporter.isPresent() && !exporter.get().equals(platform)) {
                Connector other = exporter.get();
                throw Failure.usage("this looks like an export of "
                        + other.about().title() + "; run " + Shell.command("import", other.wireName(), file));
            }
            Optional<String> kind = CsvMapping.otherKind(header.names());
            if (kind.isPresent()) {
                throw Failure.usage("this is an export of " + kind.get() + ", not the " + format.title()
                        + "; docs/integrations.md has the steps to export that");
            }
            List<String> missing = format.missing(header);
            if (!missing.isEmpty()) {
                throw Failure.usage("this is not the " + format.title() + ": there is no column \""
                        + String.join("\", \"", missing) + "\"; docs/integrations.md has the steps to export it");
            }
        }

        /**
         * The columns of an export, and which of them are read.
         *
         * @param header without the columns that {@link RejectedRows} adds
         */
        private record Columns(
                Connector platform, ExportFormat format, ExportHeader header, int width, List<Integer> kept)
                implements CsvColumns, CsvRecords.Meaning {
            @Override
            public CsvColumns columns() {
                return this;
            }

            @Override
            public boolean continues(CsvRecords.Row first, CsvRecords.Row row) {
                return format.continues(read(first), read(row));
            }

            @Override
            public int mostRows() {
                return Integer.MAX_VALUE;
            }

            @Override
            public long line(CsvRecords.Row first, CsvRecords.Row last) {
                return last.line();
            }

            @Override
            public Item item(
                    CsvRecords.@Nullable Row before, List<CsvRecords.Row> rows, boolean isCut, Item.Place end) {
                Outcome.Rejected fault = isCut
                        ? Outcome.rejected(
                                "too_large", "the rows of the record are longer than 1 MB; import it by webhook")
                        : null;
                return new Item(
                        end, Bytes.wrap(new byte[0]), read(rows.getFirst()).text(format.key()), fault);
            }

            private ExportRow read(CsvRecords.Row row) {
                return new ExportRow(header, row.line(), cells(row));
            }

            /** A row with another number of values is kept as it is, and refused later. */
            private List<String> cells(CsvRecords.Row row) {
                return row.cells().size() == width
                        ? kept.stream().map(row.cells()::get).toList()
                        : row.cells();
            }

            @Override
            public List<String> names() {
                return header.names();
            }

            @Override
            public List<String> lines() {
                List<String> ignored = format.ignored(header);
                return header.names().stream()
                        .map(name -> Terminal.printable(name) + (ignored.contains(name) ? " -> ignored" : ""))
                        .toList();
            }

            @Override
            public String summary() {
                List<String> ignored = format.ignored(header);
                return Terminal.printable(String.join(
                        ", ",
                        header.names().stream()
                                .filter(name -> !ignored.contains(name))
                                .toList()));
            }

            @Override
            public String ignored() {
                return Terminal.printable(String.join(", ", format.ignored(header)));
            }

            @Override
            public String identity() {
                return platform.platform() + " " + header.names();
            }
        }

        /**
         * The rejected rows as CSV with the columns of the export, so that the file can be corrected and imported. Four columns
         * before them have the reason, and are ignored by an import. A card number is left out. Only the owner may read the file.
         */
        static final class RejectedRows extends Rejections {
            static final List<String> COLUMNS =
                    List.of("Rejected line", "Rejected column", "Rejected reason", "Rejected remedy");

            private final ExportCsv csv;

            /**
             * @param keep how many bytes of the file belong to an earlier run; the rest is cut off
             * @param csv has opened the export
             */
            RejectedRows(Path path, long keep, ExportCsv csv) throws IOException {
                super(path, keep, PrivateFile.ownerOnly(PrivateFile.folderOf(path)));
                this.csv = csv;
                if (length() == 0) {
                    List<String> header = new ArrayList<>(COLUMNS);
                    header.addAll(csv.header().names());
                    write(SpreadsheetText.row(header));
                }
            }

            @Override
            public void add(String unit, Item item, Outcome.Rejected rejected) throws IOException {
                Map<String, String> error = rejected.errors().getFirst();
                boolean isFirst = true;
                for (CsvRecords.Row row : item.rows()) {
                    List<String> cells = new ArrayList<>();
                    cells.add(Long.toString(row.line()));
                    cells.add(isFirst ? error.getOrDefault(ImportSender.COLUMN, "") : "");
                    cells.add(isFirst ? error.getOrDefault(ImportSender.REASON, error.getOrDefault("detail", "")) : "");
                    cells.add(isFirst ? error.getOrDefault(ImportSender.REMEDY, "") : "");
                    List<String> values = csv.columns().cells(row);
                    for (int i = 0; i < values.size(); i++) {
                        cells.add(withoutCard(i, values.get(i)));
                    }
                    write(SpreadsheetText.row(cells));
                    isFirst = false;
                }
            }

            @Override
            public void warn(String unit, Item item, Outcome.Taken taken) throws IOException {
                add(unit, item, new Outcome.Rejected(taken.id(), taken.warnings()));
            }

            /** A row with more values than columns has no names for the others. */
            private String withoutCard(int column, String cell) {
                List<String> names = csv.header().names();
                String name = column < names.size() ? names.get(column) : "";
                return csv.format.hasCardNumber(name, cell) ? "" : cell;
            }
        }
    }
}
