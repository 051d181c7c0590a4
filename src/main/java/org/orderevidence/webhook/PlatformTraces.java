package org.orderevidence.webhook;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.service.Evidence;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.store.IntegrationStore;

/** What is stored about an order besides the order, because a platform has stated it. */
public final class PlatformTraces {
    private final Integrations integrations;
    private final Inbox inbox;
    private final OrderLinks links;
    private final IntegrationStore store;
    private final Clock clock;

    PlatformTraces(
            Integrations integrations, Inbox inbox, IntegrationStore store, Evidence evidence, PendingFacts pending) {
        this.integrations = integrations;
        this.inbox = inbox;
        this.store = store;
        this.links = new OrderLinks(store, evidence, pending, false);
        this.clock = evidence.clock();
    }

    /** Returns the order to which an object of a platform leads now; empty if it leads to none. */
    public Optional<OrderId> order(AccountSpace space, ObjectReference object) {
        return links.order(space, object);
    }

    /**
     * Has what platforms state later about these objects lead to an order that is being erased. Returns the orders with
     * the ID of their payment that are of the same purchase: they are erased too.
     */
    public Set<OrderId> leadToErased(AccountSpace space, OrderId order, Collection<String> objects) {
        return links.leadToErased(space, order, ObjectReference.of(objects.toArray(String[]::new)));
    }

    /** Erases what is stored about the payment of an order. */
    public void forget(AccountSpace space, OrderId order) {
        links.forget(space, order);
    }

    /** Erases the stored events of a space that have a body about somebody: those that wait, and that changed nothing. */
    public void eraseEvents(AccountSpace space, Predicate<InboxEvent> isAbout) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        List<Integration> ofSpace = integrations.all().stream()
                .filter(integration -> integration.space().equals(space))
                .toList();
        if (ofSpace.isEmpty()) {
            return;
        }
        ofSpace.forEach(integration -> inbox.erase(integration.id(), isAbout, now));
        store.due("event/", now.plus(WebhookWorker.LONGEST_WAIT)).stream()
                .filter(key -> ofSpace.stream().anyMatch(of -> RecordKeys.isEventOf(of.id(), key)))
                .forEach(key -> inbox.erase(key, isAbout, now));
    }
}
