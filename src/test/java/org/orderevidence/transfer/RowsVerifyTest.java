package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.transfer.WholeStores.SHOP;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.Actor;
import org.orderevidence.account.Scope;
import org.orderevidence.account.StoredKeys;
import org.orderevidence.installation.Installation;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.Sightings.SightingWrite;
import org.orderevidence.store.Stored;
import org.orderevidence.transfer.StoreVerify.VerifyReport;
import org.orderevidence.transfer.WholeStores.Told;

/** What reading back a store finds in the rows of references, later facts, pending facts and sightings. */
@Tag("slow")
final class RowsVerifyTest extends VerifiedStore {
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
