package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.transfer.WholeStores.SHOP;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.Actor;
import org.orderevidence.account.Scope;
import org.orderevidence.account.StoredKeys;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.ReceiptBuilder;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.Sightings.SightingWrite;
import org.orderevidence.store.Stored;
import org.orderevidence.transfer.StoreVerify.VerifyReport;
import org.orderevidence.transfer.WholeStores.Told;
import org.orderevidence.waiting.Waits;

/** What reading back a store finds. */
@Tag("slow")
final class StoreVerifyTest {
    private static final KeyedHash CARD = key("card of A-0");
    private static final String A_0 = "account shop (live), order A-0: ";
    private static final String WRONG_HEAD = A_0 + "what it states without its content is wrong";
    private static final KeyedHash STRAY = key("another card");
    private static final List<DateRange> ALL_DAYS =
            List.of(new DateRange(LocalDate.parse("2000-01-01"), LocalDate.parse("9999-12-31")));

    @TempDir
    private Path folder;

    private String store() {
        return "sqlite:" + folder.resolve("evidence.db");
    }

    private Config config() {
        return WholeStores.config(folder.resolve("data"), store());
    }

    private VerifyReport verify(Told told) {
        return WholeStores.verify(config(), false, told);
    }

    private VerifyReport repair(Told told) {
        return WholeStores.verify(config(), true, told);
    }

    /** An order of a customer under a card of its own, which only its fingerprint tells. */
    private static Order order(String id, KeyedHash card) {
        Order plain = OrderFixtures.order(id);
        Charge charge = ChargeBuilder.copyOf(plain.charge())
                .credential(new PaymentCredential(null, card, null, null, new Brand("visa")))
                .build();
        return plain.withCharge(charge)
                .withReceipt(
                        new ReceiptBuilder().customerEmail("ann@example.com").build());
    }

    /**
     * Puts order A-0 with other rows than follow from it.
     *
     * @param facts null for the right ones
     */
    private void putWrong(List<KeyedHash> credentials, @Nullable String facts) {
        OrderWrite right;
        try (Installation installation = WholeStores.openShop(config())) {
            right = WholeStores.write(installation, SHOP, order("A-0", CARD));
        }
        OrderWrite wrong = new OrderWrite(
                right.order(),
                right.references(),
                right.historyDay(),
                credentials,
                facts == null ? right.facts() : facts(facts),
                null);
        WholeStores.keep(config(), List.of(wrong), NOON.plusNanos(1_000));
    }

    /** Stores order A-0 with a customer and a dispute. */
    private void putRight() {
        try (Installation installation = WholeStores.openShop(config())) {
            OrderWrite right = WholeStores.write(installation, SHOP, order("A-0", CARD));
            installation.evidence().put(SHOP, OrderFixtures.parts(List.of(right)), NOON);
            installation
                    .evidence()
                    .putDispute(SHOP, id("A-0"), OrderFixtures.dispute("D", Dispute.Status.OPEN), null, NOON);
        }
    }

    private List<HistoryRow> history(KeyedHash credential) {
        try (Installation installation = WholeStores.openShop(config())) {
            return installation.evidence().history(SHOP, credential, ALL_DAYS, 10);
        }
    }

