package org.orderevidence.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenInstallation;
import org.orderevidence.cli.terminal.LocationOptions;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Logging;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that name the store. {@code --secret-file} is free for the secret of a platform. */
public final class StoreOptions {
    @Mixin
    private LocationOptions location = new LocationOptions();

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "set a setting by its name in check-config, such as secret-file; repeatable")
    private Map<String, String> others = new LinkedHashMap<>();

    /** Returns the data folder that was given; {@code null} if none was. */
    @Nullable
    Path data() {
        return location.data();
    }

    /** Opens the installation. */
    public OpenInstallation open(Terminal terminal) {
        Map<String, String> flags = new LinkedHashMap<>(others);
        Config config = SettingOptions.accepted(location.read(terminal, flags));
        Logging.start(config.jsonLogs(), "warn", terminal.err());
        return OpenInstallation.open(config);
    }
}
