package org.orderevidence.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Plural;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Config;
import org.orderevidence.transfer.StoreTasks;
import org.orderevidence.transfer.VerifyReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reads a whole store and reports damage. */
@Command(
        name = "verify",
        description = {
            "Check the whole store: each record, the rows by which it is found, and the number of orders. Continue after a damaged page. Print the first hundred findings, one per line.",
            "The service may run at the same time. The exit code is 0 only if nothing is wrong or everything was repaired."
        },
        footer = {
            "%nExamples:",
            "  ./evidence store verify",
            "  ./evidence store verify --repair --store sqlite:/var/lib/evidence/evidence.db",
            "%nTo fix a damaged order, dispute or fraud report, send it again or restore a backup."
        })
final class StoreVerifyCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    @Option(
            names = "--repair",
            description = "write wrong records and missing rows again, and delete rows without a record")
    private boolean repair;

    @Option(names = "--json", description = "print the summary and the findings as JSON")
    private boolean json;

    StoreVerifyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Config config = settings.config(terminal);
        List<String> findings = new ArrayList<>();
        List<OldKey> oldKeys = new ArrayList<>();
        AtomicLong older = new AtomicLong();
        VerifyReport verified;
        try (StoreProgress progress = new StoreProgress(terminal)) {
            verified = StoreTasks.verify(config, repair, new StoreTasks.Watch() {
                @Override
                public void at(String step, long done, long total) {
                    progress.at(step, done, total);
                }

                @Override
                public void tell(String line) {
                    findings.add(line);
                }

                @Override
                public void underOldKey(String table, int key, long records) {
                    oldKeys.add(new OldKey(table, key, records));
                }

                @Override
                public void withOlderDerivation(long orders) {
                    older.set(orders);
                }
            });
        }
        if (json) {
            terminal.out().println(Json.pretty(json(verified, findings, oldKeys, older.get())));
        } else {
            findings.forEach(line -> terminal.out().println(Terminal.printable(line)));
            oldKeys.forEach(old -> terminal.out().println(old.notice()));
            if (older.get() > 0) {
                terminal.out()
                        .println("note: the rows of " + Plural.of(older.get(), "order")
                                + " were derived by an older release and not compared; the service derives them again");
            }
            terminal.out().println(summary(verified));
        }
        return verified.isSound() ? ExitCode.OK : ExitCode.FAILED;
    }

    /** Records of a table that are sealed with an older key. */
    private record OldKey(String table, int key, long records) {
        String notice() {
            return "note: table " + table + ": " + Plural.of(records, "record") + " under the older sealing key " + key
                    + "; the service or ./evidence secret reseal seals them again";
        }

        Map<String, Object> json() {
            Map<String, Object> shown = new LinkedHashMap<>();
            shown.put("table", table);
            shown.put("key", key);
            shown.put("records", records);
            return shown;
        }
    }

    private String summary(VerifyReport verified) {
        List<String> wrong = new ArrayList<>();
        if (verified.damaged() > 0) {
            wrong.add(verified.damaged() + " damaged");
        }
        if (verified.differing() > 0) {
            wrong.add(Plural.of(verified.differing(), "record") + (repair ? " written again" : " with wrong rows"));
        }
        if (verified.orphans() > 0) {
            wrong.add(Plural.of(verified.orphans(), "row") + " without a record" + (repair ? " deleted" : ""));
        }
        if (verified.miscounted() > 0) {
            wrong.add("the number of orders is wrong in " + Plural.of(verified.miscounted(), "account space"));
        }
        return Plural.of(verified.accounts(), "account") + ", " + Plural.of(verified.orders(), "order") + ", "
                + Plural.of(verified.historyRows(), "history row") + ", "
                + Plural.of(verified.sightings(), "sighting") + ": "
                + (wrong.isEmpty() ? "nothing is wrong" : String.join(", ", wrong))
                + (repair || verified.differing() + verified.orphans() == 0 ? "" : " (--repair corrects them)");
    }

    private static Map<String, Object> json(
            VerifyReport verified, List<String> findings, List<OldKey> oldKeys, long older) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("sound", verified.isSound());
        shown.put("accounts", verified.accounts());
        shown.put("orders", verified.orders());
        shown.put("historyRows", verified.historyRows());
        shown.put("sightings", verified.sightings());
        shown.put("damaged", verified.damaged());
        shown.put("differing", verified.differing());
        shown.put("orphans", verified.orphans());
        shown.put("miscounted", verified.miscounted());
        shown.put("oldKeys", oldKeys.stream().map(OldKey::json).toList());
        shown.put("olderDerivation", older);
        shown.put("findings", findings);
        return shown;
    }
}
