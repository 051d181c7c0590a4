package org.orderevidence.cli;

import static org.orderevidence.cli.terminal.CliCommand.group;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.StoreCommands.StoreProgress;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.cli.terminal.Format;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Setting.SettingKind;
import org.orderevidence.transfer.SecretTasks;
import org.orderevidence.transfer.SecretTasks.RenewalEnd;
import tools.jackson.databind.node.ObjectNode;

/** The commands that add, list and apply the keys that encrypt the store. */
final class SecretCommands {
    private static final Duration LONGEST_DELAY = Duration.ofDays(30);

    private SecretCommands() {}

    static CliCommand secret() {
        return group("secret", "Add, list and apply the keys that encrypt the store.", rotate(), status(), reseal());
    }

    private static CliCommand rotate() {
        return CliCommand.onInstallation("""
                rotate: Add a sealing key to the secret file. Running services read it automatically. They seal with \
                it after a delay, and then seal all older records again in the background. The index key and old keys \
                stay.
                If services run on several machines, copy the secret file to all of them during the delay. Then back \
                up the secret file.
                $ secret rotate
                $ secret rotate --delay 1h
                $ secret status
                --delay TIME =10m: time until the key is used, 10s to 30d
                """).does(SecretCommands::rotate);
    }

    private static void rotate(Call call) {
        Duration time = delay(call.needed("--delay"));
        Config config = call.config();
        SecretTasks.Rotated rotated = SecretTasks.rotate(config, time);
        if (!rotated.isAdded()) {
            call.tell("an earlier run added sealing key " + rotated.key()
                    + " and was interrupted; this run finishes it and adds no other key");
        }
        call.print("sealing key " + rotated.key() + " is in " + config.secretFile() + "; it is used from "
                + rotated.from() + " on");
        call.tell("if services run on several machines, copy " + config.secretFile()
                + " to all of them before that time; then back it up");
        if (!rotated.isNoted()) {
            call.tell("the store failed, so that services without the new key do not log a warning; run the same"
                    + " command again before that time: it finishes this run and adds no other key");
            call.exit(ExitCode.FAILED);
        }
    }

    private static Duration delay(String typed) {
        Duration time;
        try {
            time = SettingKind.time(typed);
        } catch (IllegalArgumentException malformed) {
            throw Failure.usage("--delay " + malformed.getMessage());
        }
        if (time.compareTo(SecretTasks.SHORTEST_DELAY) < 0 || time.compareTo(LONGEST_DELAY) > 0) {
            throw Failure.usage("--delay must be 10s to 30d, not " + typed);
        }
        return time;
    }

    private static CliCommand status() {
        return CliCommand.onInstallation("""
                status: List the sealing keys by number, and show whether all records are sealed with the newest one. \
                The keys themselves are never shown.
                To count the records under older keys, run store verify.
                $ secret status
                """, Param.JSON).does(call -> {
            SecretTasks.Status status = SecretTasks.status(call.config());
            call.print(json(status), () -> print(status, call));
        });
    }

    private static void print(SecretTasks.Status status, Call call) {
        Table table = new Table("KEY, STATE, USED FROM");
        int sealing = sealing(status);
        for (SecretTasks.Key key : status.keys()) {
            table.row(
                    String.valueOf(key.number()),
                    state(key, sealing),
                    key.from() == null ? "the start" : key.from().toString());
        }
        table.print(call.out());
        call.print(progress(status, sealing));
        status.without().forEach((key, records) -> call.print(without(status, key, records)));
        if (status.missing() != null) {
            call.print("sealing key " + status.missing()
                    + " is not in this secret file; copy the newest secret file to this machine");
        }
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

    /** The process that counted the records may have had another file than this one. */
    private static String without(SecretTasks.Status status, int key, long records) {
        boolean isHere = status.keys().stream().anyMatch(known -> known.number() == key);
        return Format.count(records, "record") + (records == 1 ? " is" : " are") + " sealed with sealing key " + key
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

    private static ObjectNode json(SecretTasks.Status status) {
        int sealing = sealing(status);
        List<?> keys = status.keys().stream()
                .map(key -> Json.object()
                        .put("number", key.number())
                        .put("state", key.isSealing() ? "seals" : key.number() > sealing ? "waits" : "opens")
                        .put("usedFrom", text(key.from())))
                .toList();
        return Json.object()
                .putPOJO("keys", keys)
                .put("missingKey", status.missing())
                .put(
                        "allRecordsSealedWithNewest",
                        status.missing() == null && (sealing == 1 || status.resealed() != null))
                .put("unreadable", status.unreadable())
                .put("sealedAgain", status.running())
                .putPOJO("withoutKey", status.without())
                .put("olderKeyUsedAt", text(status.olderKeyUsed()));
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    private static CliCommand reseal() {
        return CliCommand.onInstallation("""
                reseal: Seal all records again with the newest sealing key that is in use, without pauses. A running \
                service does the same in the background, slowly. After an interruption, run the command again: it \
                starts at the beginning, and only reads the records that have the newest key.
                Use it to finish sooner, or after a machine got the secret file too late: store verify counts the \
                records under older keys. The service may run at the same time.
                $ secret reseal
                """).does(SecretCommands::reseal);
    }

    private static void reseal(Call call) {
        Config config = call.config();
        SecretTasks.Resealed done;
        try (StoreProgress progress = new StoreProgress(call.terminal())) {
            done = SecretTasks.reseal(config, progress);
        }
        call.print("sealed " + Format.count(done.resealed(), "record") + " again with sealing key " + done.key());
        if (done.unreadable() > 0) {
            call.tell(Format.count(done.unreadable(), "record")
                    + " under older keys cannot be opened because of damage; ./evidence store verify lists them");
        }
        done.missing()
                .forEach((key, records) -> call.tell(Format.count(records, "record") + (records == 1 ? " is" : " are")
                        + " sealed with sealing key " + key + ", which is not in " + config.secretFile()
                        + "; restore the secret file that has it and run the same command again"));
        switch (done.end()) {
            case DONE, KEY_MISSING -> {}
            case EARLY ->
                call.tell("no record has an older key, but a service may have used one less than a minute ago and may"
                        + " still write with it; run the same command again in two minutes");
            case RENEWED ->
                call.tell("records under older keys keep appearing: a service has an old secret file; copy the newest"
                        + " one to all machines and run the same command again");
        }
        call.exit(done.end() == RenewalEnd.DONE && done.unreadable() == 0 ? ExitCode.OK : ExitCode.FAILED);
    }
}
