package org.orderevidence.cli.terminal;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Logging;
import org.orderevidence.installation.Setting;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for {@link Setting}s: the common ones by name, and {@code --set} for all of them. */
public final class SettingOptions {
    @Mixin
    private LocationOptions location = new LocationOptions();

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
        return location.data();
    }

    /**
     * Returns the settings for a command that works on the store. Such a command logs only warnings.
     *
     * @throws Failure if a setting is wrong; the message lists all faults
     */
    public Config config(Terminal terminal) {
        Config config = accepted(read(terminal, Map.of()));
        Logging.start(config.jsonLogs(), "warn", terminal.err());
        return config;
    }

    /**
     * Returns the settings that were read.
     *
     * @throws Failure if a setting is wrong; the message lists all faults
     */
    public static Config accepted(Config.Reading reading) {
        return switch (reading) {
            case Config.Accepted(Config config) -> config;
            case Config.Refused refused ->
                throw new Failure(ExitCode.USAGE, String.join(System.lineSeparator(), refused.faults()));
        };
    }

    /**
     * Returns the settings, or the errors in them.
     *
     * @param more further settings from flags, by key
     */
    public Config.Reading read(Terminal terminal, Map<String, String> more) {
        Map<String, String> flags = new LinkedHashMap<>(others);
        flags.putAll(more);
        put(flags, Setting.SECRET_FILE, secretFile);
        return location.read(terminal, flags);
    }

    /** Adds a setting to {@code flags}, unless its value is null. */
    public static void put(Map<String, String> flags, Setting setting, @Nullable String value) {
        if (value != null) {
            flags.put(setting.key(), value);
        }
    }
}
