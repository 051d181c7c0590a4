package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.http.FailingStore;
import org.orderevidence.http.FailingStore.Call;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartContent.RefundObject.RefundState;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.PendingFact;
import org.orderevidence.order.part.PendingFact.PendingContent;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.Statements;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.service.PendingFacts.Outcome;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.waiting.Waits;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** Facts that wait for their order, and the races that lead there. */
interface PendingContract extends ServesApi {
    Source STRIPE = Source.of(Platform.STRIPE, "main");
    Instant SINCE = Instant.parse("2026-11-19T08:00:00Z");
    long VERSION = 1_795_176_000_000_000L;

    /** More than the calls of any side. */
    int MOST_CALLS = 40;

    /** The store that is served. */
    ServedStore store();

    static String charged(String id, String charge) {
        return "{\"id\": \"" + id + "\", \"amount\": 1999, \"currency\": \"USD\", \"transactionDate\": \"2026-11-01\","
                + " \"gatewayTransactionId\": \"" + charge + "\"}";
    }

    static PendingFact dispute(PendingFacts facts, AccountSpace space, String charge, String id) {
        return disputed(facts, space, charge, id, Dispute.Status.OPEN, VERSION);
    }

    private static PendingFact disputed(
            PendingFacts facts, AccountSpace space, String charge, String id, Dispute.Status status, long version) {
        Dispute dispute = new Dispute(id, "10.4", OrderTime.at(Instant.parse("2026-11-18T00:00:00Z")), status);
        return PendingFact.of(
                facts.reference(space, Kind.GATEWAY_TRANSACTION_ID, charge),
                new PendingContent.OfDispute(dispute),
                STRIPE,
                version,
                SINCE);
    }

    /** A merchant for whose orders facts come. */
    record Waiting(Shop shop, PendingFacts facts, AccountSpace space) {
        static Waiting at(ServedApi api) {
            Shop shop = api.newShop();
            return new Waiting(shop, api.pending(), new AccountSpace(shop.account(), Mode.LIVE));
        }

        PendingFact dispute(String charge, String id) {
            return PendingContract.dispute(facts, space, charge, id);
        }

        /** The dispute dp_1 of the charge ch_1 in a newer state. */
        PendingFact won() {
            return disputed(facts, space, "ch_1", "dp_1", Dispute.Status.WON, VERSION + 1);
        }

        PendingFact of(Kind kind, String reference, PendingContent content) {
            return PendingFact.of(facts.reference(space, kind, reference), content, STRIPE, VERSION, SINCE);
        }

        PendingFact refund(String charge, String id) {
            Part part = new Part(
                    new PartKey(STRIPE, "refund/" + id),
                    VERSION,
                    new RefundObject(new Money(500, Currency.getInstance("USD")), RefundState.DONE, null));
            return of(Kind.GATEWAY_TRANSACTION_ID, charge, new PendingContent.OfRefund(part));
        }

        Outcome offer(PendingFact fact) {
            return facts.offer(space, fact);
        }

        JsonNode charge(String order) {
            return shop.get("/api/v2/orders/" + order).is(200).at("/charge");
        }
    }

    private static JsonNode pending(Shop shop) {
        return shop.get("/api/v2/pending").is(200).at("/pending");
    }

    @Test
    default void factsThatComeFirstWaitForTheirOrder() {
        Waiting waiting = Waiting.at(api());
        FraudReport report = new FraudReport("issfr_1", OrderTime.at(Instant.parse("2026-11-18T00:00:00Z")), null);

        assertEquals(Outcome.WAITING, waiting.offer(waiting.dispute("ch_1", "dp_1")));
        assertEquals(
                Outcome.WAITING,
                waiting.offer(
                        waiting.of(Kind.GATEWAY_TRANSACTION_ID, "ch_1", new PendingContent.OfFraudReport(report))));
        assertEquals(Outcome.WAITING, waiting.offer(waiting.refund("ch_1", "re_1")));
        assertEquals(3, pending(waiting.shop).size());

        waiting.shop.upload(charged("A", "ch_1")).is(200);

        JsonNode charge = waiting.charge("A");
        assertEquals("dp_1", charge.at("/disputes/0/disputeId").asString());
        assertEquals("issfr_1", charge.at("/fraudReports/0/reportId").asString());
        assertEquals(500, charge.path("refundedAmount").asInt());
        assertEquals(0, pending(waiting.shop).size());
    }

