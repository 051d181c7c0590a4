package org.orderevidence.webhook;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.ObjectReference;
import org.orderevidence.integration.OrderIdHint;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.Source;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.service.PlatformParts;

/** Stores what an event states with its order. Every statement may be written again. */
final class StatementWriter {
    /** The names of orders in events that are being written, at most as many as events. */
    private final Map<Name, Turn> names = new ConcurrentHashMap<>();

    private record Name(AccountSpace space, OrderId id) {}

    private record Turn(int users, Lock lock) {
        Turn(int users) {
            this(users, new ReentrantLock());
        }

        Turn with(int changed) {
            return new Turn(changed, lock);
        }
    }

    private final OrderLinks links;
    private final PlatformParts parts;

    StatementWriter(OrderLinks links, PlatformParts parts) {
        this.links = links;
        this.parts = parts;
    }

    /** What became of a statement. */
    sealed interface Written {
        /**
         * It is stored, or waits among the pending facts.
         *
         * @param changed false if the order states the same as before
         */
        record Done(boolean changed) implements Written {
            Done() {
                this(true);
            }
        }

        /** Nothing leads to an order yet. */
        record NoOrder() implements Written {}

        /**
         * It cannot be stored.
         *
         * @param reason such as {@code too_many_parts}
         */
        record Refused(String reason) implements Written {}

        /** Its order was erased, so nothing was stored. */
        record Erased() implements Written {}

        /**
         * It is stored under the ID of the payment, because the order ID in the event cannot be used.
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
        Name key = new Name(integration.space(), name.id());
        Turn turn = Objects.requireNonNull(
                names.compute(key, (same, held) -> held == null ? new Turn(1) : held.with(held.users + 1)));
        turn.lock.lock();
        try {
            return named(integration, statement, mayUsePayment);
        } finally {
            turn.lock.unlock();
            names.computeIfPresent(key, (same, held) -> held.users == 1 ? null : held.with(held.users - 1));
        }
    }

    private Written named(Integration integration, EventStatement statement, boolean mayUsePayment) {
        if (statement instanceof EventStatement.Inquiry) {
            return write(integration, statement, Optional.empty(), mayUsePayment);
        }
        OrderLinks.Naming naming = links.naming(integration.space(), integration.source(), statement);
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
            OrderId now = links.now(space, found.get().id());
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
                order.isPresent() ? outcome(part, space, order.get()) : awaitRefund(integration, part);
            case EventStatement.OfDispute dispute -> dispute(integration, dispute, order, mayUsePayment);
            case EventStatement.OfFraudReport report -> fraudReport(integration, report, order);
            case EventStatement.Inquiry _ -> new Written.Done();
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
                .ifPresent(found -> parts.joinPending(
                        space,
                        found,
                        of.references().stream().map(ObjectReference::value).toList()));
    }

    private Written outcome(EventStatement.OfPart part, AccountSpace space, OrderId order) {
        return switch (parts.storePart(space, order, part.part(), part.tokens())) {
            case OrderOutcome.Created _, OrderOutcome.Updated _ -> new Written.Done();
            case OrderOutcome.Unchanged _, OrderOutcome.Stale _ -> new Written.Done(false);
            case OrderOutcome.Erased _ -> new Written.Erased();
            case OrderOutcome.TooManyParts _ -> new Written.Refused("too_many_parts");
            case OrderOutcome.Conflict _ ->
                throw new IllegalStateException("a part without expected version conflicts");
            case OrderOutcome.Unreadable(RuntimeException cause) -> throw cause;
        };
    }

    private Written awaitRefund(Integration integration, EventStatement.OfPart part) {
        return part.part().content() instanceof RefundObject && isCharge(integration, part.links())
                ? outcome(parts.await(integration.space(), chargeId(part.links()), part.part()))
                : new Written.NoOrder();
    }

    private Written dispute(
            Integration integration, EventStatement.OfDispute stated, Optional<OrderId> order, boolean mayUsePayment) {
        AccountSpace space = integration.space();
        // Only the opening states the condition and the date. It may arrive later.
        if (!stated.opens() && !mayUsePayment && !isOpen(space, stated.dispute(), order)) {
            return new Written.NoOrder();
        }
        Dispute offered = stated.dispute()
                .with(stated.dispute().details().from(integration.source().name()));
        if (order.isPresent()) {
            Dispute dispute = withKnown(space, order.get(), offered, stated.opens());
            FactOutcome outcome = parts.storeDispute(space, order.get(), dispute, stated.version());
            if (outcome != FactOutcome.ORDER_NOT_FOUND) {
                return outcome(outcome);
            }
        }
        Source source = integration.source();
        return isCharge(integration, stated.links())
                ? outcome(parts.await(space, chargeId(stated.links()), offered, source, stated.version()))
                : new Written.NoOrder();
    }

    private boolean isOpen(AccountSpace space, Dispute dispute, Optional<OrderId> order) {
        return order.flatMap(id -> parts.order(space, id)).map(StoredOrder::disputes).orElse(List.of()).stream()
                .anyMatch(held -> held.disputeId().equals(dispute.disputeId()));
    }

    /**
     * Returns a dispute with what is stored of it where the event states nothing; of a later stage, the date of its
     * opening too. A condition that a merchant has looked up is not lost by the next event without a code.
     */
    private Dispute withKnown(AccountSpace space, OrderId order, Dispute later, boolean opens) {
        return parts.order(space, order)
                .flatMap(stored -> stored.disputes().stream()
                        .filter(held -> held.disputeId().equals(later.disputeId()))
                        .findFirst())
                .map(held -> new Dispute(
                        later.disputeId(),
                        later.condition().equals(Dispute.UNKNOWN_CONDITION) ? held.condition() : later.condition(),
                        opens ? later.openedAt() : held.openedAt(),
                        later.status(),
                        withFirstSubmission(later.details().orElse(held.details()), held.details())))
                .orElse(later);
    }

