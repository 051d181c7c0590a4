package org.orderevidence.cli.terminal;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Setting;
import picocli.CommandLine.Option;

/** The options that name the settings file, the data folder and the store. */
public final class LocationOptions {
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

    /** Returns the data folder that was given; {@code null} if none was. */
    @Nullable
    public Path data() {
        return data == null ? null : Path.of(data);
    }

    /**
     * Returns the settings, or the errors in them.
     *
     * @param flags other settings from flags, by key; those of these options are added
     */
    public Config.Reading read(Terminal terminal, Map<String, String> flags) {
        SettingOptions.put(flags, Setting.DATA, data);
        SettingOptions.put(flags, Setting.STORE, store);
        return Config.read(file, terminal.environment(), flags);
    }
}
