package org.orderevidence.erasure;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Actor;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.integration.PrivacyTask.NamedOrder;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Email;
import org.orderevidence.order.PersonalText;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.webhook.IntegrationAdministration;
import org.orderevidence.webhook.PrivacyTasks;

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

    public PlatformErasures(Erasures erasures, EvidenceService service, IntegrationAdministration integrations) {
        this.erasures = erasures;
        this.service = service;
        this.integrations = integrations;
    }

    /** Does the open tasks. What was cut is repeated in the next pass. */
    public void pass() {
        for (Integration integration : integrations.webhooks().integrations().all()) {
            String after = null;
            do {
                PrivacyTasks.Page page = integrations.tasks(integration, false, after, PrivacyTasks.MAX_PAGE);
                page.tasks().stream()
                        .filter(task -> task.kind() == PrivacyTask.Kind.ERASE_CUSTOMER)
                        .forEach(task -> run(integration, task));
                after = page.next();
            } while (after != null);
        }
    }

    private void run(Integration integration, PrivacyTask task) {
        try {
            Actor actor = Actor.service(integration.space());
            if (isErased(actor, integration.space(), task)) {
                integrations.finish(actor, integration, task.id());
            }
        } catch (RuntimeException failed) {
            LOG.log(System.Logger.Level.WARNING, "a customer could not be erased for a platform yet", failed);
        }
    }

    /** Returns false if something is left that no request of a customer leads to. */
    private boolean isErased(Actor actor, AccountSpace space, PrivacyTask task) {
        Email email = email(task);
        if (email != null && !erasures.isRequested(space, email, task.receivedAt())) {
            erasures.eraseCustomer(actor, space, email);
        }
        boolean isErased = true;
        for (NamedOrder named : task.orders()) {
            isErased &= isErased(actor, space, named, email);
        }
        return isErased;
    }

    /** An order with the e-mail address of the customer is part of the customer's erasure. */
    private boolean isErased(Actor actor, AccountSpace space, NamedOrder named, @Nullable Email email) {
        if (named.orderId() == null) {
            return email != null;
        }
        boolean isOfCustomer = email != null
                && service.order(space, named.orderId())
                        .map(order -> order.order().receipt().customerEmail())
                        .flatMap(shown -> Email.parse(shown.value()))
                        .filter(shown -> shown.canonical().equals(email.canonical()))
                        .isPresent();
        return isOfCustomer || erasures.eraseUnlessNeeded(actor, space, named.orderId());
    }

    private static @Nullable Email email(PrivacyTask task) {
        return Optional.ofNullable(task.subject())
                .map(PrivacyTask.Subject::email)
                .map(PersonalText::value)
                .flatMap(Email::parse)
                .orElse(null);
    }
}
