package org.orderevidence.cli;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Plural;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.transfer.SecretTasks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the sealing keys. */
@Command(
        name = "status",
        description = {
            "List the sealing keys by number, and show whether all records are sealed with the newest one. The keys"
                    + " themselves are never shown.",
            "To count the records under older keys, run store verify."
        },
        footer = {"%nExample: ./evidence secret status"})
final class SecretStatusCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    SecretStatusCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        SecretTasks.Status status = SecretTasks.status(settings.config(terminal));
        if (json) {
            terminal.out().println(Json.pretty(json(status)));
            return ExitCode.OK;
        }
        Table table = new Table("KEY", "STATE", "USED FROM");
        int sealing = sealing(status);
        for (SecretTasks.Key key : status.keys()) {
            table.row(String.valueOf(key.number()), state(key, sealing), from(key));
        }
        table.print(terminal.out());
        terminal.out().println(progress(status, sealing));
        status.without().forEach((key, records) -> terminal.out().println(without(status, key, records)));
        Integer missing = status.missing();
        if (missing != null) {
            terminal.out()
                    .println("sealing key " + missing
                            + " is not in this secret file; copy the newest secret file to this machine");
        }
        return ExitCode.OK;
    }

    private static int sealing(SecretTasks.Status status) {
        return status.keys().stream()
                .filter(SecretTasks.Key::isSealing)
                .mapToInt(SecretTasks.Key::number)
                .findFirst()
                .orElseThrow();
    }

    private static String state(SecretTasks.Key key, int sealing) {
        return key.isSealing() ? "seals and opens" : key.number() > sealing ? "waits" : "opens";
    }

    private static String from(SecretTasks.Key key) {
        Instant from = key.from();
        return from == null ? "the start" : from.toString();
    }

    /** The process that counted the records may have had another file than this one. */
    private static String without(SecretTasks.Status status, int key, long records) {
        boolean isHere = status.keys().stream().anyMatch(known -> known.number() == key);
        return Plural.of(records, "record") + (records == 1 ? " is" : " are") + " sealed with sealing key " + key
                + ", which was missing when they were counted; "
                + (isHere
                        ? "it is in this secret file: copy the file to all machines, or run secret reseal"
                        : "restore the secret file that has it");
    }

    private static String progress(SecretTasks.Status status, int sealing) {
        if (status.missing() != null) {
            return "this secret file is out of date, so it is unknown whether all records have the newest sealing key";
        }
        Integer resealed = status.resealed();
        if (sealing == 1) {
            return "all records are sealed with sealing key 1";
        }
        if (resealed != null) {
            return "all records are sealed with sealing key " + resealed + " since " + status.resealedAt()
                    + (status.unreadable() == 0
                            ? ""
                            : ", except " + status.unreadable() + " damaged ones: run store verify");
        }
        Long running = status.running();
        if (running != null) {
            return "records are being sealed again with sealing key " + sealing + ": " + running + " so far";
        }
        Instant used = status.olderKeyUsed();
        return "no walk over the store has found all records sealed with sealing key " + sealing + " yet"
                + (used == null
                        ? ""
                        : "; a service used an older key until " + used
                                + ", and the next walk starts when no service has used one for a minute");
    }

    private static Map<String, @Nullable Object> json(SecretTasks.Status status) {
        int sealing = sealing(status);
        List<Map<String, @Nullable Object>> keys = new ArrayList<>();
        for (SecretTasks.Key key : status.keys()) {
            Instant from = key.from();
            Map<String, @Nullable Object> shown = new LinkedHashMap<>();
            shown.put("number", key.number());
            shown.put("state", key.isSealing() ? "seals" : key.number() > sealing ? "waits" : "opens");
            shown.put("usedFrom", from == null ? null : from.toString());
            keys.add(shown);
        }
        Integer resealed = status.resealed();
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        shown.put("keys", keys);
        shown.put("missingKey", status.missing());
        shown.put("allRecordsSealedWithNewest", status.missing() == null && (sealing == 1 || resealed != null));
        shown.put("unreadable", status.unreadable());
        shown.put("sealedAgain", status.running());
        shown.put("withoutKey", new TreeMap<>(status.without()));
        Instant used = status.olderKeyUsed();
        shown.put("olderKeyUsedAt", used == null ? null : used.toString());
        return shown;
    }
}
