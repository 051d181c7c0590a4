package org.orderevidence.cli.integration;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenIntegrations;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.log.Logging;
import org.orderevidence.settings.Config;
import org.orderevidence.settings.Setting;
import picocli.CommandLine.Option;

/** The options that name the store. {@code --secret-file} is free for the secret of a platform. */
final class StoreOptions {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            defaultValue = "${env:EVIDENCE_CONFIG}",
            description = "settings file in Java properties format (environment: EVIDENCE_CONFIG)")
    private @Nullable Path file;

    @Option(names = "--data", paramLabel = "FOLDER", description = "data folder (default: ./data)")
    private @Nullable String data;

    @Option(names = "--store", paramLabel = "URL", description = "store URL (default: sqlite:<data>/evidence.db)")
    private @Nullable String store;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "set a setting by its name in check-config, such as secret-file; repeatable")
    private Map<String, String> others = new LinkedHashMap<>();

    /** Opens the integrations of the store. */
    OpenIntegrations open(Terminal terminal) {
        Map<String, String> flags = new LinkedHashMap<>(others);
        SettingOptions.put(flags, Setting.DATA, data);
        SettingOptions.put(flags, Setting.STORE, store);
        Config config = SettingOptions.accepted(Config.read(file, terminal.environment(), flags));
        Logging.start(config.jsonLogs(), "warn", terminal.err());
        return OpenIntegrations.open(config);
    }
}
