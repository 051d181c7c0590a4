package org.orderevidence.cli;

import static org.orderevidence.cli.terminal.CliCommand.group;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.App;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.cli.terminal.Format;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Progress;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.erasure.PastErasures.Past;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Setting;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.process.FileError;
import org.orderevidence.transfer.StoreTasks;
import org.orderevidence.transfer.StoreVerify.VerifyReport;
import org.orderevidence.transfer.StoreWatch;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The commands that copy, verify, show and back up the store, and print its schema. */
final class StoreCommands {
    private StoreCommands() {}

    static CliCommand store() {
        return group(
                "store",
                "Copy, verify, show and back up the store.",
                copy(),
                verify(),
                show(),
                backup(),
                restore(),
                erasures(),
                CliCommand.onInstallation("""
                restore-erasures: Repeat erasures in a store that was restored from an older backup. May be repeated.
                Run it before the service starts.
                $ store restore-erasures backups/erasures
                FILE: a file of store erasures
                """).does(call -> {
                    Path from = Path.of(call.needed("FILE"));
                    try (BufferedReader file = Files.newBufferedReader(from)) {
                        repeat(call, file);
                    } catch (IOException unreadable) {
                        throw unusable(from, unreadable);
                    }
                }));
    }

    private static CliCommand copy() {
        return CliCommand.of("""
                copy: Copy the whole store to another store: accounts, keys, the audit log, orders with their \
                disputes and fraud reports, sightings and pending facts. Then compare both stores by count and \
                checksum. Fail if they differ.
                The target must be empty or an earlier copy of the same source. Keys work in the target only after \
                everything else is copied. Both stores need the same secret file: copy it, too.
                Run the same command again to continue an interrupted copy. Records that are written to the source \
                during the copy may be missing from the target; the comparison reports them. To move a store: copy it \
                while the service runs, stop the service, and copy again with --mirror.
                Records may have been removed from the source since an earlier copy, for example by the retention. \
                The command then names those that the target still has, and fails. With --mirror, it removes them.
                $ store copy --from sqlite:data/evidence.db \\
                      --to sqlite:/mnt/new/evidence.db
                $ store copy --from sqlite:data/evidence.db \\
                      --to sqlite:new.db --restart
                --from URL required: the source
                --to URL required: the target
                --config FILE =${env:EVIDENCE_CONFIG}: settings file; only data and secret-file are used (environment: \
                EVIDENCE_CONFIG)
                --data FOLDER @data: folder with the secret%n(default: ./data)
                --secret-file FILE @secret-file: file with the secret (default: <data>/secret)
                --restart: start from the beginning
                --mirror: remove the records that only the target has
                --json: print the comparison as JSON
                """).does(StoreCommands::copy);
    }

    private static void copy(Call call) {
        String from = call.needed("--from");
        String to = call.needed("--to");
        StoreTasks.fault(from, to).ifPresent(fault -> {
            throw Failure.usage(fault);
        });
        Config config = call.config();
        StoreTasks.Copied copied;
        try (StoreProgress progress = new StoreProgress(call.terminal())) {
            copied = StoreTasks.copy(config, from, to, call.flag("--restart"), call.flag("--mirror"), progress);
        }
        call.print(json(copied), () -> {
            Table table = new Table("KIND, SOURCE, TARGET, ");
            copied.kinds()
                    .forEach(kind -> table.row(
                            kind.name(),
                            Long.toString(kind.inSource()),
                            Long.toString(kind.inTarget()),
                            kind.isEqual() ? "equal" : "DIFFERS"));
            table.print(call.out());
        });
        if (copied.isEqual()) {
            call.tell("both stores are equal; the target needs the same secret: copy " + config.secretFile());
        } else {
            call.tell(difference(copied));
            call.exit(ExitCode.FAILED);
        }
    }

    private static ObjectNode json(StoreTasks.Copied copied) {
        List<?> kinds = copied.kinds().stream()
                .map(kind -> Json.object()
                        .put("kind", kind.name())
                        .put("source", kind.inSource())
                        .put("target", kind.inTarget())
                        .put("equal", kind.isEqual()))
                .toList();
        return Json.object()
                .put("equal", copied.isEqual())
                .put("damaged", copied.damaged())
                .put("onlyInTarget", copied.surplus())
                .putPOJO("kinds", kinds);
    }

    private static String difference(StoreTasks.Copied copied) {
        List<String> kinds = copied.kinds().stream()
                .filter(kind -> !kind.isEqual())
                .map(kind -> kind.inSource() == kind.inTarget()
                        ? kind.name() + " (the same number, with different content)"
                        : kind.name() + " (" + kind.inSource() + " in the source, " + kind.inTarget()
                                + " in the target)")
                .collect(Collectors.toCollection(ArrayList::new));
        if (copied.damaged() > 0) {
            kinds.add(Format.count(copied.damaged(), "damaged record") + " (see ./evidence store verify)");
        }
        if (copied.surplus() > 0) {
            return "the stores differ: " + String.join(", ", kinds)
                    + "; run the same command again with --mirror to remove what only the target has";
        }
        return "the stores differ: " + String.join(", ", kinds)
                + "; if a store changed during the copy, stop the service and run the same command again";
    }

