package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;

import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
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

/** A store while a test runs, and the words in which its contracts speak. */
public interface StoreUnderTest {
    /** The version of what is first put at {@link OrderFixtures#NOON}. */
    long FIRST_VERSION = micros(NOON);

    KeyedHash CARD = key("card");
    KeyedHash OTHER_CARD = key("other card");
    KeyedHash ANN = key("ann");

    /** All days that the tests put orders on. */
    List<DateRange> ALL_DAYS = List.of(new DateRange(LocalDate.parse("2025-01-01"), LocalDate.parse("2027-12-31")));

    /** The store of the running test: empty when the test starts. */
    EvidenceStore store();

    /** Stores a sighting in the same store. */
    void track(AccountSpace space, SightingWrite sighting);

    /** Returns sightings of the same store. */
    List<List<IpSighting>> sightings(AccountSpace space, List<SightingSearch> searches);

    /** The accounts of the same store. */
    AccountStore accounts();

    /** Changes a byte of the document of an order where the engine keeps it. */
    void damage(AccountSpace space, OrderId order);

    /** Closes the store. */
    void close();

    /** Opens it again, and closes it first if necessary. Its content stays. */
    void reopen();

    default void assertCount(long total, AccountSpace space) {
        assertEquals(new RecordCount(total, null), store().count(space));
    }

    static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    default OrderOutcome put(OrderWrite write) {
        return put(write, NOON);
    }

    default OrderOutcome put(OrderWrite write, Instant now) {
        return store().put(SHOP, List.of(write.part()), now).getFirst();
    }

    default FactOutcome putDispute(AccountSpace space, OrderId order, Dispute dispute) {
        return store().putDispute(space, order, dispute, null, NOON);
    }

    default FactOutcome putFraudReport(AccountSpace space, OrderId order, FraudReport report) {
        return store().putFraudReport(space, order, report, null, NOON);
    }

    default StoredOrder held(String id) {
        return store().order(SHOP, id(id)).orElseThrow();
    }

    default List<HistoryRow> history(KeyedHash credential) {
        return store().history(SHOP, credential, ALL_DAYS, 100);
    }

    default List<String> page(@Nullable ListPlace after, int skip, int limit) {
        return page(store(), SHOP, after, skip, limit).stream()
                .map(stored -> stored.order().id().value())
                .toList();
    }

    /** Returns a page of the list of orders. */
    static List<StoredOrder> page(
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