    /** Each event of Stripe after a submission states one; only the first has its time. */
    private static Dispute.Details withFirstSubmission(Dispute.Details details, Dispute.Details held) {
        OrderTime first = held.submittedAt();
        return first == null
                ? details
                : new Dispute.Details(
                        details.respondBy(),
                        details.amount(),
                        details.reason(),
                        first,
                        details.processorEligibility(),
                        details.source());
    }

    private Written fraudReport(Integration integration, EventStatement.OfFraudReport stated, Optional<OrderId> order) {
        AccountSpace space = integration.space();
        if (order.isPresent()) {
            FactOutcome outcome = parts.storeFraudReport(space, order.get(), stated.report(), stated.version());
            if (outcome != FactOutcome.ORDER_NOT_FOUND) {
                return outcome(outcome);
            }
        }
        Source source = integration.source();
        return isCharge(integration, stated.links())
                ? outcome(parts.await(space, chargeId(stated.links()), stated.report(), source, stated.version()))
                : new Written.NoOrder();
    }

    /** A processor names the charge first, by which its order will be found. A shop names its own order. */
    private static boolean isCharge(Integration integration, Links links) {
        return integration.platform().role() == Source.Role.PROCESSOR
                && !links.references().isEmpty();
    }

    private static String chargeId(Links links) {
        ObjectReference first = links.references().getFirst();
        return first.value();
    }

    private static Written outcome(FactOutcome outcome) {
        return switch (outcome) {
            case CREATED, UPDATED -> new Written.Done();
            case UNCHANGED -> new Written.Done(false);
            case ERASED -> new Written.Erased();
            case TOO_MANY -> new Written.Refused("too_many_facts");
            case ORDER_NOT_FOUND, CONFLICT -> new Written.NoOrder();
        };
    }

    private static Written outcome(PendingFacts.Outcome outcome) {
        return switch (outcome) {
            case PendingFacts.Outcome.Applied _, PendingFacts.Outcome.Waiting _ -> new Written.Done();
            case PendingFacts.Outcome.NoRoom _ -> new Written.Refused("no_room");
        };
    }
}
