package org.orderevidence.service.webhook;

import java.time.Clock;
import java.util.random.RandomGenerator;
import org.orderevidence.service.Keyring;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.service.PlatformParts;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.IntegrationStore;

/**
 * Everything that an instance needs to receive webhooks.
 *
 * @param integrations of the installation
 * @param inbox has the events
 * @param receiver stores them
 * @param worker maps them
 */
public record Webhooks(Integrations integrations, Inbox inbox, WebhookReceiver receiver, WebhookWorker worker) {
    /** Joins the parts on a store. */
    public static Webhooks of(
            IntegrationStore store,
            EvidenceStore evidence,
            Keyring keyring,
            PendingFacts pending,
            Clock clock,
            RandomGenerator random) {
        Integrations integrations = new Integrations(store, keyring, clock, random);
        Inbox inbox = new Inbox(store, keyring);
        PlatformParts parts = new PlatformParts(evidence, keyring, pending, clock);
        WebhookWorker worker = new WebhookWorker(integrations, inbox, store, keyring, parts, clock);
        return new Webhooks(integrations, inbox, new WebhookReceiver(integrations, inbox, worker, clock), worker);
    }
}
