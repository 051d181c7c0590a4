package org.orderevidence.webhook;

import java.time.Clock;
import java.util.random.RandomGenerator;
import org.orderevidence.account.AuditLog;
import org.orderevidence.service.Evidence;
import org.orderevidence.service.Keyring;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.store.IntegrationStore;

/** Everything that an instance needs to receive webhooks. */
public record Webhooks(
        Integrations integrations,
        Inbox inbox,
        PrivacyTasks tasks,
        WebhookReceiver receiver,
        WebhookWorker worker,
        OrderLinks links,
        EventCounts eventCounts,
        CaptureRates captureRates) {
    public static Webhooks of(IntegrationStore store, Evidence evidence, PendingFacts pending, RandomGenerator random) {
        Keyring keyring = evidence.keyring();
        Clock clock = evidence.clock();
        Integrations integrations = new Integrations(store, keyring, clock, random);
        Inbox inbox = new Inbox(store, keyring);
        PrivacyTasks tasks = new PrivacyTasks(store, keyring, clock);
        WebhookWorker worker = new WebhookWorker(integrations, inbox, tasks, store, evidence, pending);
        return new Webhooks(
                integrations,
                inbox,
                tasks,
                new WebhookReceiver(integrations, inbox, worker, clock),
                worker,
                new OrderLinks(store, evidence, pending, false),
                new EventCounts(store),
                new CaptureRates(store, evidence));
    }

    /** Returns what changes integrations for operators and callers. */
    public IntegrationAdministration administration(AuditLog audit, Clock clock) {
        return new IntegrationAdministration(this, audit, clock);
    }
}
