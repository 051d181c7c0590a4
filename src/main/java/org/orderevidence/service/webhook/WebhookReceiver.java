package org.orderevidence.service.webhook;

import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.orderevidence.integration.Webhook;
import org.orderevidence.integration.inbox.InboxEvent;
import org.orderevidence.integration.inbox.Integration;

/** Receives webhooks: verifies and stores them. Mapping comes later, and its failure is never the sender's. */
public final class WebhookReceiver {
    private final Integrations integrations;
    private final Inbox inbox;
    private final WebhookWorker worker;
    private final Clock clock;

    public WebhookReceiver(Integrations integrations, Inbox inbox, WebhookWorker worker, Clock clock) {
        this.integrations = integrations;
        this.inbox = inbox;
        this.worker = worker;
        this.clock = clock;
    }

    /** Returns the integration of a path, or empty if there is none. */
    public Optional<Integration> integration(String platform, String id) {
        return integrations
                .known(id)
                .filter(found -> found.platform().wireName().equals(platform));
    }

    /**
     * Stores the events of a webhook. When this returns true, they are on stable storage. Passes on the exceptions of the
     * store.
     *
     * @return false if the webhook is not verified; then nothing was stored
     */
    public boolean receive(Integration integration, Webhook webhook) {
        List<InboxEvent> events = verified(integration, webhook);
        store(integration, events);
        return !events.isEmpty();
    }

    /** Returns the events of a webhook; none if its signature is wrong. */
    public List<InboxEvent> verified(Integration integration, Webhook webhook) {
        return PlatformEvents.verified(integration, webhook, clock.instant().truncatedTo(ChronoUnit.MILLIS));
    }

    /** Stores verified events. When this returns, they are on stable storage. Passes on the exceptions of the store. */
    public void store(Integration integration, List<InboxEvent> events) {
        for (InboxEvent event : events) {
            inbox.add(integration.space(), event).ifPresent(worker::arrived);
        }
    }
}
