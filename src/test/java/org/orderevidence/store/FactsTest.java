package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.dispute;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.report;
import static org.orderevidence.store.OrderFixtures.write;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.PendingFact;
import org.orderevidence.order.part.PendingFact.PendingContent;
import org.orderevidence.order.part.PendingFact.PendingKey;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.EvidenceStore.DisputeWrite;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.document.UnreadableDocument;

/** Disputes, fraud reports, and facts that wait for their order. */
final class FactsTest extends StoreUnderTest {
    /** Everything that can be known of a dispute. */
    private static final Dispute.Details DETAILS = new Dispute.Details(
            OrderTime.at(Instant.parse("2026-12-01T23:59:59Z")),
            new Money(1999, Currency.getInstance("EUR")),
            "fraudulent",
            OrderTime.on(DAY),
            new Dispute.ProcessorEligibility("requires_action", List.of("missing_customer_identifiers", "other")),
            "stripe:main");

    private static final int PARTS = 16;

    /** Its later facts are lost. That they were there is in its head. */
    private static final AuditRow ENTRY = new AuditRow(
            SHOP, "000660d8a3f1c2405f3a9b1e", NOON, "cli", "dispute_recorded", "A", "D", NOON.plusSeconds(60));

    @Test
    void anUploadRepairsADamagedOrderAndItsDisputesStillMarkIt() {
        put(write(order("A"), ANN, CARD));
        putDispute(SHOP, id("A"), dispute("D", Dispute.Status.OPEN));
        damage();
        assertThrows(UnreadableDocument.class, () -> held("A"));
        assertEquals(List.of(), page(null, 0, 10));

        put(write(order("A"), ANN, CARD));

        assertEquals(order("A"), held("A").order());
        assertEquals(List.of(), held("A").disputes());
        assertEquals(FactOutcome.CREATED, putDispute(SHOP, id("A"), dispute("D", Dispute.Status.WITHDRAWN)));
        assertEquals(
                List.of(ActiveDisputes.FRAUD),
                history(CARD).stream().map(HistoryRow::disputes).toList());
    }

    /** What a platform knew before the call of a merchant does not replace it, also if the call stated nothing new. */
    @Test
    void whatAMerchantSendsAgainIsNewerThanAllBefore() {
        put(write(order("A"), ANN, CARD, OTHER_CARD));
        Dispute open = dispute("D", Dispute.Status.OPEN);
        store().putDispute(SHOP, id("A"), open, 10L, NOON);
        store().putFraudReport(SHOP, id("A"), report("F"), 10L, NOON);

        long version = held("A").version();

        assertEquals(FactOutcome.UNCHANGED, putDispute(SHOP, id("A"), open));
        assertEquals(FactOutcome.UNCHANGED, putFraudReport(SHOP, id("A"), report("F")));
        assertEquals(version, held("A").version());

        Dispute lost = dispute("D", Dispute.Status.LOST);
        FraudReport other = new FraudReport("F", OrderTime.on(DAY), null);
        assertEquals(FactOutcome.UNCHANGED, store().putDispute(SHOP, id("A"), lost, FIRST_VERSION, NOON));
        assertEquals(FactOutcome.UNCHANGED, store().putFraudReport(SHOP, id("A"), other, FIRST_VERSION, NOON));
        assertEquals(List.of(open), held("A").disputes());
        assertEquals(List.of(report("F")), held("A").fraudReports());
        assertMarked(ActiveDisputes.FRAUD, true);
        assertEquals(FactOutcome.UPDATED, store().putDispute(SHOP, id("A"), lost, FIRST_VERSION + 1, NOON));
    }

