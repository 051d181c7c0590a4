package org.orderevidence.cli.terminal;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Setting;

/** Settings that come from options. */
public final class SettingOptions {
    private SettingOptions() {}

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

    /** Adds a setting to {@code flags}, unless its value is null. */
    public static void put(Map<String, String> flags, Setting setting, @Nullable String value) {
        if (value != null) {
            flags.put(setting.key(), value);
        }
    }
}
