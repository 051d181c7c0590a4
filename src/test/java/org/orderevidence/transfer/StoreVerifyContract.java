package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.transfer.WholeStores.SHOP;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.ReceiptBuilder;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.Stored;
import org.orderevidence.transfer.StoreVerify.VerifyReport;
import org.orderevidence.transfer.WholeStores.Told;
import org.orderevidence.waiting.Waits;

/** What reading back a store finds. Each engine has one test class that implements this. */
interface StoreVerifyContract extends RowsVerifyContract {
    KeyedHash CARD = key("card of A-0");
    String A_0 = "account shop (live), order A-0: ";
    String WRONG_HEAD = A_0 + "what it states without its content is wrong";
    KeyedHash STRAY = key("another card");
    List<DateRange> ALL_DAYS = List.of(new DateRange(LocalDate.parse("2000-01-01"), LocalDate.parse("9999-12-31")));

    /** Address of an empty store, or of a place where one is made. */
    String store();

    /** A folder of its own for each test. */
    Path folder();

    @Override
    default Config config() {
        return WholeStores.config(folder().resolve("data"), store());
    }

    @Override
    default VerifyReport verify(Told told) {
        return WholeStores.verify(config(), false, told);
    }

    @Override
    default VerifyReport repair(Told told) {
        return WholeStores.verify(config(), true, told);
    }

