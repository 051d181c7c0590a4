package org.orderevidence.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenIntegrations;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.ServiceOptions;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that name the store, or a service. */
final class IntegrationOptions {
    @Mixin
    private StoreOptions store = new StoreOptions();

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
        return ServiceOptions.client(terminal, url, keyFile, store.data());
    }

    /** Opens the integrations of the store. */
    OpenIntegrations open(Terminal terminal) {
        return store.open(terminal);
    }
}
