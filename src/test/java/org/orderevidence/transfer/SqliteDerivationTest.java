package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.id;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.installation.StoreUrl;
import org.orderevidence.installation.Stores;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Part;
import org.orderevidence.sealing.IndexHasher;
import org.orderevidence.sealing.InstallationSecret;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.service.DerivedOrders;
import org.orderevidence.service.Keyring;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderComposer;
import org.orderevidence.store.OrderComposer.ComposedOrder;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.transfer.Renewal.RenewalCount;
import org.orderevidence.transfer.SecretTasks.RenewalEnd;

/** A new derivation for a SQLite file. */
final class SqliteDerivationTest implements RenewalSteps {
    /** Credential of all history rows of {@link Release#BEFORE}. */
    private static final KeyedHash CARD_OF_BEFORE = OrderFixtures.key("card of before");

    private static final InstallationSecret SECRET = InstallationSecret.generate(new Random(7));
    private static final Keyring KEYRING = new Keyring(SECRET);
    private static final Sealer SEALER = new Sealer(SECRET.sealingKeys(), new Random(8));
    private static final DerivedOrders ROWS = new DerivedOrders(KEYRING);

    private static final int ORDERS = 40;
    private static final List<DateRange> ALL_DAYS =
            List.of(new DateRange(LocalDate.parse("2000-01-01"), LocalDate.parse("2099-12-31")));

    @TempDir
    private Path folder;

    @Override
    public String store() {
        return "sqlite:" + folder.resolve("evidence.db");
    }

    /** Deletes the rows of an order. */
    private void deleteRows(String id) {
        try (OpenStore store = open(Release.SAME_ROWS)) {
            List<Deletion> rows = new ArrayList<>();
            for (Meaning meaning : store.kinds()) {
                if (meaning.isOfRows()) {
                    RenewalSteps.scan(store, meaning).stream()
                            .filter(row -> meaning.ownerOf(row).equals(RenewalSteps.order(store, id)))
                            .forEach(row -> rows.add(new Deletion(row.key(), row.version())));
                }
            }
            store.records().merge(List.of(), rows);
        }
    }

    /** Replaces what is sealed of an order. */
    private void damage(String id, String hex) {
        try (OpenStore store = open(Release.BEFORE)) {
            RenewalSteps.replaceBody(store, id, Bytes.wrap(HexFormat.of().parseHex(hex)));
        }
    }

    /** A release: what it derives, and the version of that. */
    private enum Release implements OrderComposer {
        /** Derives other rows than {@link #NEW}. */
        BEFORE(1, true),
        /** Derives the same rows as {@link #NEW}. */
        SAME_ROWS(1, false),
        NEW(2, false);

        private final int derivation;
        private final boolean hasOtherRows;

        Release(int derivation, boolean hasOtherRows) {
            this.derivation = derivation;
            this.hasOtherRows = hasOtherRows;
        }

        @Override
        public int derivation() {
            return derivation;
        }

        @Override
        public Optional<ComposedOrder> compose(
                AccountSpace space, OrderId id, Collection<Part> parts, List<Dispute> disputes) {
            Optional<ComposedOrder> composed = ROWS.compose(space, id, parts, disputes);
            return hasOtherRows ? composed.map(Release::otherRows) : composed;
        }

        private static ComposedOrder otherRows(ComposedOrder composed) {
            return new ComposedOrder(
                    composed.transactionTime().plus(Duration.ofDays(3)),
                    List.of(),
                    LocalDate.ofInstant(composed.transactionTime(), ZoneOffset.UTC),
                    List.of(CARD_OF_BEFORE),
                    OrderFixtures.facts("facts of before"),
                    composed.notes());
        }
    }

    private OpenStore open(Release release) {
        EvidenceCodec codec = new EvidenceCodec(release, SEALER, new IndexHasher(SECRET.indexKey()));
        OpenStore store = Stores.open(StoreUrl.parse(store()), Clock.systemUTC(), accounts -> codec);
        store.accounts()
                .createAccount(new AccountStore.Account("shop", Instant.EPOCH, MerchantInfo.EMPTY, null, false, null));
        return store;
    }

    /** Stores orders of one space; every tenth has a dispute and a fraud report. */
    private void fill(Release release, List<Order> orders) {
        try (OpenStore store = open(release)) {
            put(store, orders, NOON);
            for (int i = 0; i < orders.size(); i += 10) {
                OrderId id = orders.get(i).id();
                store.evidence().putDispute(SHOP, id, OrderFixtures.dispute("D", Dispute.Status.OPEN), null, NOON);
                store.evidence().putFraudReport(SHOP, id, OrderFixtures.report("F"), null, NOON);
            }
        }
    }

    private List<OrderOutcome> put(OpenStore store, List<Order> orders, Instant now) {
        return store.evidence()
                .put(
                        SHOP,
                        OrderFixtures.parts(
                                orders.stream().map(OrderFixtures::write).toList()),
                        now);
    }

