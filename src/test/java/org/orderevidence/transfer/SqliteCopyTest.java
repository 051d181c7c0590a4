package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.transfer.WholeStores.SHOP;
import static org.orderevidence.transfer.WholeStores.SHOP_TEST;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.Actor;
import org.orderevidence.account.AuditLog.AuditFilter;
import org.orderevidence.account.Scope;
import org.orderevidence.account.StoredKeys;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.installation.Stores;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.AccessToken;
import org.orderevidence.store.AccessToken.TokenKind;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.StoreUnderTest;
import org.orderevidence.store.TestCodec;
import org.orderevidence.transfer.StoreCopy.CopyJournal;
import org.orderevidence.transfer.StoreCopy.CopyJournal.Place;
import org.orderevidence.transfer.StoreTasks.Copied;
import org.orderevidence.transfer.StoreTasks.Kind;
import org.orderevidence.transfer.StoreVerify.VerifyReport;
import org.orderevidence.transfer.WholeStores.Told;

/** From one SQLite file into another, and the journal of a copy. */
final class SqliteCopyTest {
    private static final int ORDERS = 300;
    private static final List<DateRange> ALL_DAYS =
            List.of(new DateRange(LocalDate.parse("0001-01-01"), LocalDate.parse("9999-12-31")));
    private static final String FROM = "postgresql://user:hunter2@host/db";

    @TempDir
    private Path folder;

    /** Address of the source: an empty store, or a place where one is made. */
    private String from() {
        return "sqlite:" + folder.resolve("data/evidence.db");
    }