    /** Two callers that change the dispute they have read at the same time: one of them reads it again. */
    @Test
    void aDisputeIsReplacedOnlyIfItIsTheOneThatWasRead() {
        put(write(order("A")));
        Dispute open = dispute("D", Dispute.Status.OPEN);
        Dispute won = open.with(DETAILS);
        Dispute lost = dispute("D", Dispute.Status.LOST);

        assertEquals(FactOutcome.CONFLICT, replaced("A", lost, open));
        assertEquals(FactOutcome.CREATED, replaced("A", null, open));
        assertEquals(FactOutcome.CONFLICT, replaced("A", null, lost));
        assertEquals(FactOutcome.UPDATED, replaced("A", open, won));
        assertEquals(FactOutcome.CONFLICT, replaced("A", open, lost));
        long version = held("A").version();
        assertEquals(FactOutcome.UNCHANGED, replaced("A", won, won));
        assertEquals(FactOutcome.ORDER_NOT_FOUND, replaced("B", null, open));

        assertEquals(List.of(won), held("A").disputes());
        assertEquals(version, held("A").version());
    }

    private FactOutcome replaced(String order, @Nullable Dispute before, Dispute dispute) {
        return store().replaceDisputes(SHOP, List.of(new DisputeWrite(id(order), before, dispute, ENTRY)), NOON)
                .getFirst();
    }

    @Test
    void laterFactsMarkTheHistoryRows() {
        put(write(order("A"), ANN, CARD, OTHER_CARD));
        assertMarked(ActiveDisputes.NONE, false);

        putDispute(SHOP, id("A"), dispute("D-1", Dispute.Status.WITHDRAWN));
        assertMarked(ActiveDisputes.NONE, false);
        putDispute(SHOP, id("A"), dispute("D-2", Dispute.Status.WON));
        assertMarked(ActiveDisputes.FRAUD, false);
        putFraudReport(SHOP, id("A"), report("F"));
        assertMarked(ActiveDisputes.FRAUD, true);
        putDispute(SHOP, id("A"), dispute("D-2", Dispute.Status.PREVENTED));
        assertMarked(ActiveDisputes.NONE, true);
        putDispute(SHOP, id("A"), dispute("D-1", Dispute.Status.OPEN));
        assertMarked(ActiveDisputes.FRAUD, true);
    }

    @Test
    void aRowIsMarkedByTheWorstOfItsActiveDisputes() {
        put(write(order("A"), ANN, CARD, OTHER_CARD));
        putDispute(SHOP, id("A"), of("D-1", "13.1"));
        assertMarked(ActiveDisputes.NOT_FRAUD, false);
        putDispute(SHOP, id("A"), of("D-2", Dispute.UNKNOWN_CONDITION));
        assertMarked(ActiveDisputes.FRAUD, false);
        putDispute(SHOP, id("A"), of("D-2", "13.3"));
        assertMarked(ActiveDisputes.NOT_FRAUD, false);
        putDispute(SHOP, id("A"), of("D-1", Dispute.FRAUD_CARD_ABSENT));
        assertMarked(ActiveDisputes.FRAUD, false);
    }

    private static Dispute of(String id, String condition) {
        return new Dispute(id, condition, OrderTime.on(DAY), Dispute.Status.OPEN);
    }

    private void assertMarked(ActiveDisputes disputed, boolean fraudReported) {
        List<HistoryRow> expected = List.of(
                new HistoryRow(id("A"), DAY, held("A").version(), facts("facts of A"), disputed, fraudReported));
        assertEquals(expected, history(CARD));
        assertEquals(expected, history(OTHER_CARD));
    }

    private static AccountSpace newSpace() {
        return new AccountSpace("pending-" + UUID.randomUUID(), Mode.LIVE);
    }

    private static OrderReference charge(int number) {
        return new OrderReference(OrderReference.Kind.GATEWAY_TRANSACTION_ID, key(number + " charge"));
    }

    private static List<OrderReference> charges(int from, int until) {
        return IntStream.range(from, until).mapToObj(FactsTest::charge).toList();
    }

    private static PendingFact fact(int charge, String id, long version) {
        PendingFact.Reference reference = new PendingFact.Reference(charge(charge), new PersonalText("ch_" + charge));
        return PendingFact.of(
                reference,
                new PendingContent.OfFraudReport(report(id)),
                Source.of(Platform.STRIPE, "main"),
                version,
                NOON);
    }