    /** Returns the stored orders of these ids. */
    private List<StoredOrder> content(List<Order> orders) {
        try (OpenStore store = open(Release.NEW)) {
            return orders.stream()
                    .map(order -> store.evidence().order(SHOP, order.id()).orElseThrow())
                    .toList();
        }
    }

    private Verified verify(OpenStore store) {
        Verified verified = new Verified();
        return verified.with(new StoreVerify(store, NOON, false, () -> {}, verified).run());
    }

    private RenewalNotes notes(OpenStore store) {
        return new RenewalNotes(store.accounts(), Renewal.Subject.DERIVED_ROWS);
    }

    /** A walk from the first order on. */
    private RenewalWalk walk(OpenStore store) {
        return RenewalSteps.walk(Renewal.ofDerivedRows(store), Clock.systemUTC(), "one", true);
    }

    private static RenewalEnd end(RenewalWalk walk) {
        return RenewalSteps.end(walk, 7);
    }

    @Test
    void theRowsOfAnOlderReleaseAreDerivedAgain() {
        List<Order> orders = WholeStores.orders(ORDERS);
        fill(Release.BEFORE, orders);
        List<StoredOrder> content = content(orders);
        try (OpenStore store = open(Release.NEW)) {
            Verified before = verify(store);
            assertEquals(List.of(), before.lines, "no damage");
            assertEquals(ORDERS, before.older);

            RenewalWalk walk = walk(store);
            assertEquals(RenewalEnd.RENEWED, end(walk));
            assertEquals(ORDERS, walk.count().renewed());

            Verified after = verify(store);
            assertEquals(List.of(), after.lines);
            assertEquals(0, after.older);
            assertEquals(
                    List.of(),
                    store.evidence().history(SHOP, CARD_OF_BEFORE, ALL_DAYS, 100),
                    "the rows of before are gone");
            assertEquals(RenewalEnd.DONE, end(walk(store)));
        }
        assertEquals(content, content(orders), "the orders themselves stay, with their versions");
    }

    @Test
    void missingRowsOfAnOlderReleaseAreThereAgain() {
        List<Order> orders = WholeStores.orders(ORDERS);
        fill(Release.SAME_ROWS, orders);
        deleteRows("A-0");
        deleteRows("A-7");
        try (OpenStore store = open(Release.NEW)) {
            assertEquals(RenewalEnd.RENEWED, end(walk(store)));

            Verified after = verify(store);
            assertEquals(List.of(), after.lines, "A-0 has a dispute and a fraud report: its row is marked again");
            assertEquals(0, after.older);
        }
    }

    @Test
    void ordersThatCannotBeReadAreSkippedAndCounted() {
        List<Order> orders = WholeStores.orders(ORDERS);
        fill(Release.BEFORE, orders);
        damage("A-3", "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff");
        damage("A-4", "7f112233445566778899aabbccddeeff00112233445566778899aabbccddeeff");
        try (OpenStore store = open(Release.NEW)) {
            RenewalWalk first = walk(store);
            assertEquals(RenewalEnd.RENEWED, end(first));
            assertEquals(ORDERS - 2, first.count().renewed());
            assertEquals(2, first.count().unreadable());

            assertEquals(RenewalEnd.DONE, end(walk(store)));
            assertEquals(2, notes(store).read().done(2).orElseThrow().unreadable());
        }
    }

    @Test
    void anUploadOfTheSameOrderDerivesItsRowsAgain() {
        List<Order> orders = WholeStores.orders(3);
        fill(Release.BEFORE, orders);
        try (OpenStore store = open(Release.NEW)) {
            assertEquals(3, verify(store).older);

            List<OrderOutcome> outcomes = put(store, orders, NOON.plusSeconds(60));

            outcomes.forEach(outcome -> assertInstanceOf(OrderOutcome.Unchanged.class, outcome));
            Verified after = verify(store);
            assertEquals(List.of(), after.lines);
            assertEquals(0, after.older);
        }
    }

    @Test
    void anOlderReleaseLeavesTheRowsOfANewerOne() {
        List<Order> orders = WholeStores.orders(3);
        fill(Release.NEW, orders);
        try (OpenStore before = open(Release.BEFORE)) {
            assertEquals(
                    new Renewal.Page(RenewalCount.NONE, null),
                    Renewal.ofDerivedRows(before).renew(null, 100));
            List<String> told = verify(before).lines;
            assertEquals(3, told.size(), told::toString);
            assertTrue(
                    told.getFirst()
                            .endsWith(": its rows have derivation 2, but this release has 1; verify the store with the"
                                    + " newer release, or send the order again"),
                    told::toString);
            assertEquals(0, verify(before).older);
        }
    }

    @Test
    void theFirstReleaseHasNothingToDo() {
        fill(Release.BEFORE, WholeStores.orders(1));
        try (OpenStore before = open(Release.BEFORE)) {
            assertFalse(new Renewing(Renewal.ofDerivedRows(before), Clock.systemUTC(), Renewing.Pace.USUAL).isDue());
        }
    }
}
