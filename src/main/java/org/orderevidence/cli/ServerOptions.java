package org.orderevidence.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.installation.Setting;
import picocli.CommandLine.Option;

/** The options for settings that only a running service needs. */
final class ServerOptions {
    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "address to listen on, 0.0.0.0 for all (default: 127.0.0.1)")
    private @Nullable String host;

    @Option(names = "--port", paramLabel = "PORT", description = "TCP port, 0 selects a free port (default: 8080)")
    private @Nullable String port;

    @Option(names = "--log-format", paramLabel = "FORMAT", description = "text or json (default: text)")
    private @Nullable String logFormat;

    @Option(names = "--log-level", paramLabel = "LEVEL", description = "error, warn, info or debug (default: info)")
    private @Nullable String logLevel;

    /** Returns the given values by {@link Setting#key}. */
    Map<String, String> flags() {
        Map<String, String> flags = new LinkedHashMap<>();
        SettingOptions.put(flags, Setting.HOST, host);
        SettingOptions.put(flags, Setting.PORT, port);
        SettingOptions.put(flags, Setting.LOG_FORMAT, logFormat);
        SettingOptions.put(flags, Setting.LOG_LEVEL, logLevel);
        return flags;
    }
}