    /** Its reference comes with a PATCH. */
    @Test
    default void aPatchThatAddsTheReferenceJoinsToo() {
        Waiting waiting = Waiting.at(api());
        waiting.shop.uploadOne("A");
        Dispute dispute = new Dispute("dp_1", "10.4", OrderTime.at(SINCE), Dispute.Status.OPEN);
        waiting.offer(waiting.of(Kind.ARN, "7453", new PendingContent.OfDispute(dispute)));

        waiting.shop.patch("/api/v2/orders/A", "{\"arn\": \"7453\"}").is(200);

        assertEquals(1, waiting.charge("A").path("disputes").size());
        assertEquals(0, pending(waiting.shop).size());
    }

    @Test
    default void aReferenceOfSeveralOrdersIsAmbiguous() {
        Waiting waiting = Waiting.at(api());
        waiting.shop.upload(charged("A", "ch_1"), charged("B", "ch_1")).is(200);

        assertEquals(Outcome.WAITING, waiting.offer(waiting.dispute("ch_1", "dp_1")));

        assertTrue(pending(waiting.shop).at("/0/ambiguous").asBoolean());
        waiting.shop.upload(charged("B", "ch_2")).is(200);
        assertEquals(1, waiting.facts.sweep(), "one order is left");
        assertEquals(0, pending(waiting.shop).size());
    }

    @Test
    default void theListSaysWhatWaits() {
        Waiting waiting = Waiting.at(api());
        waiting.offer(waiting.refund("ch_1", "re_1"));

        assertEquals(
                "[{\"kind\":\"refund\",\"id\":\"refund/re_1\",\"reference\":\"ch_1\",\"source\":\"stripe:main\","
                        + "\"since\":\"2026-11-19T08:00:00Z\"}]",
                pending(waiting.shop).toString());
    }

