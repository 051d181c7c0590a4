package org.orderevidence.erasure;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.integration.ObjectReference;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.Statement;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.store.AccessToken;
import org.orderevidence.store.AccessToken.TokenKind;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.Tokens;
import org.orderevidence.webhook.PlatformTraces;

/**
 * Erases orders with all that is stored about them. The order itself is erased last, so that an erasure that has ended
 * between two steps is completed by repeating it. What is left of an order refuses later writes to it.
 */
public final class Erasures {
    private final EvidenceStore store;
    private final PendingFacts pending;
    private final Tokens tokens;
    private final PlatformTraces traces;
    private final Accounts accounts;
    private final Clock clock;

    /**
     * @param store has the orders
     * @param pending has the facts that wait for them
     * @param tokens has their receipt links
     * @param traces has what platforms have stated
     * @param accounts has the audit log
     * @param clock for the current time
     */
    public Erasures(
            EvidenceStore store,
            PendingFacts pending,
            Tokens tokens,
            PlatformTraces traces,
            Accounts accounts,
            Clock clock) {
        this.store = store;
        this.pending = pending;
        this.tokens = tokens;
        this.traces = traces;
        this.accounts = accounts;
        this.clock = clock;
    }

    /**
     * Erases an order, also by an earlier ID from before its purchase was moved. May be repeated.
     *
     * @return false if there is no such order, and none was erased
     */
    public boolean eraseOrder(Actor actor, AccountSpace space, OrderId id) {
        Optional<EvidenceStore.Contents> contents = store.contents(space, id);
        if (contents.isEmpty()) {
            return store.isErased(space, id);
        }
        OrderId current = movedTo(contents.get()).orElse(id);
        accounts.audit().add(actor, space, AuditAction.ORDER_ERASED, current.value(), null);
        erase(space, current);
        return true;
    }

    private static Optional<OrderId> movedTo(EvidenceStore.Contents contents) {
        List<PartContent> stated = contents.parts().stream().map(Part::content).toList();
        // An order that the merchant uploads itself is one of its own.
        return stated.stream().anyMatch(PartContent.Upload.class::isInstance)
                ? Optional.empty()
                : stated.stream()
                .filter(PartContent.Moved.class::isInstance)
                .map(moved -> ((PartContent.Moved) moved).to())
                .findFirst();
    }

    private void erase(AccountSpace space, OrderId id) {
        List<Part> parts =
                store.contents(space, id).map(EvidenceStore.Contents::parts).orElse(List.of());
        Set<String> charges = charges(parts);
        Set<OrderId> others = traces.leadToErased(space, id, charges);
        others.remove(id);
        pending.forget(space, id, order(id, parts), charges);
        traces.eraseEvents(space, body -> charges.stream()
                .anyMatch(charge -> charge.length() >= ObjectReference.MIN_LENGTH && body.contains(charge)));
        others.forEach(other -> eraseAlone(space, other));
        eraseAlone(space, id);
    }

    private void eraseAlone(AccountSpace space, OrderId id) {
        traces.forget(space, id);
        for (AccessToken link : links(space, id)) {
            tokens.remove(link);
        }
        store.erase(space, id, clock.instant());
    }

    private List<AccessToken> links(AccountSpace space, OrderId id) {
        List<AccessToken> links = new ArrayList<>();
        Tokens.Listing page;
        Bytes after = null;
        do {
            page = tokens.list(space, TokenKind.RECEIPT_LINK, id.value(), after, Tokens.MAX_PAGE);
            links.addAll(page.tokens());
            after = page.next();
        } while (after != null);
        return links;
    }

    private static Optional<Order> order(OrderId id, List<Part> parts) {
        return Composition.of(id, parts) instanceof Composition.Complete complete
                ? Optional.of(complete.order())
                : Optional.empty();
    }

    /** Returns the charges that any source states. */
    private static Set<String> charges(List<Part> parts) {
        Set<String> charges = new LinkedHashSet<>();
        for (Part part : parts) {
            Statement stated = switch (part.content()) {
                case PartContent.Upload upload -> upload.statement();
                case PartContent.PatchCell cell -> cell.value();
                case PartContent.PlatformObject object -> object.statement();
                case PartContent.RefundObject _, PartContent.Moved _ -> Statement.EMPTY;
            };
            String charge = stated.get(OrderFields.GATEWAY_TRANSACTION_ID);
            if (charge != null) {
                charges.add(charge);
            }
        }
        return charges;
    }
}