    private Set<String> found(AccountSpace space, List<OrderReference> references) {
        List<PendingFact> found = pending().of(space, references, PendingStore.MAX_PAGE);
        Set<String> ids = found.stream().map(fact -> fact.key().id()).collect(Collectors.toSet());
        assertEquals(ids.size(), found.size(), "each fact once");
        return ids;
    }

    @Test
    void factsOfManyReferencesAreFoundTogether() {
        AccountSpace space = newSpace();
        for (int i = 0; i < PendingStore.MAX_REFERENCES; i += 3) {
            assertTrue(pending().put(space, fact(i, "F-" + i, 1)));
        }
        pending().put(space, fact(0, "second of 0", 1));
        pending().put(space, fact(1_000, "of another charge", 1));
        pending().put(newSpace(), fact(1, "of another space", 1));

        Set<String> expected = IntStream.range(0, PendingStore.MAX_REFERENCES)
                .filter(i -> i % 3 == 0)
                .mapToObj(i -> "F-" + i)
                .collect(Collectors.toSet());
        expected.add("second of 0");

        assertEquals(expected, found(space, charges(0, PendingStore.MAX_REFERENCES)));
        assertEquals(Set.of("F-0", "second of 0"), found(space, charges(0, 1)));
        assertEquals(Set.of("F-99"), found(space, charges(98, 150)));
        assertEquals(Set.of(), found(space, charges(1, 3)));
        assertEquals(Set.of(), found(space, List.of()));
        assertEquals(Set.of(), found(newSpace(), charges(0, 10)));
        assertEquals(
                7,
                pending().of(space, charges(0, PendingStore.MAX_REFERENCES), 7).size());
        assertThrows(
                IllegalArgumentException.class,
                () -> pending().of(space, charges(0, PendingStore.MAX_REFERENCES + 1), 1));
    }

