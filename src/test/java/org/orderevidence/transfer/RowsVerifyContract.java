package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.report;
import static org.orderevidence.transfer.WholeStores.SHOP;
import static org.orderevidence.transfer.WholeStores.SHOP_TEST;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.Actor;
import org.orderevidence.account.Scope;
import org.orderevidence.installation.Installation;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.outcome.OrderOutcome;
import org.orderevidence.settings.Config;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.integration.IntegrationRecord;
import org.orderevidence.store.integration.RecordKey;
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
    default void aRowOfTheIndexByCustomerAtAnotherTimeIsReportedAndMoved() {
        putRight();
        change("UPDATE orders_by_reference SET list_rank = list_rank + 1");
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(
                List.of(
                        "account shop (live), order A-0: its row in the index by customer is missing",
                        "account shop (live), order A-0: a row of the index by customer belongs to no order"),
                told.lines);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 1, 0, false), verified);
        assertTrue(repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true), verify(new Told()));
    }

    @Test
    default void aDeletedDisputeIsReportedUntilItIsSentAgainAndItsMarkStays() {
        putRight();
        change("DELETE FROM disputes");
        String lost =
                "account shop (live), order A-0: a dispute or fraud report of it is missing; send the dispute or fraud"
                        + " report again, or restore a backup";
        for (int i = 0; i < 2; i++) {
            Told told = new Told();

            VerifyReport repaired = repair(told);

            assertEquals(2, told.lines.size(), told.lines::toString);
            assertEquals(lost, told.lines.getFirst());
            assertTrue(told.lines.getLast().endsWith(": is wrong: marked as disputed"), told.lines::toString);
            assertEquals(new VerifyReport(1, 1, 1, 0, 1, 0, 0, 0, false), repaired);
        }
        try (Installation installation = WholeStores.openShop(config())) {
            installation.evidence().putDispute(SHOP, id("A-0"), OrderFixtures.dispute("D", Dispute.Status.OPEN), NOON);
        }
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true), verify(new Told()));
    }

    @Test
    default void oneOfSeveralDisputesThatDoesNotCountIsMissedToo() {
        putRight();
        try (Installation installation = WholeStores.openShop(config())) {
            installation
                    .evidence()
                    .putDispute(SHOP, id("A-0"), OrderFixtures.dispute("D2", Dispute.Status.WITHDRAWN), NOON);
        }
        assertTrue(verify(new Told()).isSound());
        change("DELETE FROM disputes WHERE dispute_id = 'D2'");

        assertEquals(new VerifyReport(1, 1, 1, 0, 1, 0, 0, 0, false), repair(new Told()));
    }

    @Test
    default void aDeletedAccountIsReported() {
        putRight();
        change("DELETE FROM accounts_records");
        Told told = new Told();

        VerifyReport verified = repair(told);

        assertEquals(
                List.of("account shop: is missing, but the store has records of it; restore a backup"), told.lines);
        assertEquals(new VerifyReport(0, 1, 1, 0, 1, 0, 0, 0, false), verified);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "uploaded_at = uploaded_at + 1000000000 | its upload time | false",
                "derivation = 99 | its rows have derivation 99, but this release has 2 | false",
                "derivation = 0 | its rows have derivation 0, which no release has | true",
                "later_facts = 0 | column later_facts is 0 instead of | true",
            })
    default void aChangedNumberOfAnOrderIsReported(String change, String expected, boolean isRepaired) {
        putRight();
        change("UPDATE orders SET " + change);
        Told told = new Told();

        assertFalse(verify(told).isSound());

        assertEquals(1, told.lines.size(), told.lines::toString);
        String line = told.lines.getFirst();
        assertTrue(line.startsWith("account shop (live), order A-0: " + expected), line);
        assertEquals(isRepaired, repair(new Told()).isSound());
        assertEquals(isRepaired, verify(new Told()).isSound());
    }

    /** Values that no release writes. Nothing reads them as numbers or keys before they are rebuilt. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "credential_1 = substr(credential_1, 1, 1)",
                "credential_2 = substr(credential_1, 1, 1)",
                "reference_keys = substr(reference_keys, 1, 1)",
                "upload = substr(upload, 1, 1)",
                "list_rank = 9223372036854775807",
                "list_rank = -9223372036854775808",
                "history_day = -2147483648",
                "revision = -9223372036854775807",
                "other_parts = -1",
            })
    default void aMalformedColumnIsRebuiltAndSpoilsNoBatch(String change) {
        putRight();
        change("UPDATE orders SET " + change);
        assertFalse(verify(new Told()).isSound());
        try (Installation installation = WholeStores.openShop(config())) {
            List<OrderWrite> writes = List.of(
                    WholeStores.write(installation, SHOP, OrderFixtures.order("A-0")),
                    WholeStores.write(installation, SHOP, OrderFixtures.order("A-1")));
            List<OrderOutcome> outcomes =
                    installation.evidence().put(SHOP, OrderFixtures.parts(writes), NOON.plusSeconds(1));
            assertInstanceOf(OrderOutcome.Updated.class, outcomes.getFirst());
            assertInstanceOf(OrderOutcome.Created.class, outcomes.getLast());
            assertTrue(installation.evidence().order(SHOP, id("A-0")).isPresent());
        }
        change("UPDATE orders SET " + change + " WHERE id = 'A-0'");

        assertTrue(repair(new Told()).isSound());

        assertEquals(List.of(), lines());
    }

    private List<String> lines() {
        Told told = new Told();
        verify(told);
        return told.lines;
    }

    @Test
    default void aChangedColumnOfAnIntegrationIsReported() {
        try (Installation installation = WholeStores.openShop(config())) {
            installation.store().integrations().add(WholeStores.integration(SHOP));
        }
        assertTrue(verify(new Told()).isSound());
        change("UPDATE integrations_records SET expires = 1");

        assertEquals(
                List.of("the installation, one of the integrations: a column of a record of an integration was"
                        + " changed"),
                lines());
    }

    /** An event names its integration, and the audit log says whether it was removed. */
    @Test
    default void aDeletedIntegrationIsReportedUnlessItWasRemoved() {
        IntegrationRecord event = new IntegrationRecord(
                SHOP, new RecordKey("event/i1/0ab", "e"), 1, null, null, Bytes.wrap(new byte[] {1}));
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
                    .addAudit(new AuditRow(SHOP, "1", NOON, "cli", "integration_removed", "i1", null));
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
    default void aKeyThatTheAuditLogDoesNotExplainIsReported(Tampered tampered) {
        try (Installation installation = WholeStores.openShop(config())) {
            for (int i = 0; i < 2; i++) {
                installation.accounts().createKey("shop", AccountSpace.Mode.LIVE, Set.of(Scope.READ), null);
            }
            String revoked =
                    installation.accounts().keys().all("shop").getFirst().id();
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

    private void putReport() {
        putRight();
        try (Installation installation = WholeStores.openShop(config())) {
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

        assertEquals(2, verified.damaged(), "A-0 lost it, and A-1 does not exist");
        assertEquals(
                "account shop (live), order A-1: a fraud report belongs to no order; send the order again, or restore a"
                        + " backup",
                told.lines.getLast());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "body = part | the sealed record is truncated",
                "part = substr(sort, 5) | the sealed record is damaged, or was moved from another place",
                "sort = part | the sealed record is damaged, or was moved from another place",
            })
    default void aChangedSightingIsReported(String change, String fault) {
        try (Installation installation = WholeStores.openShop(config())) {
            var sighting = OrderFixtures.sighting("203.0.113.1", "2026-03-01T10:00:00Z");
            installation
                    .store()
                    .sightings()
                    .track(
                            SHOP,
                            new SightingWrite(
                                    key("ann"), installation.keyring().sightingIp(SHOP, sighting.ip()), sighting));
        }
        assertTrue(verify(new Told()).isSound());
        change("UPDATE sightings_records SET " + change);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(1, told.lines.size(), told.lines::toString);
        String line = told.lines.getFirst();
        assertTrue(line.startsWith("account shop (live), one of the sightings: "), line);
        assertTrue(line.contains(": " + fault), line);
        assertEquals(new VerifyReport(1, 0, 0, 0, 1, 0, 0, 0, false), verified);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "body = part | the sealed record",
                "space = (SELECT number FROM spaces WHERE mode = 'test') | the sealed record is damaged, or was moved",
                "version = version + 1 | a column of a pending fact was changed",
                "expires = expires + 1 | a column of a pending fact was changed",
            })
    default void aChangedPendingFactIsReported(String change, String fault) {
        try (Installation installation = WholeStores.openShop(config())) {
            installation.pending().put(SHOP, WholeStores.pending("F-1"));
            // The other space gets its number.
            installation.pending().put(SHOP_TEST, WholeStores.pending("F-2"));
            installation.pending().end(SHOP_TEST, WholeStores.pending("F-2").key(), 1);
        }
        assertTrue(verify(new Told()).isSound());
        change("UPDATE pending_records SET " + change);
        Told told = new Told();

        VerifyReport verified = repair(told);

        assertEquals(1, told.lines.size(), told.lines::toString);
        String line = told.lines.getFirst();
        assertTrue(line.contains(", one of the pending facts: "), line);
        assertTrue(line.contains(": " + fault), line);
        assertEquals(new VerifyReport(1, 0, 0, 0, 1, 0, 0, 0, false), verified);
    }
}