    @Test
    default void theListIsReadPageByPage() {
        Waiting waiting = Waiting.at(api());
        Set<String> offered = new TreeSet<>();
        for (int i = 0; i < 25; i++) {
            waiting.offer(waiting.dispute("ch_" + i, "dp_" + i));
            offered.add("dp_" + i);
        }

        List<List<String>> pages = waiting.shop.pages("/api/v2/pending?per=7", "pending", "id");

        assertEquals(List.of(7, 7, 7, 4), pages.stream().map(List::size).toList());
        assertEquals(offered, pages.stream().flatMap(List::stream).collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    default void aNewerStateReplacesAnOlderOneAndAnOlderOneChangesNothing() {
        Waiting waiting = Waiting.at(api());
        waiting.offer(waiting.won());
        waiting.offer(waiting.dispute("ch_1", "dp_1"));
        waiting.offer(waiting.won());
        waiting.shop.upload(charged("A", "ch_1")).is(200);

        JsonNode disputes = waiting.charge("A").path("disputes");
        assertEquals(1, disputes.size());
        assertEquals("won", disputes.at("/0/status").asString());
    }

    /** Delivered late, or joined late by a sweep after the newer state was applied. */
    @Test
    default void anOlderStateThatComesLateDoesNotReplaceTheStoredOne() {
        Waiting waiting = Waiting.at(api());
        PendingFact open = waiting.dispute("ch_1", "dp_1");
        waiting.shop.upload(charged("A", "ch_1")).is(200);

        assertEquals(Outcome.APPLIED, waiting.offer(waiting.won()));
        assertEquals(Outcome.APPLIED, waiting.offer(open));
        assertTrue(store().pending().put(waiting.space, open));
        assertEquals(1, waiting.facts.sweep());

        JsonNode disputes = waiting.charge("A").path("disputes");
        assertEquals(1, disputes.size());
        assertEquals("won", disputes.at("/0/status").asString());
        assertEquals(0, pending(waiting.shop).size());
    }

    @Test
    default void theListRefusesWhatItDoesNotKnow() {
        Shop shop = api().newShop();

        for (String query : List.of("per=0", "per=101", "cursor=x", "cursor=" + "A".repeat(2_000), "page=1")) {
            shop.get("/api/v2/pending?" + query).isProblem(Problem.INVALID_PARAMETER);
        }
        assertFalse(shop.get("/api/v2/pending").is(200).json().has("nextCursor"));
    }

    /** Bounded in time: a fact whose order never comes is deleted after 550 days. */
    @Test
    default void aFactWhoseOrderNeverComesExpires() {
        Waiting waiting = Waiting.at(api());
        PendingFact fact = waiting.dispute("ch_1", "dp_1");
        PendingFact old = new PendingFact(
                fact.key(),
                fact.version(),
                SINCE.minusSeconds(551L * 86_400),
                fact.source(),
                fact.referenceText(),
                fact.content());
        assertEquals(Outcome.WAITING, waiting.offer(old));

        store().records().sweep(PendingStore.PENDING, ServedApi.NOW);

        Waits.until(() -> pending(waiting.shop).isEmpty(), "the fact does not end");
    }

    /** One of the two writers: an instance of the service of its own, on the same store. */
    record Side(AccountSpace space, String charge, EvidenceStore evidence, ServedStore store) {
        PendingStore pending() {
            return store.pending();
        }

        Side stepping(Consumer<Call> step) {
            RecordStore records = FailingStore.before(store.records(), step);
            return new Side(space, charge, store.evidence(records), store.with(records));
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
                    .upload(space, List.of(order()), null);
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
            calls.add(call.toString());
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
                    names.add(call.toString());
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

    /** The order's instance read whether the space has facts a moment before the first fact came. */
    @Test
    default void anInstanceThatDoesNotKnowOfTheFactYetLeavesItToTheSweep() {
        Side side = side();
        PendingFacts unknowing = ServedApi.pending(side.evidence(), side.pending());
        unknowing.stored(side.space(), List.of(new OrderId("before")));
        side.sendFact();

        side.sendOrder(unknowing);
        assertEquals(1, side.pending().page(side.space(), null, 10).facts().size(), "it did not know");
        side.sweep();

        side.assertJoined("after a sweep");
    }

    /** The read started before the space had a fact, and ended after that. */
    @Test
    default void anInstanceThatStoresAFactWhileItReadsWhetherTheSpaceHasFactsKnowsOfIt() {
        Side side = side();
        AtomicReference<@Nullable Runnable> atRead = new AtomicReference<>();
        RecordStore slow = FailingStore.afterCalls(store().records(), call -> {
            Runnable once = call.method().equals("read") ? atRead.getAndSet(null) : null;
            if (once != null) {
                once.run();
            }
        });
        PendingFacts facts =
                ServedApi.pending(side.evidence(), store().with(slow).pending());
        atRead.set(
                () -> facts.offer(side.space(), PendingContract.dispute(facts, side.space(), side.charge(), "dp_1")));
        facts.stored(side.space(), List.of(new OrderId("before")));

        side.sendOrder(facts);

        side.assertJoined("without a sweep");
    }

    /** A damaged order, or one that only another instance can open, must not stop the facts of others. */
    @Test
    default void anOrderThatCannotBeReadStopsNeitherTheSweepNorAnUploadNorTheList() {
        Side side = side();
        side.sendFact();
        EvidenceStore damaged = store().evidence(FailingStore.before(store().records(), call -> {
            if (call.is("read orders")) {
                throw new UnreadableDocument("damaged");
            }
        }));
        PendingFacts facts = ServedApi.pending(damaged, side.pending());

        side.sendOrder(facts);
        assertEquals(0, facts.sweep());
        assertEquals(1, facts.list(side.space(), null, 10).facts().size());

        side.sweep();
        side.assertJoined("once it can be read");
    }
}