    private List<AccountSpace> listed(int limit) {
        List<AccountSpace> all = new ArrayList<>();
        List<AccountSpace> page = pending().spaces(null, limit);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = pending().spaces(page.getLast(), limit);
        }
        return all;
    }

    @Test
    void theSpacesWithFactsAreListedPageByPage() {
        List<AccountSpace> spaces =
                List.of(newSpace(), newSpace(), new AccountSpace(newSpace().account(), Mode.TEST), newSpace());
        spaces.forEach(space -> pending().put(space, fact(1, "F", 1)));
        pending().put(spaces.getFirst(), fact(2, "F", 1));

        for (int limit : List.of(1, 2, PendingStore.MAX_SPACES)) {
            List<AccountSpace> listed = listed(limit);
            spaces.forEach(space -> assertEquals(1, Collections.frequency(listed, space)));
            assertEquals(listed.size(), Set.copyOf(listed).size(), "each space once");
        }
        assertFalse(listed(2).contains(newSpace()));
    }

    @Test
    void aSpaceIsNoLongerListedAfterItsFactsHaveEnded() {
        AccountSpace space = newSpace();
        pending().put(space, fact(1, "F", 1));
        pending().endSpace(space, NOON.plus(Duration.ofHours(2)));
        assertTrue(listed(100).contains(space), "it got a fact a moment ago");

        pending().end(space, fact(1, "F", 1).key(), 1);
        pending().endSpace(space, NOON.plus(Duration.ofHours(3)));

        assertFalse(listed(100).contains(space));
    }

    @Test
    void pagesGoThroughAllPartsAndLeaveOutWhatCannotBeRead() {
        AccountSpace space = newSpace();
        Set<String> expected = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            // Many of one charge are in one part.
            pending().put(space, fact(i % 2 == 0 ? 0 : i, "F-" + i, 1));
            expected.add("F-" + i);
        }
        Key key = records().scan(PendingStore.PENDING, null, 1_000).found().stream()
                .map(found -> ((Page.Whole) found).record().key())
                .filter(each -> each.space().equals(space))
                .findFirst()
                .orElseThrow();
        records().merge(List.of(unreadable(key, 2)), List.of());
        expected.remove(PendingKey.of(key.sort().toArray()).id());

        for (int limit : List.of(1, 7, 100, PendingStore.MAX_PAGE)) {
            List<String> found = new ArrayList<>();
            PendingKey after = null;
            int rows = 0;
            do {
                PendingStore.Listing page = pending().page(space, after, limit);
                page.facts().forEach(fact -> found.add(fact.key().id()));
                rows += page.rows();
                after = page.next();
                assertTrue(after == null || page.rows() == limit, "a page is full unless it is the last");
            } while (after != null);
            assertEquals(300, rows);
            assertEquals(expected.size(), found.size());
            assertEquals(expected, Set.copyOf(found));
        }
    }

    private static Stored unreadable(Key key, long version) {
        Instant end = Instant.now().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.MICROS);
        return new Stored(key, version, end, Bytes.EMPTY, Bytes.EMPTY, Bytes.wrap(new byte[] {1}));
    }

    /** Adds records to the part of the only fact of a space. Those that cannot be read take room too. */
    private void fill(AccountSpace space, String prefix, int count) {
        Bytes part = IntStream.range(0, PARTS)
                .mapToObj(number -> Bytes.wrap(new byte[] {(byte) number}))
                .filter(each -> !records()
                        .read(List.of(Range.part(PendingStore.PENDING, space, each, 1)))
                        .getFirst()
                        .isEmpty())
                .findFirst()
                .orElseThrow();
        for (int i = 0; i < count; i += RecordStore.MAX_WRITES) {
            records()
                    .merge(
                            IntStream.range(i, Math.min(count, i + RecordStore.MAX_WRITES))
                                    .mapToObj(number -> Bytes.wrap(
                                            (prefix + "%05d".formatted(number)).getBytes(StandardCharsets.UTF_8)))
                                    .map(sort -> unreadable(new Key(PendingStore.PENDING, space, part, sort), 1))
                                    .toList(),
                            List.of());
        }
    }

    @Test
    void aFullPartRefusesAnotherFactAndStillReplacesOne() {
        AccountSpace space = newSpace();
        assertTrue(pending().put(space, fact(1, "F-1", 1)));
        fill(space, "a", PendingStore.MAX_FACTS / PARTS - 2);
        pending().recount();
        assertTrue(pending().put(space, fact(1, "F-0", 1)), "the last one that fits");

        assertFalse(pending().put(space, fact(1, "F-2", 1)), "it is full");
        assertTrue(pending().put(space, fact(1, "F-1", 2)), "a newer state needs no more room");
        assertTrue(pending().put(newSpace(), fact(1, "F-2", 1)), "another space has its own room");
        long accepted = IntStream.range(2, 162)
                .filter(charge -> pending().put(space, fact(charge, "F", 1)))
                .count();
        assertTrue(accepted > 120 && accepted < 160, () -> accepted + " in the other parts");

        pending().end(space, fact(1, "F-1", 1).key(), 1);
        assertFalse(pending().put(space, fact(1, "F-2", 1)), "the newer state is still there");
        pending().end(space, fact(1, "F-1", 2).key(), 2);
        assertTrue(pending().put(space, fact(1, "F-2", 1)));
        assertFalse(pending().put(space, fact(1, "F-3", 1)), "it is full again");
    }

    /** Each instance takes a sixteenth of the room before it counts again, so 15 of them stay below the bound. */
    @Test
    void anInstanceThatHasCountedEarlierTakesOnlyItsShareOfTheRoom() {
        int room = 160;
        AccountSpace space = newSpace();
        assertTrue(pending().put(space, fact(1, "F-0", 1)));
        fill(space, "a", PendingStore.MAX_FACTS / PARTS - 1 - room);
        pending().recount();
        assertTrue(pending().put(space, fact(1, "F-1", 1)), "it counts now");
        fill(space, "b", room - 1);

        int stored = 0;
        while (stored < room && pending().put(space, fact(1, "more " + stored, 1))) {
            stored++;
        }

        assertEquals(room / 16 - 1, stored, "then it counts again, and the space is full");
    }
}
