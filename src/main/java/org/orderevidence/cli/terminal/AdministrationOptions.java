package org.orderevidence.cli.terminal;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.orderevidence.installation.Config;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that work on the store, or with {@code --url} on a service. */
public final class AdministrationOptions {
    @Mixin
    private SettingOptions settings = new SettingOptions();

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
    public @Nullable Client client(Terminal terminal, boolean accountIsGiven) {
        if (url == null) {
            if (keyFile != null) {
                throw new Failure(ExitCode.USAGE, "--key-file needs --url");
            }
            return null;
        }
        if (accountIsGiven) {
            throw new Failure(ExitCode.USAGE, "with --url, the key decides the account and the mode: name neither");
        }
        return ServiceOptions.client(terminal, url, keyFile, settings.data());
    }

    /** Returns the settings of the store. */
    public Config config(Terminal terminal) {
        return settings.config(terminal);
    }
}
