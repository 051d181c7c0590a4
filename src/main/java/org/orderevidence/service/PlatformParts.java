package org.orderevidence.service;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PendingFact;
import org.orderevidence.order.part.PendingFact.PendingContent;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.Statement;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStore.PartWrite;

/** Stores what platforms state, with the order that the caller has found. Every write may be repeated. */
public record PlatformParts(Evidence evidence, PendingFacts pending) {
    public Optional<StoredOrder> order(AccountSpace space, OrderId id) {
        return evidence.orders().order(space, id);
    }

    public OrderMoves moves() {
        return new OrderMoves(evidence, pending);
    }

    /**
     * Returns true if the order has a paid charge of the same platform with another amount and another card than this
     * charge. For an object that is no charge, such as a session, the charges of its purchase are compared. As long as none
     * has arrived, everything of the platform is of another purchase.
     *
     * @param tokens as in {@link #storePart}
     * @param linked the order to which other objects of the purchase belong; empty if there is none
     */
    public boolean isOfOtherPurchase(
            AccountSpace space, OrderId id, Part part, @Nullable CardTokens tokens, @Nullable OrderId linked) {
        List<Part> held = held(space, id);
        if (isCharge(part)) {
            return Composition.hasOtherPurchase(held, tokens == null ? part : withCard(part, space, tokens));
        }
        List<Part> charges = linked == null
                ? List.of()
                : held(space, linked).stream().filter(PlatformParts::isCharge).toList();
        return charges.isEmpty()
                ? held.stream()
                        .map(Part::key)
                        .anyMatch(key ->
                                key.source().platform() == part.key().source().platform())
                : charges.stream().anyMatch(charge -> Composition.hasOtherPurchase(held, charge));
    }

    /** Returns true if a version of the part is stored with an order. */
    public boolean isStored(AccountSpace space, @Nullable OrderId order, Part part) {
        return order != null
                && held(space, order).stream().anyMatch(held -> held.key().equals(part.key()));
    }

    private static boolean isCharge(Part part) {
        return part.content() instanceof PlatformObject object && object.kind() == PlatformObject.Kind.CHARGE;
    }

    private List<Part> held(AccountSpace space, OrderId id) {
        return evidence.orders()
                .contents(space, id)
                .map(EvidenceStore.Contents::parts)
                .orElse(List.of());
    }

    /** Returns the orders whose charge has this id: none, one, two, or three if there are more. */
    public List<OrderId> ordersOfCharge(AccountSpace space, String chargeId) {
        return pending.orders(
                space, evidence.keyring().reference(space, OrderReference.Kind.GATEWAY_TRANSACTION_ID, chargeId), 3);
    }

    /**
     * Stores a part with its order, which need not exist yet.
     *
     * @param tokens of the card, which keyed hashes replace; empty if none were sent
     */
    public OrderOutcome storePart(AccountSpace space, OrderId order, Part part, @Nullable CardTokens tokens) {
        Part sealed = tokens == null ? part : withCard(part, space, tokens);
        OrderOutcome outcome = evidence.orders()
                .put(
                        space,
                        List.of(PartWrite.of(order, sealed)),
                        evidence.clock().instant())
                .getFirst();
        if (outcome instanceof OrderOutcome.Changed) {
            pending.stored(space, List.of(order));
        }
        return outcome;
    }

    private Part withCard(Part part, AccountSpace space, CardTokens tokens) {
        if (!(part.content() instanceof PlatformObject(PlatformObject.Kind kind, Statement stated, String method))) {
            return part;
        }
        PaymentCredential card = evidence.keyring().withTokens(space, stated.credential(), tokens);
        Statement sealed = stated.withCredential(card);
        return new Part(part.key(), part.version(), new PlatformObject(kind, sealed, method));
    }

    public FactOutcome storeFact(AccountSpace space, OrderId order, PendingContent fact, long version) {
        return pending.store(space, order, fact, version);
    }

    /** Joins the facts that wait for any of these charges with the order to which the charges belong. */
    public void joinPending(AccountSpace space, OrderId order, Collection<String> chargeIds) {
        pending.joinWith(space, order, chargeIds);
    }

    /** Lets a fact wait for the order of a charge. */
    public PendingFacts.Outcome await(
            AccountSpace space, String chargeId, PendingContent fact, Source source, long version) {
        PendingFact.Reference charge = pending.reference(space, OrderReference.Kind.GATEWAY_TRANSACTION_ID, chargeId);
        return pending.offer(
                space,
                PendingFact.of(charge, fact, source, version, evidence.clock().instant()));
    }
}
