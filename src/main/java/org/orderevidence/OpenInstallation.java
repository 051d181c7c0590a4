package org.orderevidence;

import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.http.LocalServer;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.integration.Integration;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.webhook.HistoryImport;
import org.orderevidence.webhook.Integrations;

/** An installation that a command has opened, also while a service runs. The command calls its interface as the operator. */
public final class OpenInstallation implements AutoCloseable {
    private final Composition parts;
    private @Nullable LocalServer server;

    private OpenInstallation(Composition parts) {
        this.parts = parts;
    }

    /**
     * Opens the store, even if it is damaged: a key can then still be revoked.
     *
     * @throws CannotStart if the operator can fix what is wrong
     */
    public static OpenInstallation open(Config config) {
        Clock clock = Clock.systemUTC();
        return new OpenInstallation(Composition.of(Installation.openDamagedToo(config, clock), config, clock));
    }

    /** Answers a request of the operator, with all checks of the interface. See {@link LocalServer#answer}. */
    public synchronized LocalServer.Reply answer(
            AccountSpace space, String method, String target, Map<String, String> headers, Bytes body) {
        LocalServer started = server;
        if (started == null) {
            started = LocalServer.start(
                    parts.config().limits(),
                    parts.routes(OpenPdfs.cold(parts.config().fonts())),
                    accounts(),
                    parts.failures());
            server = started;
        }
        return started.answer(space, method, target, headers, body);
    }

    /** Returns the address of the store, without password. */
    public String store() {
        return parts.config().store().toString();
    }

    public Accounts accounts() {
        return parts.installation().accounts();
    }

    public Integrations integrations() {
        return parts.webhooks().integrations();
    }

    /** Returns what imports the history of an integration. */
    public HistoryImport history(Integration integration) {
        return new HistoryImport(
                integration, parts.installation().store().integrations(), parts.evidence(), parts.pending());
    }

    @Override
    public void close() {
        LocalServer started = server;
        if (started != null) {
            started.close();
        }
        parts.installation().close();
    }
}
