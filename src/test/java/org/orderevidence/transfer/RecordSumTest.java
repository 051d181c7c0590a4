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
import static org.orderevidence.store.OrderFixtures.profile;
import static org.orderevidence.store.OrderFixtures.report;
import static org.orderevidence.store.OrderFixtures.sighting;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.AccountStore.AccountRow;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.Derivation;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceArchive.ArchivedSighting;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.document.StoredFact;
import org.orderevidence.store.sighting.SightingWrite;

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

    private static KeyRow apiKey(String id, String hash, Mode mode, Set<String> scopes, Instant endsAt) {
        return new KeyRow(id, facts(hash), "shop", mode, scopes, NOON, endsAt);
    }

    private static KeyRow changed(
            @Nullable String label,
            @Nullable Instant expiresAt,
            @Nullable Instant endedAt,
            @Nullable String replacedBy) {
        return new KeyRow(
                "k",
                facts("hash"),
                "shop",
                Mode.LIVE,
                label,
                Set.of("read"),
                NOON,
                expiresAt,
                endedAt,
                replacedBy,
                LocalDate.EPOCH);
    }

    /** Records of which each differs from the others in one thing. */
    private List<StoreSum> different() {
        Dispute open = dispute("D", Dispute.Status.OPEN);
        Dispute won = dispute("D", Dispute.Status.WON);
        SightingWrite seen = sighting("ann", "203.0.113.1", "2026-03-01T10:00:00.123456Z");
        Instant end = NOON.plusSeconds(1);
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
                sums.of(row(history("A", 1, "facts", false, true))),
                sums.of(new ArchivedSighting(SHOP, seen)),
                sums.of(new ArchivedSighting(SHOP_TEST, seen)),
                sums.of(new ArchivedSighting(SHOP, new SightingWrite(key("bob"), seen.ipKey(), seen.sighting()))),
                sums.of(new ArchivedSighting(SHOP, new SightingWrite(seen.customer(), key("x"), seen.sighting()))),
                sums.of(new ArchivedSighting(SHOP, sighting("ann", "203.0.113.1", "2026-03-01T10:00:00.123457Z"))),
                sums.of(new AccountRow("shop", NOON, MerchantInfo.EMPTY, null, false)),
                sums.of(new AccountRow("shop2", NOON, MerchantInfo.EMPTY, null, false)),
                sums.of(new AccountRow("shop", end, MerchantInfo.EMPTY, null, false)),
                sums.of(new AccountRow("shop", NOON, profile(), null, false)),
                sums.of(new AccountRow("shop", NOON, MerchantInfo.EMPTY, Charge.Category.SERVICES, false)),
                sums.of(apiKey("k", "hash", Mode.LIVE, Set.of("read"), end)),
                sums.of(apiKey("kh", "ash", Mode.LIVE, Set.of("read"), end)),
                sums.of(apiKey("k", "hash", Mode.TEST, Set.of("read"), end)),
                sums.of(apiKey("k", "hash", Mode.LIVE, Set.of("read", "write"), end)),
                sums.of(apiKey("k", "hash", Mode.LIVE, Set.of("read"), end.plusSeconds(1))),
                sums.of(new KeyRow("k", facts("hash"), "shop", Mode.LIVE, Set.of("read"), NOON, null)),
                sums.of(new KeyRow("k", facts("hash"), "shop", Mode.LIVE, Set.of("read"), NOON, Instant.EPOCH)),
                sums.of(changed("label", null, null, null)),
                sums.of(changed(null, null, end, null)),
                sums.of(changed(null, end, end, null)),
                sums.of(changed(null, null, end, "k2")),
                sums.of(new AuditRow(SHOP, "1", NOON, "cli", "key_created", "k", null)),
                sums.of(new AuditRow(SHOP_TEST, "1", NOON, "cli", "key_created", "k", null)),
                sums.of(new AuditRow(SHOP, "2", NOON, "cli", "key_created", "k", null)),
                sums.of(new AuditRow(SHOP, "1", end, "cli", "key_created", "k", null)),
                sums.of(new AuditRow(SHOP, "1", NOON, "k0", "key_created", "k", null)),
                sums.of(new AuditRow(SHOP, "1", NOON, "cli", "key_rotated", "k", null)),
                sums.of(new AuditRow(SHOP, "1", NOON, "cli", "key_created", null, null)),
                sums.of(new AuditRow(SHOP, "1", NOON, "cli", "key_created", "k", "k2")));
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
