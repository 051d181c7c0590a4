package org.orderevidence.cli.integration;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenIntegrations;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.LocationOptions;
import org.orderevidence.cli.terminal.ServiceOptions;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.log.Logging;
import org.orderevidence.settings.Config;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that name the store, or a service. {@code --secret-file} is free for the secret of a platform. */
final class StoreOptions {
    @Mixin
    private LocationOptions location = new LocationOptions();

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "set a setting by its name in check-config, such as secret-file; repeatable")
    private Map<String, String> others = new LinkedHashMap<>();

    @Option(names = "--url", paramLabel = "URL", description = "use the service at this URL, not the store")
    private @Nullable String url;

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description =
                    "with --url: file with an admin key (environment: the key itself in EVIDENCE_API_KEY; default: <data>/first-key)")
    private @Nullable Path keyFile;

    /**
     * Returns a client of the service, or {@code null} if the command works on the store.
     *
     * @param accountIsGiven whether the command names an account or a mode, which the key decides
     * @throws Failure if the options contradict each other, or there is no usable URL or key
     */
    @Nullable
    Client client(Terminal terminal, boolean accountIsGiven) {
        if (url == null) {
            if (keyFile != null) {
                throw new Failure(ExitCode.USAGE, "--key-file needs --url");
            }
            return null;
        }
        if (accountIsGiven) {
            throw new Failure(ExitCode.USAGE, "with --url, the key decides the account and the mode: name neither");
        }
        return ServiceOptions.client(terminal, url, keyFile, location.data());
    }

    /** Opens the integrations of the store. */
    OpenIntegrations open(Terminal terminal) {
        Map<String, String> flags = new LinkedHashMap<>(others);
        Config config = SettingOptions.accepted(location.read(terminal, flags));
        Logging.start(config.jsonLogs(), "warn", terminal.err());
        return OpenIntegrations.open(config);
    }
}
