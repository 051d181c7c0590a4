package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.sealing.InstallationSecret;
import org.orderevidence.service.Keyring;
import org.orderevidence.service.OrderSearch;
import org.orderevidence.service.OrderSearch.OrderFilter;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.RecordStore.RecordCount;
import org.orderevidence.store.Sightings.SightingSearch;
import org.orderevidence.store.Sightings.SightingWrite;
import org.orderevidence.store.sql.TestSqlite;

/**
 * What stores of evidence promise, in the words of the domain, is tested on a fresh SQLite file for each test. They keep
 * it through records, of which each engine keeps the contract.
 */
public abstract class StoreUnderTest {
    /** The version of what is first put at {@link OrderFixtures#NOON}. */
    static final long FIRST_VERSION = micros(NOON);

    static final KeyedHash CARD = key("card");
    static final KeyedHash OTHER_CARD = key("other card");
    static final KeyedHash ANN = key("ann");

    /** All days that the tests put orders on. */
    static final List<DateRange> ALL_DAYS =
            List.of(new DateRange(LocalDate.parse("2025-01-01"), LocalDate.parse("2027-12-31")));

    @TempDir
    private Path folder;

    private OpenStore open;

    @BeforeEach
    final void open() {
        open = TestSqlite.open(folder);
    }

    @AfterEach
    final void close() {
        open.close();
    }

    final void reopen() {
        close();
        open();
    }

    final EvidenceStore store() {
        return open.evidence();
    }

    final AccountStore accounts() {
        return open.accounts();
    }

    final PendingStore pending() {
        return open.pending();
    }

    final RecordStore records() {
        return open.records();
    }

    final void track(SightingWrite sighting) {
        open.sightings().track(SHOP, List.of(sighting), _ -> null);
    }

    final List<List<IpSighting>> sightings(List<SightingSearch> searches) {
        return open.sightings().nearest(SHOP, searches);
    }

    /** Damages the document of the order A where the file has it. */
    final void damage() {
        TestSqlite.change(
                "sqlite:" + folder.resolve("evidence.db"),
                "UPDATE orders_records SET body = zeroblob(length(body)) WHERE part = CAST('A' AS BLOB)");
    }

    final void assertCount(long total, AccountSpace space) {
        assertEquals(new RecordCount(total, null), store().count(space));
    }

    static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    final OrderOutcome put(OrderWrite write) {
        return put(write, NOON);
    }

    final OrderOutcome put(OrderWrite write, Instant now) {
        return store().put(SHOP, List.of(write.part()), now).getFirst();
    }

    final FactOutcome putDispute(AccountSpace space, OrderId order, Dispute dispute) {
        return store().putDispute(space, order, dispute, null, NOON);
    }

    final FactOutcome putFraudReport(AccountSpace space, OrderId order, FraudReport report) {
        return store().putFraudReport(space, order, report, null, NOON);
    }

    final StoredOrder held(String id) {
        return store().order(SHOP, id(id)).orElseThrow();
    }

    final List<HistoryRow> history(KeyedHash credential) {
        return store().history(SHOP, credential, ALL_DAYS, 100);
    }

    final List<String> page(@Nullable ListPlace after, int skip, int limit) {
        return page(store(), SHOP, after, skip, limit).stream()
                .map(stored -> stored.order().id().value())
                .toList();
    }

    /** Returns a page of the list of orders. */
    public static List<StoredOrder> page(
            EvidenceStore store, AccountSpace space, @Nullable ListPlace after, int skip, int limit) {
        Keyring keyring = new Keyring(InstallationSecret.generate(new Random(1)));
        return new OrderSearch(store, keyring, true)
                .find(space, OrderFilter.of(null, null, null, false), store.behind(space, after, skip), limit)
                .orders();
    }

    static HistoryRow row(String id, LocalDate day, long version) {
        return new HistoryRow(id(id), day, version, facts("facts of " + id), ActiveDisputes.NONE, false);
    }
}
