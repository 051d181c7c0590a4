package org.orderevidence.webhook;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.Links.OrderIdHint;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PendingFact;
import org.orderevidence.order.part.PendingFact.PendingContent;
import org.orderevidence.order.part.Source;
import org.orderevidence.service.Evidence;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.document.OrderContent;

/** Stores what an event states with its order. Every statement may be written again. */
final class StatementWriter {
    private static final int LOCKS = 1_024;

    /** Of the names of orders in events that are being written. A lock is shared by names of the same hash. */
    private final Lock[] names =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toArray(Lock[]::new);

    private final OrderLinks links;
    private final Evidence evidence;
    private final PendingFacts pending;

    StatementWriter(OrderLinks links, Evidence evidence, PendingFacts pending) {
        this.links = links;
        this.evidence = evidence;
        this.pending = pending;
    }

    /** What became of a statement. */
    sealed interface Written {
        /** It is stored, or waits among the pending facts. */
        record Done(boolean changed) implements Written {}

        /** Nothing leads to an order yet. */
        record NoOrder() implements Written {}

        /** It cannot be stored. */
        record Refused(String reason) implements Written {}

        /** Its order was erased, so nothing was stored. */
        record Erased() implements Written {}

        /**
         * It is stored under the platform's own ID, because the order ID in the event cannot be used.
         *
         * @param reason {@code order_id_taken} or {@code order_id_refused}
         */
        record Listed(String reason) implements Written {}
    }

    /**
     * Stores a statement.
     *
     * @param mayUsePayment see {@link OrderLinks#order}
     */
    Written write(Integration integration, EventStatement statement, boolean mayUsePayment) {
        OrderIdHint name = statement.links().name();
        if (name == null) {
            return named(integration, statement, mayUsePayment);
        }
        // Two payments that name one order at the same time: the second one must see the first.
        Lock turn = names[Math.floorMod(Objects.hash(integration.space(), name.id()), LOCKS)];
        turn.lock();
        try {
            return named(integration, statement, mayUsePayment);
        } finally {
            turn.unlock();
        }
    }

    private Written named(Integration integration, EventStatement statement, boolean mayUsePayment) {
        if (statement instanceof EventStatement.Inquiry) {
            return write(integration, statement, Optional.empty(), mayUsePayment);
        }
        OrderLinks.Naming naming = links.naming(integration.space(), statement);
        Written written = linked(integration, statement, naming.links(), mayUsePayment || naming.isPayment());
        return written instanceof Written.Done && naming.listed() != null
                ? new Written.Listed(naming.listed())
                : written;
    }

    private Written linked(Integration integration, EventStatement statement, Links to, boolean mayUsePayment) {
        AccountSpace space = integration.space();
        Optional<OrderLinks.Found> found = links.order(space, integration.source(), to, mayUsePayment);
        Written written = write(integration, statement, found.map(OrderLinks.Found::id), mayUsePayment);
        if (found.isPresent() && found.get().hasPaymentId()) {
            // Another writer may have moved the order, and not have seen this statement.
            OrderId now = links.payments.now(space, found.get().id());
            if (!now.equals(found.get().id())) {
                return write(integration, statement, Optional.of(now), mayUsePayment);
            }
        }
        return written;
    }

    private Written write(
            Integration integration, EventStatement statement, Optional<OrderId> order, boolean mayUsePayment) {
        AccountSpace space = integration.space();
        Written written = switch (statement) {
            case EventStatement.OfPart part ->
                order.isPresent() ? outcome(part, space, order.get()) : withoutOrder(integration, part);
            case EventStatement.OfDispute dispute -> dispute(integration, dispute, order, mayUsePayment);
            case EventStatement.OfFraudReport(FraudReport report, long version, Links to) ->
                fact(integration, to, order, new PendingContent.OfFraudReport(report), version);
            case EventStatement.Inquiry _ -> new Written.Done(true);
        };
        if (written instanceof Written.Done) {
            joinPending(space, statement.links(), order);
        }
        return written;
    }

    /**
     * Facts of the purchase may wait for a charge that its order does not state. Another instance may have stored the link
     * to the order since it was looked for.
     */
    private void joinPending(AccountSpace space, Links of, Optional<OrderId> order) {
        order.or(() -> links.linked(space, of))
                .ifPresent(found -> pending.joinWith(
                        space,
                        found,
                        of.references().stream().map(ObjectReference::value).toList()));
    }