    /** An order of a customer under a card of its own, which only its fingerprint tells. */
    static Order order(String id, KeyedHash card) {
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
    default void putWrong(List<KeyedHash> credentials, @Nullable String facts) {
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

    @Override
    default void putRight() {
        try (Installation installation = WholeStores.openShop(config())) {
            OrderWrite right = WholeStores.write(installation, SHOP, order("A-0", CARD));
            installation.evidence().put(SHOP, OrderFixtures.parts(List.of(right)), NOON);
            installation
                    .evidence()
                    .putDispute(SHOP, id("A-0"), OrderFixtures.dispute("D", Dispute.Status.OPEN), null, NOON);
        }
    }

    default List<HistoryRow> history(KeyedHash credential) {
        try (Installation installation = WholeStores.openShop(config())) {
            return installation.evidence().history(SHOP, credential, ALL_DAYS, 10);
        }
    }

    @Test
    default void aSoundStoreIsSound() {
        WholeStores.fill(config(), 300);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(List.of(), told.lines);
        assertEquals(new VerifyReport(2, 600, verified.historyRows(), 600, 0, 0, 0, 0, true), verified);
    }

    @Test
    default void historyWithOtherFactsIsToldAndRebuilt() {
        putRight();
        List<HistoryRow> right = history(CARD);
        putWrong(List.of(CARD), "other facts");
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(List.of(WRONG_HEAD, A_0 + "its row among the history rows is wrong"), told.lines);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 0, 0, false), verified);
        Told toldAtRepair = new Told();
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 0, 0, true), repair(toldAtRepair));
        assertEquals(told.lines.stream().map(line -> line + "; written again").toList(), toldAtRepair.lines);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true), verify(new Told()));
        assertEquals(right, history(CARD), "as it was, its mark too");
    }

    @Test
    default void aRowAtAnotherCardIsToldAndMovedToItsOwn() {
        putRight();
        List<HistoryRow> right = history(CARD);
        putWrong(List.of(STRAY), null);
        Told told = new Told();

        VerifyReport verified = verify(told);

        // Its head says where its rows are.
        assertEquals(List.of(WRONG_HEAD), told.lines);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 0, 0, false), verified);
        assertEquals(true, repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true), verify(new Told()));
        assertEquals(right, history(CARD));
        assertEquals(List.of(), history(STRAY));
    }

    @Test
    default void aDamagedOrderIsToldAndItsRowIsLeft() {
        putRight();
        new Tampering(config()).change("orders", Tampering::damaged);
        Told told = new Told();

        VerifyReport verified = repair(told);

        assertEquals(
                List.of(
                        "account shop (live), order A-0: the sealed record is damaged, or was moved from another place; restore it from a backup"),
                told.lines);
        assertEquals(new VerifyReport(1, 0, 1, 0, 1, 0, 0, 0, false), verified);
        assertEquals(1, history(CARD).size());
    }

    @Test
    default void ofManyFaultsAHundredAreToldAndAllAreCounted() {
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

        assertEquals(new VerifyReport(1, 150, 150, 0, 0, 150, 0, 0, false), verified);
        assertEquals(101, told.lines.size());
        assertEquals("... there are more faults; they are only counted", told.lines.getLast());
    }

    @Test
    default void whatChangesMeanwhileIsNotWrong() throws Exception {
        WholeStores.fill(config(), 300);
        try (Installation installation = WholeStores.openShop(config())) {
            AtomicBoolean done = new AtomicBoolean();
            Thread uploader = Thread.ofVirtual().start(() -> {
                for (int i = 0; !done.get(); i++) {
                    OrderWrite write =
                            WholeStores.write(installation, SHOP, order("A-" + i % 300, i % 2 == 0 ? CARD : STRAY));
                    installation.evidence().put(SHOP, OrderFixtures.parts(List.of(write)), NOON.plusSeconds(i));
                }
            });
            Told told = new Told();

            VerifyReport verified = StoreTasks.verify(config(), false, told);

            done.set(true);
            Waits.end(List.of(uploader));
            assertEquals(List.of(), told.lines);
            assertEquals(true, verified.isSound());
        }
        assertEquals(true, verify(new Told()).isSound());
    }

    /** What it states of its content decides which rows it has, and whether an upload changes it. */
    @Test
    default void aHeadThatDoesNotFollowFromTheContentIsReportedAndRebuilt() {
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
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 1, 0, false), verified);
        assertTrue(repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true), verify(new Told()));
    }

    @Test
    default void aHeadThatIsNoneIsReportedAndTheOthersGoOn() {
        putRight();
        new Tampering(config()).change("orders", order -> Tampering.withHead(order, Bytes.wrap(new byte[] {1, 2, 3})));
        Told told = new Told();

        VerifyReport verified = repair(told);

        assertEquals(List.of(A_0 + "a stored document has 3 bytes"), told.lines);
        assertEquals(new VerifyReport(1, 0, 1, 0, 1, 0, 0, 0, false), verified);
    }

    @ParameterizedTest
    @CsvSource({"history, history rows", "order_references, references", "order_days, places in lists"})
    default void aMissingRowIsReportedAndWrittenAgain(String kind, String name) {
        putRight();
        List<Stored> before = new Tampering(config()).all(kind);
        new Tampering(config()).empty(kind);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(Collections.nCopies(before.size(), A_0 + "its row among the " + name + " is missing"), told.lines);
        assertEquals(1, verified.differing());
        assertTrue(repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true), verify(new Told()));
        assertEquals(
                before.stream().map(Stored::key).toList(),
                new Tampering(config()).all(kind).stream().map(Stored::key).toList());
    }

    @ParameterizedTest
    @CsvSource({"history, history rows", "order_references, references", "order_days, places in lists"})
    default void aRowWithoutItsOrderIsReportedAndDeleted(String kind, String name) {
        putRight();
        new Tampering(config()).add(kind, Tampering::ofAnotherOrder);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(
                List.of("account shop (live), order A-01: a row among the " + name + " follows from no record"),
                told.lines);
        assertEquals(1, verified.orphans());
        assertTrue(repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true), verify(new Told()));
    }

    @Test
    default void anEmptiedStoreIsReported() {
        putRight();
        List.of("orders", "history", "order_references", "order_days", "order_disputes")
                .forEach(new Tampering(config())::empty);
        Told told = new Told();

        VerifyReport verified = repair(told);

        assertEquals(
                List.of("account shop (live): the store counted 1 orders, but has 0; if orders are missing, restore a"
                        + " backup"),
                told.lines);
        assertEquals(new VerifyReport(1, 0, 0, 0, 0, 0, 0, 1, false), verified);
    }

    @Test
    default void aLostOrderIsReportedByItsRows() {
        putRight();
        new Tampering(config()).empty("orders");

        VerifyReport verified = verify(new Told());

        assertEquals(1, verified.miscounted());
        assertEquals(6, verified.orphans());
    }

    @Test
    default void aStoreOfComposedOrdersIsSound() {
        ComposedOrders.fill(config(), 30);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(List.of(), told.lines);
        assertEquals(new VerifyReport(2, 62, verified.historyRows(), 60, 0, 0, 0, 0, true), verified);
    }

    @Test
    default void withoutItsSecretNothingIsVerified() throws Exception {
        putRight();
        Path secret = folder().resolve("data/secret");
        Files.delete(secret);

        CannotStart refused = assertThrows(CannotStart.class, () -> verify(new Told()));

        assertEquals(
                "the secret " + secret + " is missing, but this store needs it; restore it from the backup, or"
                        + " set secret-file",
                refused.getMessage());
    }
}
