package org.orderevidence.erasure;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Actor;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.integration.PrivacyTask.NamedOrder;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Email;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PersonalText;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.webhook.IntegrationAdministration;

/**
 * Does the tasks of shop platforms that ask to erase a customer: erases the customer and the orders that a task names,
 * except for what has a reason to stay. Other tasks wait for a person: data is only given to somebody who asks for it,
 * and orders name the integration that has stated them, which can receive the events of several shops.
 */
public final class PlatformErasures {
    private static final System.Logger LOG = System.getLogger(PlatformErasures.class.getName());

    private final Erasures erasures;
    private final EvidenceService service;
    private final IntegrationAdministration integrations;

    /** When this instance looks again at a task of which something stayed. */
    private final Map<String, Instant> nextLooks = new HashMap<>();

    public PlatformErasures(Erasures erasures, EvidenceService service, IntegrationAdministration integrations) {
        this.erasures = erasures;
        this.service = service;
        this.integrations = integrations;
    }

    /** Does the open tasks. What failed is repeated in the next pass, and what stays is looked at again after a day. */
    public void pass() {
        Instant now = integrations.clock().instant();
        nextLooks.values().removeIf(next -> !next.isAfter(now));
        for (Integration integration : integrations.webhooks().integrations().all()) {
            integrations
                    .webhooks()
                    .tasks()
                    .open(integration.id())
                    .filter(task -> task.kind() == PrivacyTask.Kind.ERASE_CUSTOMER && !nextLooks.containsKey(key(task)))
                    .forEach(task -> run(integration, task, now));
        }
    }

    private void run(Integration integration, PrivacyTask task, Instant now) {
        try {
            Actor actor = Actor.service(integration.space());
            if (isErased(actor, integration.space(), task, now)) {
                integrations.finish(actor, integration, task.id());
            } else {
                nextLooks.put(key(task), now.plus(Erasures.NEXT_LOOK));
            }
        } catch (RuntimeException failed) {
            LOG.log(System.Logger.Level.WARNING, "a customer could not be erased for a platform yet", failed);
        }
    }

    /** Returns false if something is left that no request of a customer leads to. */
    private boolean isErased(Actor actor, AccountSpace space, PrivacyTask task, Instant now) {
        Email email = email(task);
        if (email != null) {
            erasures.eraseCustomer(actor, space, email, task.receivedAt());
        }
        boolean isErased = true;
        for (NamedOrder named : task.orders()) {
            isErased &= isErased(actor, space, task, named, email, now);
        }
        return isErased;
    }

    /** An order with the e-mail address of the customer is part of the customer's erasure, unless it came later. */
    private boolean isErased(
            Actor actor, AccountSpace space, PrivacyTask task, NamedOrder named, @Nullable Email email, Instant now) {
        // Its own event can come after the request, and its purchase can have moved.
        OrderId id = integrations
                .webhooks()
                .links()
                .order(space, new ObjectReference(named.reference()))
                .orElse(named.orderId());
        boolean mayCome = now.isBefore(task.receivedAt().plus(Erasures.NEXT_LOOK));
        if (id == null) {
            return email != null && !mayCome;
        }
        boolean isOfCustomer = email != null
                && service.order(space, id)
                        .filter(order -> !order.uploadedAt().isAfter(task.receivedAt()))
                        .map(order -> order.order().receipt().customerEmail())
                        .flatMap(shown -> Email.parse(shown.value()))
                        .filter(shown -> shown.canonical().equals(email.canonical()))
                        .isPresent();
        return isOfCustomer
                || switch (erasures.eraseUnlessNeeded(actor, space, id)) {
                    case ERASED -> true;
                    case STAYS -> false;
                    case NOT_FOUND -> !mayCome;
                };
    }

    private static String key(PrivacyTask task) {
        return task.integration() + "/" + task.id();
    }

    private static @Nullable Email email(PrivacyTask task) {
        return Optional.ofNullable(task.subject())
                .map(PrivacyTask.Subject::email)
                .map(PersonalText::value)
                .flatMap(Email::parse)
                .orElse(null);
    }
}