    private static CliCommand verify() {
        return CliCommand.onInstallation("""
                verify: Check the whole store: each record, the rows by which it is found, and the number of orders. \
                Continue after a damaged page. Print the first hundred findings, one per line.
                The service may run at the same time. The exit code is 0 only if nothing is wrong or everything was \
                repaired.
                $ store verify
                $ store verify --repair --store sqlite:/var/lib/evidence/evidence.db
                --repair: write wrong records and missing rows again, and delete rows without a record
                --json: print the summary and the findings as JSON
                """)
                .note("To fix a damaged order, dispute or fraud report, send it again or restore a backup.")
                .does(StoreCommands::verify);
    }

    private static void verify(Call call) {
        boolean repair = call.flag("--repair");
        Config config = call.config();
        List<String> findings = new ArrayList<>();
        VerifyReport verified;
        try (StoreProgress progress = new StoreProgress(call.terminal())) {
            verified = StoreTasks.verify(config, repair, new StoreWatch() {
                @Override
                public void at(String step, long done, long total) {
                    progress.at(step, done, total);
                }

                @Override
                public void tell(String line) {
                    findings.add(line);
                }
            });
        }
        call.print(json(verified, findings), () -> {
            findings.forEach(call::print);
            verified.oldKeys()
                    .forEach(old -> call.print("note: table " + old.table() + ": "
                            + Format.count(old.records(), "record") + " under the older sealing key " + old.key()
                            + "; the service or ./evidence secret reseal seals them again"));
            if (verified.olderDerivation() > 0) {
                call.print("note: the rows of " + Format.count(verified.olderDerivation(), "order")
                        + " were derived by an older release and not compared; the service derives them again");
            }
            call.print(summary(verified, repair));
        });
        call.exit(verified.isSound() ? ExitCode.OK : ExitCode.FAILED);
    }

    private static String summary(VerifyReport verified, boolean repair) {
        List<String> wrong = new ArrayList<>();
        if (verified.damaged() > 0) {
            wrong.add(verified.damaged() + " damaged");
        }
        if (verified.differing() > 0) {
            wrong.add(Format.count(verified.differing(), "record") + (repair ? " written again" : " with wrong rows"));
        }
        if (verified.orphans() > 0) {
            wrong.add(Format.count(verified.orphans(), "row") + " without a record" + (repair ? " deleted" : ""));
        }
        if (verified.miscounted() > 0) {
            wrong.add("the number of orders is wrong in " + Format.count(verified.miscounted(), "account space"));
        }
        return Format.count(verified.accounts(), "account") + ", " + Format.count(verified.orders(), "order") + ", "
                + Format.count(verified.historyRows(), "history row") + ", "
                + Format.count(verified.sightings(), "sighting") + ": "
                + (wrong.isEmpty() ? "nothing is wrong" : String.join(", ", wrong))
                + (repair || verified.differing() + verified.orphans() == 0 ? "" : " (--repair corrects them)");
    }

    private static ObjectNode json(VerifyReport verified, List<String> findings) {
        ObjectNode counts = (ObjectNode) Json.read(Json.bytes(verified));
        counts.remove("isSound");
        return Json.object().put("sound", verified.isSound()).setAll(counts).putPOJO("findings", findings);
    }

    private static CliCommand show() {
        return CliCommand.onInstallation("""
                show: Print records of the store, decrypted: the fields by their numbers, and what follows from the \
                record. The output contains personal data and secrets.
                A key has two parts; each is text, or 0x and hexadecimal digits. Without SORT, the command prints the \
                first 100 records of PART. Without --account, it reads the records of the whole installation.
                $ store show accounts "" acme
                $ store show keys_of_spaces "" --account acme
                KIND: name of the table, without _records
                PART: first part of the key, such as the ID of an order
                [SORT]: second part of the key
                --account ID: the account to which the record belongs
                --test: show test data of the account
                """).does(call -> {
            List<String> lines;
            try {
                String account = call.text("--account");
                AccountSpace space = account == null
                        ? AccountSpace.INSTALLATION
                        : new AccountSpace(account, call.flag("--test") ? Mode.TEST : Mode.LIVE);
                lines = StoreTasks.show(
                        call.config(), call.needed("KIND"), space, call.needed("PART"), call.text("SORT"));
            } catch (IllegalArgumentException malformed) {
                throw Failure.usage(String.valueOf(malformed.getMessage()));
            }
            if (lines.isEmpty()) {
                throw Failure.failed("there is no such record");
            }
            lines.forEach(call::print);
        });
    }

    private static CliCommand backup() {
        return CliCommand.onInstallation("""
                backup: Back up the embedded store to a new folder, also while the service runs. The backup contains \
                the database at one moment, the secret, and the first key if it is still in the data folder.
                The backup is a data folder. To check it, run store verify --data FOLDER. To restore it, use store \
                restore. Back up other stores with their own tools: see docs/operations.md. Write the list of \
                erasures too: see store erasures.
                $ store backup --to backups/monday
                $ store verify --data backups/monday
                --to FOLDER required: new folder for the backup
                """).does(call -> {
            Path to = Path.of(call.needed("--to"));
            StoreTasks.BackedUp backup = StoreTasks.backup(call.config(), to);
            call.print(to + ": the database, " + backup.databaseBytes() + " bytes, "
                    + (backup.hasFirstKey() ? "the secret and the first key" : "and the secret"));
        });
    }

