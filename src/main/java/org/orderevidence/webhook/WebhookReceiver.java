package org.orderevidence.webhook;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.Signing;
import org.orderevidence.integration.Webhook;

/** Receives webhooks: verifies and stores them. Mapping comes later, and its failure is never the sender's. */
public final class WebhookReceiver {
    private final Integrations integrations;
    private final Inbox inbox;
    private final WebhookWorker worker;
    private final Clock clock;

    /** The last day on which a large webhook of an integration was listed, by the integration's id. */
    private final Map<String, LocalDate> listedLarge = new ConcurrentHashMap<>();

    public WebhookReceiver(Integrations integrations, Inbox inbox, WebhookWorker worker, Clock clock) {
        this.integrations = integrations;
        this.inbox = inbox;
        this.worker = worker;
        this.clock = clock;
    }

    public Optional<Integration> integration(String platform, String id) {
        return integrations
                .known(id)
                .filter(found -> found.platform().wireName().equals(platform));
    }

    /** Returns the events of a webhook; none if its signature is wrong. */
    public List<InboxEvent> verified(Integration integration, Webhook webhook) {
        return Platforms.verified(integration, webhook, clock.instant().truncatedTo(ChronoUnit.MILLIS));
    }

    /** Returns an integration as it is now, if another instance has changed it, for example its secret. May wait. */
    public Optional<Integration> changed(Integration integration) {
        return integrations.checked(integration.id()).filter(changed -> !changed.equals(integration));
    }

    /** Stores verified events. When this returns, they are on stable storage. Passes on the exceptions of the store. */
    public void store(Integration integration, List<InboxEvent> events) {
        for (InboxEvent event : events) {
            inbox.add(integration.space(), event).ifPresent(worker::arrived);
        }
    }

    /**
     * Returns what checks the signature of a webhook with a body of more than {@link Webhook#MAX_BODY_BYTES}; empty if
     * the platform does not send such ones.
     */
    public Optional<Signing> signing(Integration integration) {
        return Platforms.of(integration.platform()).signing(integration.secrets());
    }

    /**
     * Lists that a webhook with a body of more than {@link Webhook#MAX_BODY_BYTES} was refused, once a day for each
     * integration: its sender is not verified.
     */
    public void refuseLarge(Integration integration) {
        LocalDate day = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        if (!day.equals(listedLarge.put(integration.id(), day))) {
            inbox.addTooLarge(integration, day.toString(), clock.instant());
        }
    }

    /**
     * Lists that such a webhook was not kept, if it is signed.
     *
     * @return false if it is not signed
     */
    public boolean refuseLarge(Integration integration, Webhook webhook, Signing signing) {
        Optional<String> signature = Platforms.of(integration.platform()).signature(webhook, signing);
        signature.ifPresent(valid -> inbox.addTooLarge(integration, valid, clock.instant()));
        return signature.isPresent();
    }
}
