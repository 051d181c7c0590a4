package org.orderevidence;

import java.security.SecureRandom;
import java.time.Clock;
import org.orderevidence.account.Accounts;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Installation;
import org.orderevidence.service.webhook.Inbox;
import org.orderevidence.service.webhook.Integrations;
import org.orderevidence.settings.Config;

/** The integrations of an installation on its open store, for commands. A service may run at the same time. */
public final class OpenIntegrations implements AutoCloseable {
    private final Installation installation;
    private final Integrations integrations;
    private final Inbox inbox;

    private OpenIntegrations(Installation installation) {
        this.installation = installation;
        var store = installation.store().integrations();
        this.integrations = new Integrations(store, installation.keyring(), Clock.systemUTC(), new SecureRandom());
        this.inbox = new Inbox(store, installation.keyring());
    }

    /**
     * Opens the store.
     *
     * @throws CannotStart if the operator can fix what is wrong
     */
    public static OpenIntegrations open(Config config) {
        return new OpenIntegrations(Installation.openDamagedToo(config, Clock.systemUTC()));
    }

    /** Returns the accounts of the installation. */
    public Accounts accounts() {
        return installation.accounts();
    }

    /** Returns the integrations. */
    public Integrations integrations() {
        return integrations;
    }

    /** Returns the stored events. */
    public Inbox inbox() {
        return inbox;
    }

    @Override
    public void close() {
        installation.close();
    }
}