    /** Address of the target, likewise. */
    private String to() {
        return "sqlite:" + folder.resolve("new/evidence.db");
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Config source() {
        return WholeStores.config(data(), from());
    }

    private Config target() {
        return WholeStores.config(data(), to());
    }

    private Copied copy(Told told) {
        return StoreTasks.copy(source(), from(), to(), false, false, told);
    }

    private static List<Kind> kinds(Copied copied, String... names) {
        return copied.kinds().stream()
                .filter(kind -> List.of(names).contains(kind.name()))
                .toList();
    }

    private static List<StoredOrder> page(Installation installation, AccountSpace space) {
        return StoreUnderTest.page(installation.evidence(), space, null, 0, 100);
    }

    private static List<AccessToken> tokens(Installation installation, AccountSpace space, TokenKind kind) {
        return installation.store().tokens().of(space, kind, "A-0");
    }

    /** Reads orders, lists, history and keys of both, as a service would. */
    private void assertTheTargetServesTheSame(int orders) {
        try (Installation source = WholeStores.open(source());
                Installation target = WholeStores.open(target())) {
            assertEquals(source.accounts().list(), target.accounts().list());
            assertTrue(source.store().integrations().read(WholeStores.COMPUTED).isPresent());
            assertEquals(Optional.empty(), target.store().integrations().read(WholeStores.COMPUTED));
            assertEquals(StoredKeys.of(source.accounts(), "shop"), StoredKeys.of(target.accounts(), "shop"));
            assertEquals(
                    source.accounts()
                            .audit()
                            .page(SHOP, AuditFilter.ALL, null, 100)
                            .entries(),
                    target.accounts()
                            .audit()
                            .page(SHOP, AuditFilter.ALL, null, 100)
                            .entries());
            for (AccountSpace space : List.of(SHOP, SHOP_TEST)) {
                List<AccessToken> links = tokens(source, space, TokenKind.RECEIPT_LINK);
                assertEquals(1, links.size());
                assertEquals(links, tokens(target, space, TokenKind.RECEIPT_LINK));
                assertEquals(List.of(), tokens(target, space, TokenKind.SESSION), "people sign in again");
                assertEquals(
                        page(source, space), page(target, space), "the newest orders are listed, with what they have");
                for (Order order : WholeStores.orders(orders)) {
                    assertEquals(
                            source.evidence().order(space, order.id()),
                            target.evidence().order(space, order.id()));
                    for (var credential :
                            WholeStores.write(source, space, order).credentials()) {
                        assertEquals(
                                source.evidence().history(space, credential, ALL_DAYS, 10_000),
                                target.evidence().history(space, credential, ALL_DAYS, 10_000));
                    }
                }
            }
        }
    }

    @Test
    void everythingIsInTheTarget() {
        WholeStores.fill(source(), ORDERS);
        Told told = new Told();

        Copied copied = copy(told);

        assertTrue(copied.isEqual(), copied::toString);
        assertEquals(
                List.of(
                        new Kind("accounts", 2, 2, true),
                        new Kind("audit entries", 3, 3, true),
                        new Kind("orders", 2 * ORDERS, 2 * ORDERS, true),
                        new Kind("sightings", 2 * ORDERS, 2 * ORDERS, true),
                        new Kind("keys", 2, 2, true)),
                kinds(copied, "accounts", "keys", "audit entries", "orders", "sightings"));
        assertEquals(List.of(), told.lines);
        assertTheTargetServesTheSame(ORDERS);
    }

    @Test
    void ordersOfSeveralPartsAreCopiedWithTheirParts() {
        ComposedOrders.fill(source(), 30);

        Copied copied = copy(new Told());

        assertTrue(copied.isEqual(), copied::toString);
        assertEquals(List.of(new Kind("orders", 64, 64, true)), kinds(copied, "orders"));
        ComposedOrders.assertSame(source(), target(), 30);
        Told told = new Told();
        VerifyReport verified = WholeStores.verify(target(), false, told);
        assertEquals(List.of(), told.lines);
        assertEquals(new VerifyReport(2, 62, verified.historyRows(), 60, 0, 0, 0, 0, true, List.of(), 0), verified);
    }

    @Test
    void aSecondCopyBringsWhatCameInBetween() {
        WholeStores.fill(source(), 30);
        assertTrue(copy(new Told()).isEqual());
        Order changed = OrderFixtures.withRevision(OrderFixtures.everyField("A-1"), Order.MAX_REVISION);
        String endedKey;
        try (Installation installation = WholeStores.open(source())) {
            OrderWrite write = WholeStores.write(installation, SHOP, changed);
            installation.evidence().put(SHOP, OrderFixtures.parts(List.of(write)), OrderFixtures.NOON.plusSeconds(9));
            installation.accounts().create("third");
            installation
                    .accounts()
                    .setProfile(
                            Actor.operator(),
                            "other",
                            account -> account.with(OrderFixtures.profile(), null, true, null),
                            _ -> true);
            endedKey = StoredKeys.of(installation.accounts(), "shop").getFirst().id();
            installation.accounts().keys().revoke(Actor.operator(), SHOP, endedKey);
            installation.accounts().createKey("third", Mode.LIVE, Set.of(Scope.READ), null);
        }

        Copied copied = copy(new Told());

        assertTrue(copied.isEqual(), copied::toString);
        assertTheTargetServesTheSame(30);
        try (Installation installation = WholeStores.open(target())) {
            assertEquals(
                    Optional.of(changed),
                    installation.evidence().order(SHOP, changed.id()).map(o -> o.order()));
            assertEquals(1, StoredKeys.of(installation.accounts(), "third").size());
        }
    }

    @Test
    void aCopyLeavesAnOrderThatIsNewerInTheTarget() {
        WholeStores.fill(source(), 30);
        assertTrue(copy(new Told()).isEqual());
        Order newer = OrderFixtures.withRevision(OrderFixtures.everyField("A-1"), Order.MAX_REVISION);
        try (Installation installation = WholeStores.open(target())) {
            OrderWrite write = WholeStores.write(installation, SHOP, newer);
            installation.evidence().put(SHOP, OrderFixtures.parts(List.of(write)), OrderFixtures.NOON.plusSeconds(9));
        }

        assertFalse(copy(new Told()).isEqual(), "the source has an older state");

        try (Installation installation = WholeStores.open(target())) {
            assertEquals(
                    Optional.of(newer),
                    installation.evidence().order(SHOP, newer.id()).map(o -> o.order()));
        }
    }

    /** One order was erased in the source. Another one was erased in the target, and then changed in the source. */
    @Test
    void aCopyBringsNoErasedOrderBack() {
        WholeStores.fill(source(), 30);
        assertTrue(copy(new Told()).isEqual());
        OrderId here = OrderFixtures.id("A-1");
        OrderId there = OrderFixtures.id("A-2");
        Instant later = OrderFixtures.NOON.plusSeconds(9);
        try (Installation installation = WholeStores.open(source())) {
            assertTrue(installation.evidence().erase(SHOP, here, later));
        }
        assertTrue(copy(new Told()).isEqual());
        try (Installation installation = WholeStores.open(target())) {
            assertTrue(installation.evidence().isErased(SHOP, here));
            assertTrue(installation.evidence().erase(SHOP, there, later));
        }
        Told told = new Told();
        assertTrue(WholeStores.verify(target(), false, told).isSound(), told.lines::toString);
        try (Installation installation = WholeStores.open(source())) {
            OrderWrite write = WholeStores.write(
                    installation,
                    SHOP,
                    OrderFixtures.withRevision(OrderFixtures.everyField("A-2"), Order.MAX_REVISION));
            installation.evidence().put(SHOP, OrderFixtures.parts(List.of(write)), later.plusSeconds(9));
        }

        assertFalse(copy(new Told()).isEqual(), "the source still has the order");

        try (Installation installation = WholeStores.open(target())) {
            assertTrue(installation.evidence().isErased(SHOP, there));
            installation.store().sweep(later.plus(EvidenceStore.ERASED_FOR));
            assertFalse(installation.evidence().isErased(SHOP, there), "it ends after 550 days");
        }
    }

    /** A link, an integration and a key that work on the target although they were removed from the source. */
    @Test
    void whatWasRemovedFromTheSourceIsNamedAndAMirrorRemovesIt() {
        WholeStores.fill(source(), 30);
        assertTrue(copy(new Told()).isEqual());
        String key;
        try (Installation installation = WholeStores.open(source())) {
            OpenStore store = installation.store();
            key = StoredKeys.of(installation.accounts(), "shop").getFirst().id();
            store.accounts().deleteKey(store.accounts().key("shop", key).orElseThrow());
            store.accounts().removeAudit(store.accounts().audit(SHOP, null, 1).getFirst());
            store.pending().end(SHOP, WholeStores.pending("F-1").key(), 1);
            store.integrations().remove(WholeStores.integration(SHOP).key());
            store.tokens()
                    .remove(tokens(installation, SHOP, TokenKind.RECEIPT_LINK).getFirst());
        }
        Told told = new Told();

        Copied named = copy(told);

        assertFalse(named.isEqual());
        assertEquals(5, named.surplus());
        assertEquals(5, told.lines.size(), told.lines::toString);
        assertTrue(told.lines.contains("only in the target: account shop (live), key " + key), told.lines::toString);
        assertTrue(
                told.lines.contains("only in the target: account shop (live), receipt link of order A-0"),
                told.lines::toString);
        assertTrue(
                told.lines.contains("only in the target: account shop (live), record LIVE of link/main"),
                told.lines::toString);
        Told removed = new Told();
        Copied mirrored = StoreTasks.copy(source(), from(), to(), false, true, removed);
        assertTrue(mirrored.isEqual(), mirrored::toString);
        assertEquals(5, removed.lines.size(), removed.lines::toString);
        Told last = new Told();
        assertTrue(copy(last).isEqual());
        assertEquals(List.of(), last.lines);
        try (Installation installation = WholeStores.open(target())) {
            assertEquals(List.of(), tokens(installation, SHOP, TokenKind.RECEIPT_LINK));
            assertEquals(Optional.empty(), installation.store().accounts().key("shop", key));
        }
    }

    @Test
    void aKeyThatDiffersInTheTargetIsNamedAndAMirrorReplacesIt() {
        WholeStores.fill(source(), 3);
        assertTrue(copy(new Told()).isEqual());
        String key;
        try (Installation installation = WholeStores.open(target())) {
            key = StoredKeys.of(installation.accounts(), "shop").getFirst().id();
            installation.accounts().keys().revoke(Actor.operator(), SHOP, key);
        }

        assertFalse(copy(new Told()).isEqual());
        assertTrue(
                StoreTasks.copy(source(), from(), to(), false, true, new Told()).isEqual());
    }

    @Test
    void aTargetWithAnAccountOfItsOwnIsRefusedAndLeftAsItIs() {
        WholeStores.fill(source(), 3);
        Stores.open(target().store(), Clock.systemUTC(), TestCodec.CODECS).close();
        try (Installation installation = WholeStores.open(target())) {
            installation.accounts().create("stranger");
        }

        CannotStart refused = assertThrows(CannotStart.class, () -> copy(new Told()));

        assertEquals(
                "the target has an account stranger that the source does not have; use an empty store, or the target of"
                        + " an earlier copy from this source",
                refused.getMessage());
        try (Installation installation = WholeStores.open(target())) {
            assertEquals(1, installation.accounts().list().size());
            assertEquals(List.of(), page(installation, SHOP));
        }
    }

    @Test
    void aTargetOfAnotherSecretIsRefused() {
        WholeStores.fill(source(), 3);
        WholeStores.open(WholeStores.config(folder.resolve("elsewhere"), to())).close();

        CannotStart refused = assertThrows(CannotStart.class, () -> copy(new Told()));

        assertEquals(
                "the secret in " + data().resolve("secret") + " is not the secret of this store;"
                        + " restore the right one, or set secret-file",
                refused.getMessage());
    }

    @Test
    void withoutItsSecretNothingIsCopied() throws IOException {
        WholeStores.fill(source(), 3);
        Files.delete(data().resolve("secret"));

        CannotStart refused = assertThrows(CannotStart.class, () -> copy(new Told()));

        assertEquals(
                "the secret " + data().resolve("secret") + " is missing, but this store needs it;"
                        + " restore it from the backup, or set secret-file",
                refused.getMessage());
        assertFalse(Files.exists(data().resolve("secret")), "none was made");
    }

    /** Does something at each step, and fails if anything is told. */
    private static StoreWatch watching(Consumer<String> then) {
        return new StoreWatch() {
            @Override
            public void at(String step, long done, long total) {
                then.accept(step);
            }

            @Override
            public void tell(String line) {
                throw new AssertionError(line);
            }
        };
    }

    @Test
    void aCopyThatIsBrokenOffGoesOnWhereItWas() {
        WholeStores.fill(source(), ORDERS);
        StoreWatch breaking = watching(step -> {
            if (step.equals("orders copied")) {
                throw new IllegalStateException("broken off");
            }
        });
        assertThrows(
                IllegalStateException.class, () -> StoreTasks.copy(source(), from(), to(), false, false, breaking));
        Told told = new Told();

        assertTrue(copy(told).isEqual());

        assertEquals(
                List.of(
                        "an earlier copy was interrupted after 250 orders; continuing from there (--restart starts again)"),
                told.lines);
        assertTheTargetServesTheSame(ORDERS);
    }

    @Test
    void nobodyCanUseTheTargetBeforeItIsWhole() {
        WholeStores.fill(source(), 30);
        List<Integer> keysWhileCopying = new ArrayList<>();
        StoreWatch watch = watching(step -> {
            if (step.endsWith("copied") && !step.startsWith("keys")) {
                try (Installation installation = WholeStores.open(target())) {
                    keysWhileCopying.add(
                            StoredKeys.of(installation.accounts(), "shop").size());
                }
            }
        });

        Copied copied = StoreTasks.copy(source(), from(), to(), false, false, watch);

        assertTrue(copied.isEqual());
        assertTrue(keysWhileCopying.size() > 5, keysWhileCopying::toString);
        assertEquals(Set.of(0), Set.copyOf(keysWhileCopying));
    }

    /** An order that is uploaded to the source while it is copied, and one that changes. */
    @Test
    void theSourceMayServeMeanwhileAndASecondCopyIsExact() throws Exception {
        WholeStores.fill(source(), ORDERS);
        try (Installation serving = WholeStores.open(source())) {
            EvidenceStore evidence = serving.evidence();
            AtomicInteger number = new AtomicInteger();
            StoreWatch uploading = watching(_ -> {
                int next = number.incrementAndGet();
                evidence.put(
                        SHOP,
                        OrderFixtures.parts(List.of(
                                WholeStores.write(serving, SHOP, OrderFixtures.order("new " + next)),
                                WholeStores.write(serving, SHOP, OrderFixtures.order("A-" + next)))),
                        OrderFixtures.NOON.plusSeconds(next));
            });
            Copied first = StoreTasks.copy(source(), from(), to(), false, false, uploading);
            assertFalse(first.isEqual());
        }

        assertTrue(copy(new Told()).isEqual());
        assertTheTargetServesTheSame(ORDERS);
    }

    @Test
    void aSourceThatIsNotThereIsNotMade() {
        CannotStart refused = assertThrows(CannotStart.class, () -> copy(new WholeStores.Told()));

        assertEquals("there is no store at " + from(), refused.getMessage());
        assertFalse(Files.exists(folder.resolve("data/evidence.db")));
        assertFalse(Files.exists(folder.resolve("new/evidence.db")));
    }

    @Test
    void twoNamesOfOneFileAreOneStore() {
        WholeStores.fill(source(), 1);

        assertEquals(
                Optional.of("--from and --to name the same store"),
                StoreTasks.fault(from(), "sqlite:" + folder + "/data/../data/evidence.db"));
        assertEquals(
                Optional.of("--from and --to name the same store"),
                StoreTasks.fault("sqlite:not-there", "sqlite:./not-there"));
        assertEquals(Optional.empty(), StoreTasks.fault(from(), to()));
    }

    @Test
    void theLastPlaceIsFoundAgainAndAtTheEndNothingIsLeft() {
        try (Installation target = WholeStores.open(target())) {
            AccountStore notes = target.store().accounts();
            CopyJournal journal = CopyJournal.of(notes, FROM);
            assertEquals(Optional.empty(), journal.place());

            journal.reached(new Place("sightings", null, 0));
            assertEquals(Optional.of(new Place("sightings", null, 0)), journal.place());
            Place odd = new Place("orders", "1: =\\#!ä中\uD83D\uDE00:x\u0085", 500);
            journal.reached(odd);
            assertEquals(Optional.of(odd), CopyJournal.of(notes, FROM).place());
            assertEquals(Optional.empty(), CopyJournal.of(notes, FROM + "2").place());
            assertFalse(journal.note().contains("hunter2"), journal::note);

            notes.putNote(journal.note(), Bytes.utf8("kind=orders"));
            assertEquals(Optional.empty(), journal.place(), "what cannot be read is no place");
            journal.reached(odd);
            journal.end();
            assertEquals(Optional.empty(), journal.place());
        }
    }
}
