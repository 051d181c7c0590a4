package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.http.FailingStore;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Statements;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.service.UploadedOrder;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * A fact and its order that are written at the same moment by two instances. Each side is stopped before each call of the
 * store, while the other side does all of its work; and each side dies there. Afterwards the order has the fact, and
 * nothing waits.
 */
interface PendingRaceContract extends ServesApi {
    /** More than the calls of any side. */
    int MOST_CALLS = 40;

    /** The store that is served. */
    ServedStore store();

    /** One of the two writers: an instance of the service of its own, on the same store. */
    record Side(AccountSpace space, String charge, EvidenceStore evidence, ServedStore store) {
        PendingStore pending() {
            return store.pending();
        }

        Side stepping(Consumer<String> step) {
            return new Side(
                    space,
                    charge,
                    FailingStore.before(EvidenceStore.class, evidence, step),
                    store.with(FailingStore.before(RecordStore.class, store.records(), step)));
        }

        void sendFact() {
            PendingFacts facts = ServedApi.pending(evidence, pending());
            facts.offer(space, PendingContract.dispute(facts, space, charge, "dp_1"));
        }

        void sendOrder() {
            sendOrder(ServedApi.pending(evidence, pending()));
        }

        void sendOrder(PendingFacts facts) {
            ServedApi.service(evidence, store.sightings(), store.accounts(), facts)
                    .upload(space, List.of(order()));
        }

        private UploadedOrder order() {
            Charge charge = ChargeBuilder.on(LocalDate.of(2026, 11, 1))
                    .amount(1999, "USD")
                    .references(new Charge.References(null, null, null, null, null, this.charge))
                    .build();
            OrderId id = new OrderId("A");
            Order order = new Order(id, null, charge, Customer.NONE, Receipt.EMPTY);
            return new UploadedOrder(id, null, Statements.of(order), null);
        }

        void sweep() {
            ServedApi.pending(evidence, pending()).sweep();
        }

        void assertJoined(String when) {
            Optional<StoredOrder> order = evidence.order(space, new OrderId("A"));
            assertEquals(
                    List.of("dp_1"),
                    order.orElseThrow().disputes().stream()
                            .map(Dispute::disputeId)
                            .toList(),
                    when);
            assertEquals(List.of(), pending().page(space, null, 10).facts(), when);
        }
    }

    /** A space of its own for each race. It needs neither an account nor keys, since nothing is sent over HTTP. */
    private Side side() {
        return new Side(new AccountSpace("race-" + UUID.randomUUID(), Mode.LIVE), "ch_1", store().evidence(), store());
    }

    /** Stops one side before its call of this number; returns the names of its calls. */
    private static List<String> race(Side side, boolean factIsStopped, int stop) {
        List<String> calls = new ArrayList<>();
        Side stopped = side.stepping(call -> {
            calls.add(call);
            if (calls.size() == stop + 1) {
                if (factIsStopped) {
                    side.sendOrder();
                } else {
                    side.sendFact();
                }
            }
        });
        if (factIsStopped) {
            stopped.sendFact();
        } else {
            stopped.sendOrder();
        }
        return calls;
    }

    @Test
    default void whicheverSideIsStoppedTheFactIsJoinedWithItsOrder() {
        for (boolean factIsStopped : List.of(true, false)) {
            int calls = MOST_CALLS;
            for (int stop = 0; stop < calls; stop++) {
                Side side = side();
                List<String> names = race(side, factIsStopped, stop);
                calls = names.size();
                assertTrue(calls < MOST_CALLS, "too many calls: " + names);
                if (stop < calls) {
                    side.assertJoined(
                            (factIsStopped ? "fact" : "order") + " stopped before call " + stop + " of " + names);
                }
            }
        }
    }

    @Test
    default void whicheverSideDiesASweepJoinsTheFactWithItsOrder() {
        for (boolean factDies : List.of(true, false)) {
            int calls = MOST_CALLS;
            for (int death = 0; death < calls; death++) {
                Side side = side();
                List<String> names = new ArrayList<>();
                int last = death;
                Side dying = side.stepping(call -> {
                    names.add(call);
                    if (names.size() > last) {
                        throw new StoreUnavailable("dead before call " + last);
                    }
                });
                try {
                    if (factDies) {
                        dying.sendFact();
                    } else {
                        dying.sendOrder();
                    }
                } catch (StoreUnavailable dead) {
                    // Its sender was not answered, and will send it again.
                }
                calls = names.size() > death ? MOST_CALLS : names.size();
                if (factDies) {
                    side.sendOrder();
                    side.sendFact();
                } else {
                    side.sendFact();
                    side.sendOrder();
                }
                side.sweep();
                side.assertJoined((factDies ? "fact" : "order") + " died before call " + death + " of " + names);
            }
        }
    }

    /** The order's instance read which spaces have facts a moment before the first fact came. */
    @Test
    default void anInstanceThatDoesNotKnowOfTheFactYetLeavesItToTheSweep() {
        Side side = side();
        PendingFacts unknowing = ServedApi.pending(side.evidence(), side.pending());
        unknowing.sweep();
        side.sendFact();

        side.sendOrder(unknowing);
        assertEquals(1, side.pending().page(side.space(), null, 10).facts().size(), "it did not know");
        side.sweep();

        side.assertJoined("after a sweep");
    }

    /** The read of the list started before the space had a fact, and ended after that. */
    @Test
    default void anInstanceThatStoresAFactWhileItReadsWhichSpacesHaveFactsKnowsOfIt() {
        Side side = side();
        AtomicReference<@Nullable Runnable> atRead = new AtomicReference<>();
        RecordStore slow = FailingStore.afterCalls(RecordStore.class, store().records(), call -> {
            Runnable once = call.equals("read") ? atRead.getAndSet(null) : null;
            if (once != null) {
                once.run();
            }
        });
        PendingFacts facts =
                ServedApi.pending(side.evidence(), store().with(slow).pending());
        atRead.set(
                () -> facts.offer(side.space(), PendingContract.dispute(facts, side.space(), side.charge(), "dp_1")));
        facts.sweep();

        side.sendOrder(facts);

        side.assertJoined("without a sweep");
    }

    /** A damaged order, or one that only another instance can open, must not stop the facts of others. */
    @Test
    default void anOrderThatCannotBeReadStopsNeitherTheSweepNorAnUploadNorTheList() {
        Side side = side();
        side.sendFact();
        EvidenceStore damaged = FailingStore.before(EvidenceStore.class, side.evidence(), call -> {
            if (call.equals("orders")) {
                throw new UnreadableDocument("damaged");
            }
        });
        PendingFacts facts = ServedApi.pending(damaged, side.pending());

        side.sendOrder(facts);
        assertEquals(0, facts.sweep());
        assertEquals(1, facts.list(side.space(), null, 10).facts().size());

        side.sweep();
        side.assertJoined("once it can be read");
    }
}