    private static CliCommand restore() {
        return CliCommand.onInstallation("""
                restore: Restore a backup of the embedded store to the data folder, then check the restored store. \
                The data folder must not exist: stop the service and rename the old one first.
                Repeat the erasures since the backup before the service starts: see docs/privacy.md.
                $ store restore --from backups/monday --data /mnt/new/copy
                --from FOLDER required: backup that store backup wrote
                """).does(call -> {
            Config config = call.config();
            Map<String, String> folder =
                    Map.of(Setting.DATA.key(), config.data().toString());
            Config usual = Call.accepted(Config.read(null, Map.of(), folder));
            if (!config.store().equals(usual.store()) || !config.secretFile().equals(usual.secretFile())) {
                throw Failure.usage("store or secret-file is set to another place than the data folder, where a"
                        + " backup is restored; leave both settings out");
            }
            Map<String, String> backup = Map.of(Setting.DATA.key(), call.needed("--from"));
            StoreTasks.restore(Call.accepted(Config.read(null, Map.of(), backup)), config.data());
            verify(call);
        });
    }

    static CliCommand schema() {
        return CliCommand.onInstallation("""
                schema: Print the current schema of the store: its version and its statements.
                $ schema --data /var/lib/evidence
                """).does(call -> call.out().println(App.schema(call.config())));
    }

    /** Shows the progress of work on a whole store: a {@link Progress} for each step, and lines between them. */
    static final class StoreProgress implements StoreWatch, AutoCloseable {
        private final Terminal terminal;
        private String step = "";
        private @Nullable Progress shown;

        StoreProgress(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public void at(String now, long done, long total) {
            Progress progress = shown;
            if (progress == null || !step.equals(now)) {
                close();
                progress = new Progress(terminal, now, total);
                shown = progress;
                step = now;
            }
            progress.at(done, done, 0);
        }

        @Override
        public void tell(String line) {
            close();
            terminal.tell(line);
        }

        @Override
        public void close() {
            Progress progress = shown;
            shown = null;
            if (progress != null) {
                progress.close();
            }
        }
    }

    private static CliCommand erasures() {
        return CliCommand.onInstallation("""
                erasures: Write the erasures of the last 550 days to a new file, also while the service runs.
                The file has IDs of orders and keyed hashes of e-mail addresses. Write it as often as you back up the \
                store.
                $ store erasures --to backups/erasures
                --to FILE required: new file
                """).does(call -> {
            Path to = Path.of(call.needed("--to"));
            AtomicLong count = new AtomicLong();
            try (BufferedWriter file = Files.newBufferedWriter(to)) {
                call.installation().pastErasures().forEach(past -> {
                    try {
                        file.write(line(past));
                        file.newLine();
                    } catch (IOException unwritable) {
                        throw new UncheckedIOException(unwritable);
                    }
                    count.incrementAndGet();
                });
            } catch (IOException unwritable) {
                throw unusable(to, unwritable);
            } catch (UncheckedIOException unwritable) {
                throw unusable(to, Objects.requireNonNull(unwritable.getCause()));
            }
            call.print(to + ": " + Format.count(count.get(), "erasure"));
        });
    }

    private static void repeat(Call call, BufferedReader file) throws IOException {
        long repeated = 0;
        for (String line = file.readLine(); line != null; line = file.readLine()) {
            Past past = past(line);
            if (call.installation().erasures().repeat(past)) {
                repeated++;
            } else {
                call.tell("order " + Terminal.printable(String.valueOf(past.order()))
                        + " is held: release it, and run the command again");
                call.exit(ExitCode.FAILED);
            }
        }
        call.print(Format.count(repeated, "erasure") + " repeated");
    }

    private static Failure unusable(Path file, IOException fault) {
        return Failure.failed(file + ": " + FileError.cause(fault));
    }

    private static String line(Past past) {
        ObjectNode line = Json.object().put("space", past.space().path());
        if (past.order() != null) {
            line.put("order", past.order().value());
        }
        if (past.customer() != null) {
            line.put("customer", past.customer().toString());
        }
        return Json.line(line.put("at", past.at().toString()));
    }

    private static Past past(String line) {
        try {
            JsonNode read = Json.read(line.getBytes(StandardCharsets.UTF_8));
            return new Past(
                    AccountSpace.ofPath(read.path("space").asString("")),
                    read.has("order") ? new OrderId(read.path("order").asString()) : null,
                    read.has("customer")
                            ? KeyedHash.of(HexFormat.of()
                                    .parseHex(read.path("customer").asString()))
                            : null,
                    Instant.parse(read.path("at").asString("")));
        } catch (RuntimeException malformed) {
            throw Failure.failed("the file is not one of ./evidence store erasures");
        }
    }
}
