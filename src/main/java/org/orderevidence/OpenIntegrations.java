package org.orderevidence;

import java.security.SecureRandom;
import java.time.Clock;
import org.orderevidence.account.Accounts;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Installation;
import org.orderevidence.service.Keyring;
import org.orderevidence.service.webhook.Inbox;
import org.orderevidence.service.webhook.IntegrationAdministration;
import org.orderevidence.service.webhook.Integrations;
import org.orderevidence.service.webhook.PrivacyTasks;
import org.orderevidence.settings.Config;

/** The integrations of an installation on its open store, for commands. A service may run at the same time. */
public final class OpenIntegrations implements AutoCloseable {
    private final Installation installation;
    private final Integrations integrations;
    private final IntegrationAdministration administration;

    private OpenIntegrations(Installation installation) {
        this.installation = installation;
        var store = installation.store().integrations();
        Keyring keyring = installation.keyring();
        Clock clock = Clock.systemUTC();
        this.integrations = new Integrations(store, keyring, clock, new SecureRandom());
        this.administration = new IntegrationAdministration(
                integrations,
                new Inbox(store, keyring),
                new PrivacyTasks(store, keyring, clock),
                installation.accounts().audit(),
                clock);
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

    /** Returns what changes integrations. */
    public IntegrationAdministration administration() {
        return administration;
    }

    @Override
    public void close() {
        installation.close();
    }
}
