package org.orderevidence.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Plural;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Logging;
import org.orderevidence.installation.Setting;
import org.orderevidence.transfer.StoreTasks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Copies a store. */
@Command(
        name = "copy",
        description = {
            "Copy the whole store to another store: accounts, keys, the audit log, orders with their disputes and fraud"
                    + " reports, sightings and pending facts. Then compare both stores by count and checksum. Fail if they"
                    + " differ.",
            "The target must be empty or an earlier copy of the same source. Keys work in the target only after everything"
                    + " else is copied. Both stores need the same secret file: copy it, too.",
            "Run the same command again to continue an interrupted copy. Records that are written to the source during the"
                    + " copy may be missing from the target; the comparison reports them. To move a store: copy it while the"
                    + " service runs, stop the service, and copy again.",
            "If keys, links or integrations were removed from the source since an earlier copy, the command names those"
                    + " that the target still has, and fails. With --mirror, it removes them."
        },
        footer = {
            "%nExamples:",
            "  ./evidence store copy --from sqlite:data/evidence.db \\",
            "      --to sqlite:/mnt/new/evidence.db",
            "  ./evidence store copy --from sqlite:data/evidence.db \\",
            "      --to sqlite:new.db --restart"
        })
final class StoreCopyCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Option(names = "--from", paramLabel = "URL", required = true, description = "the source")
    private String from = "";

    @Option(names = "--to", paramLabel = "URL", required = true, description = "the target")
    private String to = "";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            defaultValue = "${env:EVIDENCE_CONFIG}",
            description = "settings file; only data and secret-file are used (environment: EVIDENCE_CONFIG)")
    private @Nullable Path file;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = {"folder with the secret and the progress of the copy", "(default: ./data)"})
    private @Nullable String data;

    @Option(names = "--secret-file", paramLabel = "FILE", description = "file with the secret (default: <data>/secret)")
    private @Nullable String secretFile;

    @Option(names = "--restart", description = "start from the beginning")
    private boolean restart;

    @Option(
            names = "--mirror",
            description =
                    "remove keys, audit entries, pending facts, records of integrations and receipt links that only"
                            + " the target has")
    private boolean mirror;

    @Option(names = "--json", description = "print the comparison as JSON")
    private boolean json;

    StoreCopyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Optional<String> fault = StoreTasks.fault(from, to);
        if (fault.isPresent()) {
            throw new Failure(ExitCode.USAGE, fault.get());
        }
        Map<String, String> flags = new LinkedHashMap<>();
        SettingOptions.put(flags, Setting.DATA, data);
        SettingOptions.put(flags, Setting.SECRET_FILE, secretFile);
        Config config = SettingOptions.accepted(Config.read(file, terminal.environment(), flags));
        Logging.start(config.jsonLogs(), "warn", terminal.err());
        StoreTasks.Copied copied;
        try (StoreProgress progress = new StoreProgress(terminal)) {
            copied = StoreTasks.copy(config, from, to, restart, mirror, progress);
        }
        print(copied);
        if (!copied.isEqual()) {
            terminal.tell(difference(copied));
            return ExitCode.FAILED;
        }
        terminal.tell("both stores are equal; the target needs the same secret: copy " + config.secretFile());
        return ExitCode.OK;
    }

    private void print(StoreTasks.Copied copied) {
        if (json) {
            Map<String, Object> shown = new LinkedHashMap<>();
            shown.put("equal", copied.isEqual());
            shown.put("damaged", copied.damaged());
            shown.put("onlyInTarget", copied.surplus());
            shown.put(
                    "kinds", copied.kinds().stream().map(StoreCopyCommand::json).toList());
            terminal.out().println(Json.pretty(shown));
            return;
        }
        Table table = new Table("KIND", "SOURCE", "TARGET", "");
        for (StoreTasks.Kind kind : copied.kinds()) {
            table.row(
                    kind.name(),
                    Long.toString(kind.inSource()),
                    Long.toString(kind.inTarget()),
                    kind.isEqual() ? "equal" : "DIFFERS");
        }
        table.print(terminal.out());
    }

    private static Map<String, Object> json(StoreTasks.Kind kind) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("kind", kind.name());
        shown.put("source", kind.inSource());
        shown.put("target", kind.inTarget());
        shown.put("equal", kind.isEqual());
        return shown;
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
            kinds.add(Plural.of(copied.damaged(), "damaged record") + " (see ./evidence store verify)");
        }
        if (copied.surplus() > 0) {
            return "the stores differ: " + String.join(", ", kinds)
                    + "; run the same command again with --mirror to remove what only the target has";
        }
        return "the stores differ: " + String.join(", ", kinds)
                + "; if a store changed during the copy, stop the service and run the same command again";
    }
}
