package org.orderevidence.transfer;

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
import org.orderevidence.order.ReceiptBuilder;
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
import org.orderevidence.transfer.SecretTasks.RenewalEnd;

/** The steps of tests that derive rows again. */
interface DerivationSteps extends RenewalSteps {
    /** Credential of all history rows of {@link Release#BEFORE}. */
    KeyedHash CARD_OF_BEFORE = OrderFixtures.key("card of before");

    InstallationSecret SECRET = InstallationSecret.generate(new Random(7));
    Keyring KEYRING = new Keyring(SECRET);
    Sealer SEALER = new Sealer(SECRET.sealingKeys(), new Random(8));
    DerivedOrders ROWS = new DerivedOrders(KEYRING);

    /** Deletes the rows of an order. */
    default void deleteRows(String id) {
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
    default void damage(String id, String hex) {
        try (OpenStore store = open(Release.BEFORE)) {
            RenewalSteps.replaceBody(store, id, Bytes.wrap(HexFormat.of().parseHex(hex)));
        }
    }

    /** A release: what it derives, and the version of that. */
    enum Release implements OrderComposer {
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

    default OpenStore open(Release release) {
        EvidenceCodec codec = new EvidenceCodec(release, SEALER, new IndexHasher(SECRET.indexKey()));
        OpenStore store = Stores.open(StoreUrl.parse(store()), Clock.systemUTC(), accounts -> codec);
        store.accounts()
                .createAccount(new AccountStore.Account("shop", Instant.EPOCH, MerchantInfo.EMPTY, null, false, null));
        return store;
    }

    /** Returns orders of every shape. */
    default List<Order> orders(int count) {
        return WholeStores.orders(count);
    }

    /** Stores orders of one space; every tenth has a dispute and a fraud report. */
    default void fill(Release release, List<Order> orders) {
        try (OpenStore store = open(release)) {
            put(store, orders, OrderFixtures.NOON);
            for (int i = 0; i < orders.size(); i += 10) {
                OrderId id = orders.get(i).id();
                store.evidence()
                        .putDispute(
                                OrderFixtures.SHOP,
                                id,
                                OrderFixtures.dispute("D", Dispute.Status.OPEN),
                                null,
                                OrderFixtures.NOON);
                store.evidence()
                        .putFraudReport(OrderFixtures.SHOP, id, OrderFixtures.report("F"), null, OrderFixtures.NOON);
            }
        }
    }

    default List<OrderOutcome> put(OpenStore store, List<Order> orders, Instant now) {
        return store.evidence()
                .put(
                        OrderFixtures.SHOP,
                        OrderFixtures.parts(
                                orders.stream().map(OrderFixtures::write).toList()),
                        now);
    }

    /** Returns the orders with another customer. */
    default List<Order> changed(List<Order> orders, int round) {
        return orders.stream()
                .map(order -> order.withReceipt(new ReceiptBuilder()
                        .customerEmail("ann" + round + "@example.com")
                        .build()))
                .toList();
    }

    /** Returns the stored orders of these ids. */
    default List<StoredOrder> content(List<Order> orders) {
        try (OpenStore store = open(Release.NEW)) {
            return orders.stream()
                    .map(order -> store.evidence()
                            .order(OrderFixtures.SHOP, order.id())
                            .orElseThrow())
                    .toList();
        }
    }

    default Verified verify(OpenStore store) {
        Verified verified = new Verified();
        new StoreVerify(store, OrderFixtures.NOON, false, () -> {}, verified).run();
        return verified;
    }

    default RenewalNotes notes(OpenStore store) {
        return new RenewalNotes(store.accounts(), Renewal.Subject.DERIVED_ROWS);
    }

    /** A walk from the first order on. */
    default RenewalWalk walk(OpenStore store) {
        return RenewalSteps.walk(Renewal.ofDerivedRows(store), Clock.systemUTC(), "one", true);
    }

    /** A walk that continues an interrupted one. */
    default RenewalWalk continued(OpenStore store) {
        return RenewalSteps.walk(Renewal.ofDerivedRows(store), Clock.systemUTC(), "one", false);
    }

    default RenewalEnd end(RenewalWalk walk) {
        return RenewalSteps.end(walk, 7);
    }

    /** Returns a renewal that is not started. */
    default Renewing idle(OpenStore store) {
        return new Renewing(Renewal.ofDerivedRows(store), Clock.systemUTC(), Renewing.Pace.USUAL);
    }

    default Renewing inBackground(OpenStore store) {
        return Renewing.start(Renewal.ofDerivedRows(store), Clock.systemUTC(), RenewalSteps.withoutPauses(5));
    }
}
