package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.SHOP_TEST;
import static org.orderevidence.store.OrderFixtures.dispute;
import static org.orderevidence.store.OrderFixtures.everyField;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.Derivation;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.document.StoredFact;

/** A checksum of records that does not depend on their order, and on everything else. */
class RecordSumTest {
    private final RecordSum sums = new RecordSum();

    private static ArchivedOrder stored(StoredOrder order) {
        return archived(SHOP, order);
    }

    private static ArchivedOrder archived(AccountSpace space, StoredOrder order) {
        return archived(space, order, 1);
    }

    private static ArchivedOrder archived(AccountSpace space, StoredOrder order, long versionOfFacts) {
        return new ArchivedOrder(
                space,
                OrderFixtures.write(order.order(), null).storedParts(),
                order,
                Derivation.CURRENT,
                order.disputes().stream()
                        .map(dispute -> StoredFact.of(dispute, versionOfFacts))
                        .toList(),
                order.fraudReports().stream()
                        .map(report -> StoredFact.of(report, versionOfFacts))
                        .toList());
    }

    private static ArchivedRow row(HistoryRow row) {
        return new ArchivedRow(SHOP, key("card"), row);
    }

    private static HistoryRow history(String id, long version, String facts, boolean disputed, boolean reported) {
        return new HistoryRow(
                id(id), DAY, version, facts(facts), disputed ? ActiveDisputes.FRAUD : ActiveDisputes.NONE, reported);
    }

    /** Records of which each differs from the others in one thing. */
    private List<StoreSum> different() {
        Dispute open = dispute("D", Dispute.Status.OPEN);
        Dispute won = dispute("D", Dispute.Status.WON);
        return List.of(
                sums.of(stored(OrderFixtures.stored(order("A"), 1, NOON, List.of(), List.of()))),
                sums.of(archived(SHOP_TEST, OrderFixtures.stored(order("A"), 1, NOON, List.of(), List.of()))),
                sums.of(stored(OrderFixtures.stored(order("B"), 1, NOON, List.of(), List.of()))),
                sums.of(stored(OrderFixtures.stored(everyField("A"), 1, NOON, List.of(), List.of()))),
                sums.of(stored(OrderFixtures.stored(order("A"), 2, NOON, List.of(), List.of()))),
                sums.of(stored(OrderFixtures.stored(order("A"), 1, NOON.plusNanos(1_000), List.of(), List.of()))),
                sums.of(stored(OrderFixtures.stored(order("A"), 1, NOON, List.of(open), List.of()))),
                sums.of(stored(OrderFixtures.stored(order("A"), 1, NOON, List.of(won), List.of()))),
                sums.of(archived(SHOP, OrderFixtures.stored(order("A"), 1, NOON, List.of(won), List.of()), 2)),
                sums.of(stored(OrderFixtures.stored(order("A"), 1, NOON, List.of(), List.of(report("D"))))),
                sums.of(row(history("A", 1, "facts", false, false))),
                sums.of(new ArchivedRow(SHOP_TEST, key("card"), history("A", 1, "facts", false, false))),
                sums.of(new ArchivedRow(SHOP, key("card 2"), history("A", 1, "facts", false, false))),
                sums.of(row(history("B", 1, "facts", false, false))),
                sums.of(row(new HistoryRow(id("A"), DAY.plusDays(1), 1, facts("facts"), ActiveDisputes.NONE, false))),
                sums.of(row(history("A", 2, "facts", false, false))),
                sums.of(row(history("A", 1, "fact", false, false))),
                sums.of(row(history("A", 1, "facts", true, false))),
                sums.of(row(history("A", 1, "facts", false, true))));
    }

    @Test
    void whateverDiffersIsSeen() {
        List<StoreSum> all = different();

        assertEquals(all.size(), new HashSet<>(all).size());
        assertEquals(all, different(), "and nothing else is");
    }

    @Test
    void theOrderOfTheRecordsIsNotSeen() {
        List<StoreSum> backwards = new ArrayList<>(different()).reversed();

        StoreSum sum = different().stream().reduce(StoreSum.NONE, StoreSum::plus);

        assertEquals(sum, backwards.stream().reduce(StoreSum.NONE, StoreSum::plus));
        assertEquals(backwards.size(), sum.count());
    }

    @Test
    void aRecordThatIsThereTwiceIsSeen() {
        StoreSum one = different().getFirst();

        assertEquals(
                new StoreSum(2, 2 * one.first(), 2 * one.second(), 2 * one.third(), 2 * one.fourth()), one.plus(one));
    }
}
