package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.transfer.WholeStores.SHOP;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Installation;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.ReceiptBuilder;
import org.orderevidence.settings.Config;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.transfer.WholeStores.Told;
import org.orderevidence.waiting.Waits;

/** What reading back a store finds. Each engine has one test class that implements this. */
interface StoreVerifyContract extends ComposedVerifyContract, RowsVerifyContract {
    KeyedHash CARD = key("card of A-0");
    KeyedHash STRAY = key("another card");
    List<DayRange> ALL_DAYS = List.of(new DayRange(LocalDate.parse("2000-01-01"), LocalDate.parse("9999-12-31")));

    /** Address of an empty store, or of a place where one is made. */
    String store();

    @Override
    void change(String sql);

    /** A folder of its own for each test. */
    Path folder();

    /** Changes a byte of the document of an order where the engine keeps it. */
    void damage(AccountSpace space, OrderId order);

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
        Charge charge = plain.charge().withCredential(new PaymentCredential(null, card, null, null, new Brand("visa")));
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
            installation.evidence().putDispute(SHOP, id("A-0"), OrderFixtures.dispute("D", Dispute.Status.OPEN), NOON);
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

        String line = "account shop (live), order A-0, history row of " + DAY + " under credential key " + CARD
                + ": is wrong: other facts than the order's";
        assertEquals(List.of(line), told.lines);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 0, 0, false), verified);
        Told toldAtRepair = new Told();
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 0, 0, true), repair(toldAtRepair));
        assertEquals(List.of(line + "; rebuilt"), toldAtRepair.lines);
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

        String missing = "account shop (live), order A-0, history row of " + DAY + " under credential key " + CARD
                + ": is missing";
        String stray = "account shop (live), order A-0, history row of " + DAY + " under credential key " + STRAY
                + ": does not follow from any order";
        String column = "account shop (live), order A-0: column credential_1 is "
                + HexFormat.of().formatHex(STRAY.bytes()) + " instead of "
                + HexFormat.of().formatHex(CARD.bytes());
        assertEquals(List.of(column, missing, stray), told.lines);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 1, 0, false), verified);
        assertEquals(true, repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true), verify(new Told()));
        assertEquals(right, history(CARD));
        assertEquals(List.of(), history(STRAY));
    }

    @Test
    default void aDamagedOrderIsToldAndItsRowIsLeft() {
        WholeStores.fill(config(), 20);
        putRight();
        VerifyReport before = verify(new Told());
        damage(SHOP, id("A-0"));
        Told told = new Told();

        VerifyReport verified = repair(told);

        assertEquals(
                List.of(
                        "account shop (live), order A-0: the sealed record is damaged, or was moved from another place; restore it from a backup"),
                told.lines);
        assertEquals(new VerifyReport(2, 39, before.historyRows(), 40, 1, 0, 0, 0, false), verified);
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "list_rank = list_rank + 1 | column list_rank is -1772323199999 instead of -1772323200000",
                "amount_minor = 1 | column amount_minor is 1 instead of 1999",
                "currency = 'EUR' | column currency is EUR instead of USD",
                "status = 'failed' | column status is failed instead of succeeded",
                "revision = 7 | column revision is 7 instead of null",
                "reference_keys = NULL | column reference_keys is null instead of 01",
                "credential_1 = NULL | column credential_1 is null instead of 01",
                "history_day = history_day - 1 | column history_day is 20512 instead of 20513",
            })
    default void aChangedColumnIsReportedAndRebuilt(String change, String expected) {
        putRight();
        change("UPDATE orders SET " + change + " WHERE id = 'A-0'");
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(1, told.lines.size(), told.lines::toString);
        String line = told.lines.getFirst();
        assertTrue(line.startsWith("account shop (live), order A-0: " + expected), line);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 0, 0, false), verified);
        assertTrue(repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true), verify(new Told()));
    }

    @Test
    default void aDisputeMarkedOtherwiseIsReported() {
        putRight();
        change("UPDATE disputes SET counts = 0 WHERE order_id = 'A-0'");
        Told told = new Told();

        assertFalse(verify(told).isSound());

        assertEquals(
                List.of("account shop (live), order A-0: column counts of a dispute is 0 instead of 2"), told.lines);
    }

    @Test
    default void aDisputeWithTheHashOfOtherContentIsReported() {
        putRight();
        change("UPDATE disputes SET content = document WHERE order_id = 'A-0'");
        Told told = new Told();

        assertFalse(verify(told).isSound());

        assertEquals(1, told.lines.size(), told.lines::toString);
        assertTrue(
                told.lines.getFirst().startsWith("account shop (live), order A-0: column content of a dispute is "),
                told.lines::toString);
        assertTrue(repair(new Told()).isSound());
        assertTrue(verify(new Told()).isSound());
    }

    @Test
    default void aMissingRowOfTheIndexByCustomerIsReportedAndRebuilt() {
        putRight();
        change("DELETE FROM orders_by_reference WHERE order_id = 'A-0'");
        Told told = new Told();

        assertFalse(verify(told).isSound());

        assertEquals(
                List.of("account shop (live), order A-0: its row in the index by customer is missing"), told.lines);
        assertTrue(repair(new Told()).isSound());
        assertTrue(verify(new Told()).isSound());
    }

    @Test
    default void aRowOfTheIndexByCustomerWithoutItsOrderIsReportedAndDeleted() {
        putRight();
        change("INSERT INTO orders_by_reference (space, reference, list_rank, order_id)"
                + " SELECT space, reference, list_rank, 'A-1' FROM orders_by_reference");
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(
                List.of("account shop (live), order A-1: a row of the index by customer belongs to no order"),
                told.lines);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 1, 0, false), verified);
        assertTrue(repair(new Told()).isSound());
        assertTrue(verify(new Told()).isSound());
    }

    @Test
    default void anEmptiedStoreIsReported() {
        putRight();
        change("DELETE FROM orders");
        change("DELETE FROM history");
        change("DELETE FROM orders_by_reference");
        change("DELETE FROM disputes");
        Told told = new Told();

        VerifyReport verified = repair(told);

        assertEquals(
                List.of("account shop (live): the store counted 1 orders, but has 0; if orders are missing, restore a"
                        + " backup"),
                told.lines);
        assertEquals(new VerifyReport(1, 0, 0, 0, 0, 0, 0, 1, false), verified);
    }

    @Test
    default void aDisputeWithoutItsOrderIsReported() {
        putRight();
        change("DELETE FROM orders");
        change("DELETE FROM history");
        change("DELETE FROM orders_by_reference");
        Told told = new Told();

        verify(told);

        assertEquals(
                "account shop (live), order A-0: a dispute belongs to no order; send the order again, or restore a backup",
                told.lines.getLast());
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
