package org.orderevidence.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Setting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the settings in effect, or all errors in them. */
@Command(
        name = "check-config",
        description = "Print all settings in effect with their source, and all errors in them.",
        footer = {
            "%nExample: ./evidence check-config --config evidence.properties",
            "%nLater sources win: defaults, the file, the environment (EVIDENCE_PORT for port, EVIDENCE_LOG_FORMAT for"
                    + " log.format), the flags."
        })
final class CheckConfigCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    CheckConfigCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return switch (settings.read(terminal, server.flags())) {
            case Config.Accepted(Config config) -> {
                print(config);
                yield ExitCode.OK;
            }
            case Config.Refused refused -> {
                print(refused.faults());
                yield ExitCode.USAGE;
            }
        };
    }

    private void print(Config config) {
        if (json) {
            Map<String, Object> byKey = new LinkedHashMap<>();
            for (Config.Effective e : config.effective()) {
                Map<String, Object> setting = new LinkedHashMap<>();
                setting.put("value", e.shown());
                setting.put("source", e.source());
                byKey.put(e.setting().key(), setting);
            }
            terminal.out().println(Json.pretty(Map.of("settings", byKey)));
            return;
        }
        Table table = new Table("SETTING", "VALUE", "FROM", "MEANING").drop(List.of("MEANING"));
        for (Config.Effective e : config.effective()) {
            Setting setting = e.setting();
            table.row(setting.key(), e.shown(), e.source(), setting.meaning());
        }
        table.print(terminal);
    }

    private void print(List<String> faults) {
        if (json) {
            terminal.out().println(Json.pretty(Map.of("faults", faults)));
        } else {
            faults.forEach(fault -> terminal.err().println(Terminal.printable(fault)));
        }
    }
}
