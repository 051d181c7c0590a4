package org.orderevidence.cli.terminal;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.log.Logging;
import org.orderevidence.settings.Config;
import org.orderevidence.settings.Setting;
import picocli.CommandLine.Option;

/** The options that set {@link Setting}s: the common ones under their own names, all of them through {@code --set}. */
public final class SettingOptions {
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

    @Option(names = "--secret-file", paramLabel = "FILE", description = "file with the secret (default: <data>/secret)")
    private @Nullable String secretFile;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "set a setting by its name in check-config; repeatable")
    private Map<String, String> others = new LinkedHashMap<>();

    /** Returns the data folder that was given; {@code null} if none was. */
    @Nullable
    Path data() {
        return data == null ? null : Path.of(data);
    }

    /**
     * The settings for a command that works on the store and says nothing but its answer: only warnings are logged.
     *
     * @throws Failure when one is wrong, telling all faults
     */
    public Config config(Terminal terminal) {
        Config config = accepted(read(terminal, Map.of()));
        Logging.start(config.jsonLogs(), "warn", terminal.err());
        return config;
    }

    /**
     * The settings that were read.
     *
     * @throws Failure when one is wrong, telling all faults
     */
    public static Config accepted(Config.Reading reading) {
        return switch (reading) {
            case Config.Accepted(Config config) -> config;
            case Config.Refused refused ->
                throw new Failure(ExitCode.USAGE, String.join(System.lineSeparator(), refused.faults()));
        };
    }

    /**
     * The settings, or what is wrong with them.
     *
     * @param more further settings that were given as flags, by key
     */
    public Config.Reading read(Terminal terminal, Map<String, String> more) {
        Map<String, String> flags = new LinkedHashMap<>(others);
        flags.putAll(more);
        put(flags, Setting.DATA, data);
        put(flags, Setting.STORE, store);
        put(flags, Setting.SECRET_FILE, secretFile);
        return Config.read(file, terminal.environment(), flags);
    }

    public static void put(Map<String, String> flags, Setting setting, @Nullable String value) {
        if (value != null) {
            flags.put(setting.key(), value);
        }
    }
}