    private Written outcome(EventStatement.OfPart part, AccountSpace space, OrderId order) {
        PartWrite write = PartWrite.of(order, links.withCard(space, part.part(), part.tokens()));
        return switch (evidence.orders()
                .put(space, List.of(write), evidence.clock().instant())
                .getFirst()) {
            case OrderOutcome.Changed _ -> {
                pending.stored(space, List.of(order));
                yield new Written.Done(true);
            }
            case OrderOutcome.Unchanged _, OrderOutcome.Stale _ -> new Written.Done(false);
            case OrderOutcome.Erased _ -> new Written.Erased();
            case OrderOutcome.TooManyParts _ -> new Written.Refused("too_many_parts");
            case OrderOutcome.Conflict _ ->
                throw new IllegalStateException("a part without expected version conflicts");
            case OrderOutcome.Unreadable(RuntimeException cause) -> throw cause;
        };
    }

    /** A processor names the charge first, by which its order will be found. A shop names its own order. */
    private Written await(
            Integration integration, Links links, Optional<OrderId> order, PendingContent fact, long version) {
        if (integration.platform().role() != Source.Role.PROCESSOR
                || links.references().isEmpty()) {
            return new Written.NoOrder();
        }
        AccountSpace space = integration.space();
        PendingFact.Reference charge = awaited(space, links.references().getFirst(), order, fact.id());
        Instant now = evidence.clock().instant();
        return switch (pending.offer(space, PendingFact.of(charge, fact, integration.source(), version, now))) {
            case APPLIED, WAITING -> new Written.Done(true);
            case NO_ROOM -> new Written.Refused("no_room");
        };
    }

    /** A fact that names only itself waits for the order that the merchant's reference names. */
    private PendingFact.Reference awaited(
            AccountSpace space, ObjectReference first, Optional<OrderId> order, String factId) {
        return order.filter(_ -> first.value().equals(factId))
                .map(id -> pending.reference(space, OrderReference.Kind.ORDER_ID, id.value()))
                .orElseGet(() -> pending.reference(space, OrderReference.Kind.GATEWAY_TRANSACTION_ID, first.value()));
    }

    /** Stores a fact with its order, or lets it wait for that. */
    private Written fact(
            Integration integration, Links links, Optional<OrderId> order, PendingContent fact, long version) {
        FactOutcome stored = order.map(id -> pending.store(integration.space(), id, fact, version))
                .orElse(FactOutcome.ORDER_NOT_FOUND);
        return switch (stored) {
            case CREATED, UPDATED -> new Written.Done(true);
            case UNCHANGED -> new Written.Done(false);
            case ERASED -> new Written.Erased();
            case TOO_MANY -> new Written.Refused("too_many_facts");
            case ORDER_NOT_FOUND -> await(integration, links, order, fact, version);
            case CONFLICT -> new Written.NoOrder();
        };
    }

    private Written dispute(
            Integration integration, EventStatement.OfDispute stated, Optional<OrderId> order, boolean mayUsePayment) {
        String source = integration.source().name();
        Held held = held(integration.space(), stated, order).orElse(null);
        // Only the opening states the condition and the date. It may arrive later.
        if (!stated.opens() && !mayUsePayment && held == null) {
            return new Written.NoOrder();
        }
        Dispute offered = stated.dispute().with(stated.dispute().details().from(source));
        Dispute dispute = offered;
        long version = stated.version();
        if (held != null) {
            Dispute known = held.dispute();
            // Of a later stage, the date of its opening is not stated.
            dispute = withFirstSubmission(offered.over(known, stated.opens(), true), known);
            Dispute opened = known.over(offered, false, true);
            boolean isLate = stated.opens() && version <= held.version() && !opened.equals(known);
            if (isLate && source.equals(known.details().source())) {
                dispute = opened;
                version = held.version() + 1;
            }
        }
        return fact(integration, stated.links(), order, new PendingContent.OfDispute(dispute), version);
    }

    private record Held(Dispute dispute, long version) {}

    /** Returns what is known of a dispute: it is with its order, or waits for it. */
    private Optional<Held> held(AccountSpace space, EventStatement.OfDispute stated, Optional<OrderId> order) {
        String id = stated.dispute().disputeId();
        return order.flatMap(of -> evidence.orders().contents(space, of))
                .flatMap(known -> OrderContent.find(known.content().disputes(), id, Dispute::disputeId))
                .map(fact -> new Held(fact.fact(), fact.version()))
                .or(() -> stated.links().references().stream()
                        .findFirst()
                        .flatMap(charge -> pending.dispute(space, awaited(space, charge, order, id), id))
                        .map(fact -> new Held(((PendingContent.OfDispute) fact.content()).dispute(), fact.version())));
    }

    /** Each event of Stripe after a submission states one; only the first has its time. */
    private static Dispute withFirstSubmission(Dispute later, Dispute held) {
        OrderTime first = held.details().submittedAt();
        return first == null ? later : later.with(later.details().sentAt(first));
    }

    private Written withoutOrder(Integration integration, EventStatement.OfPart part) {
        return part.part().content() instanceof RefundObject
                ? await(
                        integration,
                        part.links(),
                        Optional.empty(),
                        new PendingContent.OfRefund(part.part()),
                        part.part().version())
                : new Written.NoOrder();
    }
}
