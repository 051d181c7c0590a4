package org.orderevidence.service;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Actor;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Micros;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.PendingFact;
import org.orderevidence.order.part.PendingFact.PendingContent.OfDispute;
import org.orderevidence.order.part.Source;
import org.orderevidence.service.EvidenceService.StatedDispute;
import org.orderevidence.service.OrderSearch.FoundOrders;
import org.orderevidence.service.OrderSearch.OrderFilter;
import org.orderevidence.store.document.UnreadableDocument;

/** Stores the disputes of one file with their orders, or lets them wait for these. Not thread-safe. */
public final class DisputeUploads {
    /** Maximum number of disputes of one {@link #store}. */
    public static final int MAX_TOGETHER = 20;

    /** Maximum number of disputes of which the order is remembered. */
    public static final int MAX_KNOWN = 10_000;

    /** Maximum number of orders of a reference that are counted. */
    public static final int MAX_COUNTED = 10;

    private static final int CARD_PAGE = 100;

    /** Maximum number of pages of orders with the last four digits of a card that are examined. */
    private static final int MAX_CARD_PAGES = 10;

    /** Stands for the orders of a card of which not all are examined: any can have the dispute. */
    private static final List<OrderId> NOT_EXAMINED = Collections.nCopies(MAX_COUNTED, new OrderId("not-examined"));

    private final EvidenceService service;
    private final Evidence evidence;
    private final PendingFacts pending;

    /** The order of each dispute, or what leads to it. A dispute has one order. */
    private final SequencedMap<String, String> known = new LinkedHashMap<>();

    DisputeUploads(EvidenceService service, Evidence evidence, PendingFacts pending) {
        this.service = service;
        this.evidence = evidence;
        this.pending = pending;
    }

    /**
     * A dispute of a file.
     *
     * @param hasStatus false if its status is not stated
     * @param kind of the value that leads to its order
     * @param paidOn the day of the order's transaction, which is stated with a card; {@code null} otherwise
     */
    public record UploadedDispute(
            Dispute dispute,
            boolean hasStatus,
            Kind kind,
            PersonalText value,
            @Nullable LocalDate paidOn) {
        /** Returns the dispute with the stored values of all fields that the file does not state. */
        public Dispute over(Optional<Dispute> held) {
            Dispute stated = dispute.with(dispute.details().from(Source.UPLOAD.name()));
            return held.map(before -> stated.over(before, true, hasStatus)).orElse(stated);
        }
    }

    /** The outcome of a dispute. */
    public enum Fate {
        CREATED,
        UPDATED,
        UNCHANGED,
        ERASED,
        WAITING,
        /** The caller has refused it. */
        REFUSED,
        /** Its order has too many. */
        TOO_MANY,
        /** Too many facts wait. */
        NO_ROOM,
        /** No order has the card, amount and date. A dispute cannot wait for these. */
        NO_ORDER,
        /** Several orders have the reference. */
        AMBIGUOUS,
        /** The file has stated it for another order before. */
        OTHER_ORDER,
        /** Its stored order cannot be read. */
        UNREADABLE
    }

    /**
     * The result of a dispute.
     *
     * @param orders how many orders its reference has, at most {@value #MAX_COUNTED}
     */
    public record Result(Fate fate, int orders) {}

    /** Returns how many disputes are remembered. */
    public int known() {
        return known.size();
    }

    /**
     * Stores disputes, each on its own.
     *
     * @param disputes at most {@value #MAX_TOGETHER}
     * @param stating returns what the dispute at a position becomes of a stored order, or empty to refuse it; may be
     *     called more than once
     */
    public List<Result> store(
            Actor actor,
            AccountSpace space,
            List<UploadedDispute> disputes,
            BiFunction<Integer, StoredOrder, Optional<Dispute>> stating) {
        try {
            return together(actor, space, disputes, stating);
        } catch (UnreadableDocument damaged) {
            return disputes.size() == 1
                    ? List.of(new Result(Fate.UNREADABLE, 1))
                    : IntStream.range(0, disputes.size())
                            .mapToObj(i -> store(
                                            actor, space, List.of(disputes.get(i)), (_, held) -> stating.apply(i, held))
                                    .getFirst())
                            .toList();
        }
    }

