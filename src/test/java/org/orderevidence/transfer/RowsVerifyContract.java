package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.report;
import static org.orderevidence.transfer.WholeStores.SHOP;
import static org.orderevidence.transfer.WholeStores.SHOP_TEST;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.installation.Installation;
import org.orderevidence.settings.Config;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.sighting.SightingWrite;
import org.orderevidence.transfer.WholeStores.Told;

/**
 * What reading back a store finds in the rows of references, later facts, pending facts and sightings. A part of
 * {@link StoreVerifyContract}.
 */
interface RowsVerifyContract {
    /** Settings of the installation of the running test. */
    Config config();

    VerifyReport verify(Told told);

    VerifyReport repair(Told told);

    /** Changes or deletes exactly one row. */
    void change(String sql);

    /** Stores order A-0 with a customer and a dispute. */
    void putRight();

    @Test
    default void aRowOfTheIndexByCustomerOnAnotherDayIsReportedAndMoved() {
        putRight();
        change("UPDATE orders_by_reference SET day = day + 1");
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(
                List.of(
                        "account shop (live), order A-0: its row in the index by customer is missing",
                        "account shop (live), order A-0: a row of the index by customer belongs to no order"),
                told.lines);
        assertEquals(new VerifyReport(0, 1, 1, 0, 0, 1, 1, 0, false), verified);
        assertTrue(repair(new Told()).isSound());
        assertEquals(new VerifyReport(0, 1, 1, 0, 0, 0, 0, 0, true), verify(new Told()));
    }

    @Test
    default void aDeletedDisputeIsReportedByTheMarkOfItsHistoryRow() {
        putRight();
        change("DELETE FROM disputes");
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(1, told.lines.size(), told.lines::toString);
        assertTrue(told.lines.getFirst().endsWith(": is wrong: marked as disputed"), told.lines::toString);
        assertEquals(new VerifyReport(0, 1, 1, 0, 0, 1, 0, 0, false), verified);
    }

    private void putReport() {
        putRight();
        try (Installation installation = WholeStores.open(config())) {
            installation.evidence().putFraudReport(SHOP, id("A-0"), report("F"), NOON);
        }
    }

    @Test
    default void aFraudReportWithTheHashOfOtherContentIsReportedAndRebuilt() {
        putReport();
        change("UPDATE fraud_reports SET content = document");
        Told told = new Told();

        assertFalse(verify(told).isSound());

        assertEquals(1, told.lines.size(), told.lines::toString);
        assertTrue(
                told.lines
                        .getFirst()
                        .startsWith("account shop (live), order A-0: column content of a fraud report is "),
                told.lines::toString);
        assertTrue(repair(new Told()).isSound());
        assertTrue(verify(new Told()).isSound());
    }

    @Test
    default void aFraudReportOfAnotherOrderIsReported() {
        putReport();
        change("UPDATE fraud_reports SET order_id = 'A-1'");
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(1, verified.damaged());
        assertEquals(
                "account shop (live), order A-1: a fraud report belongs to no order; send the order again, or restore a"
                        + " backup",
                told.lines.getLast());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ip = customer | the sealed record is truncated",
                "minute = minute + 1 | the sealed record is damaged, or was moved from another place",
                "customer = ip_key | the sealed record is damaged, or was moved from another place",
                "ip_key = customer | the sealed record is damaged, or was moved from another place",
                "observed_at = observed_at + 60000000 | its time does not lie in its minute",
            })
    default void aChangedSightingIsReported(String change, String fault) {
        try (Installation installation = WholeStores.open(config())) {
            var sighting = OrderFixtures.sighting("203.0.113.1", "2026-03-01T10:00:00Z");
            installation
                    .evidence()
                    .track(
                            SHOP,
                            new SightingWrite(
                                    key("ann"), installation.keyring().sightingIp(SHOP, sighting.ip()), sighting));
        }
        assertTrue(verify(new Told()).isSound());
        change("UPDATE sightings SET " + change);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(1, told.lines.size(), told.lines::toString);
        String line = told.lines.getFirst();
        assertTrue(line.startsWith("account shop (live), sighting of customer key "), line);
        assertTrue(line.contains(": " + fault), line);
        assertEquals(new VerifyReport(0, 0, 0, 0, 1, 0, 0, 0, false), verified);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "document = pending_key | the sealed record",
                "space = (SELECT number FROM spaces WHERE mode = 'test') | the sealed record is damaged, or was moved",
                "pending_key = document | ",
            })
    default void aChangedPendingFactIsReported(String change, String fault) {
        try (Installation installation = WholeStores.open(config())) {
            installation.pending().put(SHOP, WholeStores.pending("F-1"));
            // The other space gets its number.
            installation.pending().put(SHOP_TEST, WholeStores.pending("F-2"));
            installation.pending().end(SHOP_TEST, WholeStores.pending("F-2").key(), 1);
        }
        assertTrue(verify(new Told()).isSound());
        change("UPDATE pending SET " + change);
        Told told = new Told();

        VerifyReport verified = repair(told);

        assertEquals(1, told.lines.size(), told.lines::toString);
        String line = told.lines.getFirst();
        assertTrue(line.contains(", pending fact of key "), line);
        assertTrue(fault == null || line.contains(": " + fault), line);
        assertEquals(new VerifyReport(0, 0, 0, 0, 1, 0, 0, 0, false), verified);
    }
}