    @Test
    void historyWithOtherFactsIsToldAndRebuilt() {
        putRight();
        List<HistoryRow> right = history(CARD);
        putWrong(List.of(CARD), "other facts");
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(List.of(WRONG_HEAD, A_0 + "its row among the history rows is wrong"), told.lines);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 0, 0, false, List.of(), 0), verified);
        Told toldAtRepair = new Told();
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 0, 0, true, List.of(), 0), repair(toldAtRepair));
        assertEquals(told.lines.stream().map(line -> line + "; written again").toList(), toldAtRepair.lines);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true, List.of(), 0), verify(new Told()));
        assertEquals(right, history(CARD), "as it was, its mark too");
    }

    @Test
    void aRowAtAnotherCardIsToldAndMovedToItsOwn() {
        putRight();
        List<HistoryRow> right = history(CARD);
        putWrong(List.of(STRAY), null);
        Told told = new Told();

        VerifyReport verified = verify(told);

        // Its head says where its rows are.
        assertEquals(List.of(WRONG_HEAD), told.lines);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 0, 0, false, List.of(), 0), verified);
        assertEquals(true, repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true, List.of(), 0), verify(new Told()));
        assertEquals(right, history(CARD));
        assertEquals(List.of(), history(STRAY));
    }

    @Test
    void ofManyFaultsAHundredAreToldAndAllAreCounted() {
        List<OrderWrite> wrong = new ArrayList<>();
        try (Installation installation = WholeStores.openShop(config())) {
            for (int i = 0; i < 150; i++) {
                OrderWrite right = WholeStores.write(installation, SHOP, order("A-" + i, CARD));
                wrong.add(OrderFixtures.withFacts(right, "wrong"));
            }
        }
        WholeStores.keep(config(), wrong, NOON);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(new VerifyReport(1, 150, 150, 0, 0, 150, 0, 0, false, List.of(), 0), verified);
        assertEquals(101, told.lines.size());
        assertEquals("... there are more faults; they are only counted", told.lines.getLast());
    }

    /** Uploads new orders and changes of earlier ones until the task has ended. */
    private static void whileUploading(Installation installation, Runnable task) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Thread uploader = Thread.ofVirtual().start(() -> {
            for (int i = 0; !done.get(); i++) {
                OrderWrite write =
                        WholeStores.write(installation, SHOP, order("A-" + i % 500, i % 2 == 0 ? CARD : STRAY));
                installation.evidence().put(SHOP, OrderFixtures.parts(List.of(write)), NOON.plusSeconds(i));
            }
        });
        task.run();
        done.set(true);
        Waits.end(List.of(uploader));
    }

    @Test
    void whatChangesMeanwhileIsNotWrong() throws Exception {
        WholeStores.fill(config(), 300);
        try (Installation installation = WholeStores.openShop(config())) {
            Told told = new Told();
            AtomicReference<VerifyReport> verified = new AtomicReference<>();

            whileUploading(installation, () -> verified.set(StoreTasks.verify(config(), false, told)));

            assertEquals(List.of(), told.lines);
            assertEquals(true, verified.get().isSound());
        }
        assertEquals(true, verify(new Told()).isSound());
    }

    /** What it states of its content decides which rows it has, and whether an upload changes it. */
    @Test
    void aHeadThatDoesNotFollowFromTheContentIsReportedAndRebuilt() {
        putRight();
        Bytes withDispute = new Tampering(config()).all("orders").getFirst().head();
        try (Installation installation = WholeStores.openShop(config())) {
            installation
                    .evidence()
                    .putDispute(SHOP, id("A-0"), OrderFixtures.dispute("D", Dispute.Status.WITHDRAWN), null, NOON);
        }
        new Tampering(config()).change("orders", order -> Tampering.withHead(order, withDispute));
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(
                List.of(
                        WRONG_HEAD,
                        A_0 + "its row among the history rows is wrong",
                        A_0 + "its row among the places of disputes is missing",
                        A_0 + "a row among the places of disputes follows from no record"),
                told.lines);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 1, 0, false, List.of(), 0), verified);
        assertTrue(repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true, List.of(), 0), verify(new Told()));
    }

    @Test
    void aHeadThatIsNoneIsReportedAndTheOthersGoOn() {
        putRight();
        new Tampering(config()).change("orders", order -> Tampering.withHead(order, Bytes.wrap(new byte[] {1, 2, 3})));
        Told told = new Told();

        VerifyReport verified = repair(told);

        assertEquals(List.of(A_0 + "a stored document has 3 bytes"), told.lines);
        assertEquals(new VerifyReport(1, 0, 1, 0, 1, 0, 0, 0, false, List.of(), 0), verified);
    }

    @ParameterizedTest
    @CsvSource({"history, history rows", "order_references, references", "order_days, places in lists"})
    void aMissingRowIsReportedAndWrittenAgain(String kind, String name) {
        putRight();
        List<Stored> before = new Tampering(config()).all(kind);
        new Tampering(config()).empty(kind);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(Collections.nCopies(before.size(), A_0 + "its row among the " + name + " is missing"), told.lines);
        assertEquals(1, verified.differing());
        assertTrue(repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true, List.of(), 0), verify(new Told()));
        assertEquals(
                before.stream().map(Stored::key).toList(),
                new Tampering(config()).all(kind).stream().map(Stored::key).toList());
    }

    @ParameterizedTest
    @CsvSource({"history, history rows", "order_references, references", "order_days, places in lists"})
    void aRowWithoutItsOrderIsReportedAndDeleted(String kind, String name) {
        putRight();
        new Tampering(config()).add(kind, Tampering::ofAnotherOrder);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(
                List.of("account shop (live), order A-01: a row among the " + name + " follows from no record"),
                told.lines);
        assertEquals(1, verified.orphans());
        assertTrue(repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true, List.of(), 0), verify(new Told()));
    }

    @Test
    void anEmptiedStoreIsReported() {
        putRight();
        List.of("orders", "history", "order_references", "order_days", "order_disputes")
                .forEach(new Tampering(config())::empty);
        Told told = new Told();

        VerifyReport verified = repair(told);

        assertEquals(
                List.of("account shop (live): the store counted 1 orders, but has 0; if orders are missing, restore a"
                        + " backup"),
                told.lines);
        assertEquals(new VerifyReport(1, 0, 0, 0, 0, 0, 0, 1, false, List.of(), 0), verified);
    }

    @Test
    void aBackupIsOfOneMomentWhileOrdersAreUploaded() throws Exception {
        WholeStores.fill(config(), 100);
        Path backup = folder.resolve("backup");
        try (Installation installation = WholeStores.openShop(config())) {
            whileUploading(installation, () -> StoreTasks.backup(config(), backup));
        }
        Told told = new Told();

        Config restored = WholeStores.config(backup, "sqlite:" + backup.resolve("evidence.db"));
        VerifyReport verified = WholeStores.verify(restored, false, told);

        assertEquals(List.of(), told.lines);
        assertEquals(true, verified.isSound());
        assertEquals(200, verified.sightings());
        try (Installation installation = WholeStores.open(restored)) {
            long counted = 0;
            for (AccountSpace space : List.of(WholeStores.SHOP, WholeStores.SHOP_TEST)) {
                counted += installation.evidence().count(space).total();
            }
            assertEquals(verified.orders(), counted, "what is counted is there");
        }
    }

    @ParameterizedTest
    @CsvSource({"orders_records, orders from ", "history_records, history from ", "sightings_records, sightings from "})
    void aDamagedPageIsReportedAndTheWalkGoesOnBehindIt(String table, String place) throws Exception {
        WholeStores.fill(config(), 1_000);
        VerifyReport before = verify(new Told());
        damagePage(table);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertFalse(verified.isSound());
        assertTrue(
                told.lines.stream()
                        .anyMatch(line -> line.contains(place) && line.endsWith("damaged; restore a backup")),
                told.lines::toString);
        assertTrue(told.lines.stream().anyMatch(line -> line.startsWith("the database file: ")), told.lines::toString);
        assertTrue(verified.orders() > before.orders() - 30, verified::toString);
        assertTrue(verified.historyRows() > before.historyRows() * 3 / 4, verified::toString);
        // How many can still be read depends on the hashes of their keys.
        assertTrue(verified.sightings() > 0, verified::toString);
    }

    @Test
    void aServiceDoesNotStartOnADamagedFile() throws Exception {
        WholeStores.fill(config(), 300);
        damagePage("history_records");

        CannotStart refused = assertThrows(CannotStart.class, () -> WholeStores.openShop(config()));

        String message = String.valueOf(refused.getMessage());
        assertTrue(message.startsWith("the database " + store() + " is damaged: "), message);
        assertTrue(
                message.endsWith(
                        "; ./evidence store verify lists what cannot be read; restore a backup, or copy what is"
                                + " left with ./evidence store copy (docs/operations.md)"),
                message);
        assertEquals(1, message.lines().count());
    }

    @Test
    void aStoreThatIsNotThereIsNotMade() {
        CannotStart refused = assertThrows(CannotStart.class, () -> verify(new Told()));

        assertEquals("there is no store at " + store(), refused.getMessage());
        assertFalse(Files.exists(folder.resolve("evidence.db")));
    }

    /** Overwrites a leaf in the middle of a table's tree. */
    private void damagePage(String table) throws Exception {
        long page;
        long size;
        try (Connection connection = DriverManager.getConnection("jdbc:" + store());
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
            try (ResultSet row = statement.executeQuery("PRAGMA page_size")) {
                size = row.getLong(1);
            }
            List<Long> leaves = new ArrayList<>();
            try (ResultSet row = statement.executeQuery(
                    "SELECT pageno FROM dbstat WHERE name = '" + table + "' AND pagetype = 'leaf' ORDER BY path")) {
                while (row.next()) {
                    leaves.add(row.getLong(1));
                }
            }
            page = leaves.get(leaves.size() / 2);
        }
        try (RandomAccessFile file =
                new RandomAccessFile(folder.resolve("evidence.db").toFile(), "rw")) {
            byte[] garbage = new byte[(int) size];
            Arrays.fill(garbage, (byte) 0xff);
            file.seek((page - 1) * size);
            file.write(garbage);
        }
    }

    @Test
    void aDeletedAccountIsReported() {
        putRight();
        new Tampering(config()).empty("accounts");
        Told told = new Told();

        VerifyReport verified = repair(told);

        assertEquals(
                List.of("account shop: is missing, but the store has records of it; restore a backup"), told.lines);
        assertEquals(new VerifyReport(0, 1, 1, 0, 1, 0, 0, 0, false, List.of(), 0), verified);
    }

    private List<String> lines() {
        Told told = new Told();
        verify(told);
        return told.lines;
    }

    @Test
    void aChangedColumnOfAnIntegrationIsReported() {
        try (Installation installation = WholeStores.openShop(config())) {
            installation.store().integrations().add(WholeStores.integration(SHOP));
        }
        assertTrue(verify(new Told()).isSound());
        new Tampering(config())
                .change(
                        "integrations",
                        record -> new Stored(record.key(), 1, NOON, record.link(), record.head(), record.body()));

        assertEquals(
                List.of(
                        "the installation, record LIVE of link/main: a column of a record of an integration was changed"),
                lines());
    }

    /** An event names its integration, and the audit log says whether it was removed. */
    @Test
    void aDeletedIntegrationIsReportedUnlessItWasRemoved() {
        IntegrationRecord event = new IntegrationRecord(
                SHOP, new RecordKey("event/i1/0ab", "e"), 1, null, null, Bytes.wrap(new byte[] {1}), null);
        try (Installation installation = WholeStores.openShop(config())) {
            installation.store().integrations().add(event);
        }

        assertEquals(
                List.of("account shop (live), integration i1: is missing, but was not removed; restore a backup, or add"
                        + " an integration again"),
                lines());

        try (Installation installation = WholeStores.openShop(config())) {
            installation
                    .store()
                    .accounts()
                    .addAudit(new AuditRow(SHOP, "1", NOON, "cli", "integration_removed", "i1", null, null));
        }
        assertEquals(List.of(), lines());
    }

    /** A change behind the back of the audit log. */
    enum Tampered {
        END_TAKEN_BACK("was revoked or replaced, but has no end; revoke it"),
        ENDED("has an end, but the audit log has no entry of it"),
        MOVED("the audit log has no entry of its creation; revoke it if you do not know it"),
        CREATION_REMOVED("the audit log has no entry of its creation; revoke it if you do not know it"),
        REVOCATION_REMOVED("has an end, but the audit log has no entry of it");

        private final String fault;

        Tampered(String fault) {
            this.fault = fault;
        }

        void change(AccountStore store, KeyRow revoked, KeyRow other) {
            switch (this) {
                case END_TAKEN_BACK ->
                    store.restoreKey(with(revoked, revoked.mode(), null), Objects.requireNonNull(revoked.endedAt()));
                case ENDED -> store.endKey(other.account(), other.id(), NOON);
                case MOVED -> {
                    store.deleteKey(revoked);
                    store.createKey(with(revoked, AccountSpace.Mode.TEST, revoked.endedAt()));
                }
                case CREATION_REMOVED ->
                    remove(
                            store,
                            entry -> entry.action().equals("key_created")
                                    && revoked.id().equals(entry.keyId()));
                case REVOCATION_REMOVED -> remove(store, entry -> entry.action().equals("key_revoked"));
            }
        }

        private static KeyRow with(KeyRow key, AccountSpace.Mode mode, @Nullable Instant endedAt) {
            return new KeyRow(
                    key.id(),
                    key.hash(),
                    key.account(),
                    mode,
                    key.label(),
                    key.scopes(),
                    key.createdAt(),
                    key.expiresAt(),
                    endedAt,
                    key.replacedBy(),
                    key.lastUsedOn());
        }

        private static void remove(AccountStore store, Predicate<AuditRow> which) {
            store.audit(SHOP, null, 100).stream().filter(which).forEach(store::removeAudit);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aKeyThatTheAuditLogDoesNotExplainIsReported(Tampered tampered) {
        try (Installation installation = WholeStores.openShop(config())) {
            for (int i = 0; i < 2; i++) {
                installation.accounts().createKey("shop", AccountSpace.Mode.LIVE, Set.of(Scope.READ), null);
            }
            String revoked =
                    StoredKeys.of(installation.accounts(), "shop").getFirst().id();
            installation.accounts().keys().revoke(Actor.operator(), SHOP, revoked);
        }
        assertEquals(List.of(), lines());
        try (Installation installation = WholeStores.openShop(config())) {
            AccountStore store = installation.store().accounts();
            List<KeyRow> keys = store.keys(SHOP, null, 2);
            tampered.change(store, keys.getFirst(), keys.getLast());
        }

        List<String> lines = lines();

        assertEquals(1, lines.size(), lines::toString);
        assertTrue(lines.getFirst().endsWith(": " + tampered.fault), lines::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "sightings", "pending", "integrations", "access_tokens", "accounts", "keys"})
    void aDamagedRecordOfEachKindIsReported(String kind) {
        WholeStores.fill(config(), 10);
        assertTrue(verify(new Told()).isSound());
        new Tampering(config()).damageFirst(kind);
        Told told = new Told();

        VerifyReport verified = repair(told);

        assertEquals(1, verified.damaged(), told.lines::toString);
        assertEquals(1, told.lines.size(), told.lines::toString);
        assertEquals(List.of(0L, 0L, 0L), List.of(verified.differing(), verified.orphans(), verified.miscounted()));
    }

    @Test
    void aSightingOfAnotherCustomerIsReported() {
        try (Installation installation = WholeStores.openShop(config())) {
            var sighting = OrderFixtures.sighting("203.0.113.1", "2026-03-01T10:00:00Z");
            installation
                    .store()
                    .sightings()
                    .track(SHOP, List.of(new SightingWrite(key("ann"), key("ip"), sighting)), _ -> null);
        }
        new Tampering(config()).change("sightings", Tampering::ofAnotherPart);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(
                List.of("account shop (live), one of the sightings: the sealed record is damaged, or was moved from"
                        + " another place; restore it from a backup"),
                told.lines);
        assertEquals(new VerifyReport(1, 0, 0, 0, 1, 0, 0, 0, false, List.of(), 0), verified);
    }
}
