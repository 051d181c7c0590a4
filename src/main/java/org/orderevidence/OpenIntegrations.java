package org.orderevidence;

import java.security.SecureRandom;
import java.time.Clock;
import org.orderevidence.account.Accounts;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.integration.Integration;
import org.orderevidence.service.Keyring;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.service.PlatformParts;
import org.orderevidence.webhook.CaptureRates;
import org.orderevidence.webhook.EventCounts;
import org.orderevidence.webhook.HistoryImport;
import org.orderevidence.webhook.Inbox;
import org.orderevidence.webhook.IntegrationAdministration;
import org.orderevidence.webhook.Integrations;
import org.orderevidence.webhook.PrivacyTasks;

/** The integrations of an installation on its open store, for commands. A service may run at the same time. */
public final class OpenIntegrations implements AutoCloseable {
    private final Installation installation;
    private final String store;
    private final Integrations integrations;
    private final IntegrationAdministration administration;

    private OpenIntegrations(Installation installation, String store) {
        this.installation = installation;
        this.store = store;
        var records = installation.store().integrations();
        Keyring keyring = installation.keyring();
        Clock clock = Clock.systemUTC();
        this.integrations = new Integrations(records, keyring, clock, new SecureRandom());
        this.administration = new IntegrationAdministration(
                integrations,
                new Inbox(records, keyring),
                new PrivacyTasks(records, keyring, clock),
                new EventCounts(records),
                new CaptureRates(
                        records,
                        installation.evidence(),
                        installation.store().sightings(),
                        keyring,
                        RuleSettings.DEFAULTS,
                        clock),
                installation.accounts().audit(),
                clock);
    }

    /**
     * Opens the store.
     *
     * @throws CannotStart if the operator can fix what is wrong
     */
    public static OpenIntegrations open(Config config) {
        return new OpenIntegrations(
                Installation.openDamagedToo(config, Clock.systemUTC()),
                config.store().toString());
    }

    /** Returns the address of the store, without password. */
    public String store() {
        return store;
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

    /** Returns what imports the history of an integration. */
    public HistoryImport history(Integration integration) {
        Clock clock = Clock.systemUTC();
        PendingFacts pending =
                new PendingFacts(installation.evidence(), installation.pending(), installation.keyring(), clock);
        PlatformParts parts = new PlatformParts(installation.evidence(), installation.keyring(), pending, clock);
        return new HistoryImport(
                integration, installation.store().integrations(), installation.keyring(), parts, clock);
    }

    @Override
    public void close() {
        installation.close();
    }
}