    private List<Result> together(
            Actor actor,
            AccountSpace space,
            List<UploadedDispute> disputes,
            BiFunction<Integer, StoredOrder, Optional<Dispute>> stating) {
        List<Result> results = new ArrayList<>(Collections.nCopies(disputes.size(), new Result(Fate.REFUSED, 1)));
        List<StatedDispute> stated = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < disputes.size(); i++) {
            UploadedDispute each = disputes.get(i);
            List<OrderId> orders = orders(space, each);
            if (orders.size() > 1) {
                results.set(i, new Result(Fate.AMBIGUOUS, orders.size()));
            } else if (isOfOther(each, orders)) {
                results.set(i, new Result(Fate.OTHER_ORDER, 1));
            } else if (orders.isEmpty()) {
                results.set(i, new Result(await(space, each), 0));
            } else {
                int place = i;
                stated.add(new StatedDispute(orders.getFirst(), held -> stating.apply(place, held)));
                places.add(i);
            }
        }
        List<Optional<FactOutcome>> outcomes = service.recordDisputes(actor, space, stated);
        for (int k = 0; k < outcomes.size(); k++) {
            int place = places.get(k);
            outcomes.get(k)
                    .map(outcome -> fate(space, disputes.get(place), outcome))
                    .ifPresent(fate -> results.set(place, new Result(fate, 1)));
        }
        return results;
    }

    private Fate fate(AccountSpace space, UploadedDispute stated, FactOutcome outcome) {
        return switch (outcome) {
            case CREATED -> Fate.CREATED;
            case UPDATED -> Fate.UPDATED;
            case UNCHANGED -> Fate.UNCHANGED;
            case ERASED -> Fate.ERASED;
            case TOO_MANY -> Fate.TOO_MANY;
            case ORDER_NOT_FOUND -> await(space, stated);
            case CONFLICT -> throw new IllegalStateException("a conflict was not tried again");
        };
    }

    /** Returns the orders to which a dispute may belong, at most {@value #MAX_COUNTED}. */
    private List<OrderId> orders(AccountSpace space, UploadedDispute stated) {
        return switch (stated.kind) {
            case ORDER_ID -> List.of(new OrderId(stated.value.value()));
            case CARD -> ofCard(space, stated);
            case DISPUTE, GATEWAY_TRANSACTION_ID, ARN, NETWORK_ID, CUSTOMER, NAME, LAST4, AMOUNT ->
                pending.orders(
                        space, evidence.keyring().reference(space, stated.kind, stated.value.value()), MAX_COUNTED);
        };
    }

    /** A day before and after: processors state the day of another time zone. */
    private List<OrderId> ofCard(AccountSpace space, UploadedDispute stated) {
        LocalDate day = Objects.requireNonNull(stated.paidOn);
        OrderSearch search = new OrderSearch(evidence.orders(), evidence.keyring(), false);
        OrderFilter filter =
                search.ofCard(space, stated.value.value(), new DateRange(day.minusDays(1), day.plusDays(1)));
        List<OrderId> orders = new ArrayList<>();
        ListPlace after = null;
        for (int page = 0; page < MAX_CARD_PAGES; page++) {
            FoundOrders found = search.find(space, filter, after, CARD_PAGE);
            found.orders().stream()
                    .map(StoredOrder::order)
                    .filter(order -> order.charge()
                            .money()
                            .equals(stated.dispute.details().amount()))
                    .forEach(order -> orders.add(order.id()));
            after = found.next();
            if (after == null || orders.size() >= MAX_COUNTED) {
                return orders.subList(0, Math.min(MAX_COUNTED, orders.size()));
            }
        }
        return NOT_EXAMINED;
    }

    private boolean isOfOther(UploadedDispute stated, List<OrderId> orders) {
        String order = orders.isEmpty()
                ? stated.kind + " " + stated.value.value()
                : orders.getFirst().value();
        String before = known.putIfAbsent(stated.dispute.disputeId(), order);
        if (known.size() > MAX_KNOWN) {
            known.pollFirstEntry();
        }
        return before != null && !before.equals(order);
    }

    private Fate await(AccountSpace space, UploadedDispute stated) {
        if (stated.kind == Kind.CARD) {
            return Fate.NO_ORDER;
        }
        Instant now = service.now();
        PendingFact fact = PendingFact.of(
                pending.reference(space, stated.kind, stated.value.value()),
                new OfDispute(stated.over(Optional.empty())),
                Source.UPLOAD,
                Micros.of(now),
                now);
        boolean isErased = stated.kind == Kind.ORDER_ID
                && pending.store(space, new OrderId(stated.value.value()), fact.content(), fact.version())
                        == FactOutcome.ERASED;
        if (isErased) {
            return Fate.ERASED;
        }
        return switch (pending.offer(space, fact)) {
            case APPLIED -> Fate.CREATED;
            case WAITING -> Fate.WAITING;
            case NO_ROOM -> Fate.NO_ROOM;
        };
    }
}
