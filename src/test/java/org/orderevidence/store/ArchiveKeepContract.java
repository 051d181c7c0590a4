package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.OTHER;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.SHOP_TEST;
import static org.orderevidence.store.OrderFixtures.dispute;
import static org.orderevidence.store.OrderFixtures.everyField;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.report;
import static org.orderevidence.store.OrderFixtures.stored;
import static org.orderevidence.store.OrderFixtures.withFacts;
import static org.orderevidence.store.OrderFixtures.write;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.outcome.FactOutcome;
import org.orderevidence.order.outcome.OrderOutcome;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.Part;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceArchive.KeptOrder;
import org.orderevidence.store.document.StoredFact;
import org.orderevidence.store.document.StoredPart;

/** How evidence is taken in as it was elsewhere. */
interface ArchiveKeepContract extends StoreUnderTest {
    /** Another version than any that this store would give; and uploaded before. */
    long VERSION = FIRST_VERSION - 5_000_000;

    /** The version of each kept fact. */
    long FACT_VERSION = 7;

    Instant UPLOADED = NOON.minusSeconds(60);

    static KeptOrder kept(OrderWrite write) {
        return kept(SHOP, write, VERSION, List.of(), List.of());
    }

    static KeptOrder kept(
            AccountSpace space, OrderWrite write, long version, List<Dispute> disputes, List<FraudReport> reports) {
        return kept(space, write, version, UPLOADED, disputes, reports);
    }

    static KeptOrder kept(
            AccountSpace space,
            OrderWrite write,
            long version,
            Instant uploadedAt,
            List<Dispute> disputes,
            List<FraudReport> reports) {
        return new KeptOrder(
                space,
                write.id(),
                write.storedParts(),
                write.composed(),
                version,
                uploadedAt,
                disputes.stream()
                        .map(dispute -> StoredFact.of(dispute, FACT_VERSION))
                        .toList(),
                reports.stream()
                        .map(report -> StoredFact.of(report, FACT_VERSION))
                        .toList());
    }

    static HistoryRow row(String id, LocalDate day, long version, boolean disputed, boolean reported) {
        return new HistoryRow(
                id(id),
                day,
                version,
                facts("facts of " + id),
                disputed ? ActiveDisputes.FRAUD : ActiveDisputes.NONE,
                reported);
    }

    default void keep(KeptOrder order) {
        archive().keepOrders(List.of(order));
    }

    @Test
    default void aKeptOrderIsAsItWas() {
        List<Dispute> disputes = List.of(dispute("D-1", Dispute.Status.OPEN), dispute("D-2", Dispute.Status.WITHDRAWN));
        LocalDate day = everyField("A").charge().countsFrom().day();
        keep(kept(SHOP, write(everyField("A"), ANN, CARD, OTHER_CARD), VERSION, disputes, List.of(report("F"))));

        assertEquals(stored(everyField("A"), VERSION, UPLOADED, disputes, List.of(report("F"))), held("A"));
        assertEquals(List.of(row("A", day, VERSION, true, true)), history(CARD));
        assertEquals(List.of(row("A", day, VERSION, true, true)), history(OTHER_CARD));
        assertEquals(List.of("A"), page(null, 0, 10));
        assertCount(1, SHOP);
        assertEquals(Optional.empty(), store().order(SHOP_TEST, id("A")));
    }

    /** Design "Orders from several sources", "Formats": unknown optional tags survive a copy. */
    @Test
    default void anOrderOfSeveralPartsIsKeptWithItsPartsByteForByte() {
        List<Part> parts = OrderFixtures.severalParts(order("A"));
        Composition.Complete made =
                assertInstanceOf(Composition.Complete.class, Composition.of(id("A"), parts), "the parts make an order");
        OrderWrite write = write(made.order(), ANN, CARD);
        TestCodec.derive(write.order(), write.composed());
        List<StoredPart> bytes = parts.stream()
                .map(part -> withTagOfTheNextRelease(StoredPart.of(part)))
                .toList();

        keep(new KeptOrder(SHOP, id("A"), bytes, write.composed(), VERSION, UPLOADED, List.of(), List.of()));

        StoredOrder whole = new StoredOrder(made.order(), made.orderSources(), VERSION, UPLOADED, List.of(), List.of());
        assertEquals(whole, held("A"));
        assertEquals(Charge.Status.FAILED, held("A").order().charge().status(), "the PATCH counts");
        assertEquals(Optional.of(new OrderParts(whole, parts)), store().parts(SHOP, id("A")));
        assertEquals(
                List.of(new ArchivedOrder(SHOP, bytes, whole, Derivation.CURRENT, List.of(), List.of())),
                ArchiveWalkContract.whole(archive()::orders, null, 10));
        assertEquals(List.of(row("A", DAY, VERSION, false, false)), history(CARD));
    }

    /** The same part with the flag of tag 120 in its document, and the checksum that this one has. */
    private static StoredPart withTagOfTheNextRelease(StoredPart part) {
        byte[] flag = {(byte) 0xe2, 0x03};
        byte[] document = part.content().toArray();
        int end = document.length - Integer.BYTES;
        byte[] longer = Arrays.copyOf(document, document.length + flag.length);
        System.arraycopy(flag, 0, longer, end, flag.length);
        CRC32C checksum = new CRC32C();
        checksum.update(longer, 0, end + flag.length);
        ByteBuffer.wrap(longer).putInt(end + flag.length, (int) checksum.getValue());
        return new StoredPart(part.key(), part.version(), Bytes.wrap(longer));
    }

    @Test
    default void ordersOfSeveralSpacesAreKeptTogether() {
        archive()
                .keepOrders(List.of(
                        kept(SHOP, write(order("A", DAY, 1), ANN, CARD), VERSION, List.of(), List.of()),
                        kept(OTHER, write(order("A", DAY, 2), ANN, CARD), VERSION + 1, List.of(), List.of()),
                        kept(
                                SHOP_TEST,
                                write(order("A", DAY, 3)),
                                VERSION + 2,
                                List.of(dispute("D", Dispute.Status.LOST)),
                                List.of()),
                        kept(SHOP, write(order("B", DAY, 4), ANN, CARD), VERSION + 3, List.of(), List.of())));

        assertEquals(order("A", DAY, 1), held("A").order());
        assertEquals(
                List.of(row("A", DAY, VERSION, false, false), row("B", DAY, VERSION + 3, false, false)), history(CARD));
        assertEquals(List.of(row("A", DAY, VERSION + 1, false, false)), store().history(OTHER, CARD, ALL_DAYS, 10));
        assertEquals(
                Optional.of(stored(
                        order("A", DAY, 3),
                        VERSION + 2,
                        UPLOADED,
                        List.of(dispute("D", Dispute.Status.LOST)),
                        List.of())),
                store().order(SHOP_TEST, id("A")));
        assertEquals(2, store().count(SHOP).total());
        assertEquals(1, store().count(OTHER).total());
        assertEquals(1, store().count(SHOP_TEST).total());
    }

    @Test
    default void keepingAgainChangesNothing() {
        KeptOrder order = kept(
                SHOP,
                write(order("A"), ANN, CARD),
                VERSION,
                List.of(dispute("D", Dispute.Status.OPEN)),
                List.of(report("F")));
        keep(order);
        StoredOrder before = held("A");

        keep(order);
        keep(order);

        assertEquals(before, held("A"));
        assertEquals(List.of(row("A", DAY, VERSION, true, true)), history(CARD));
        assertEquals(1, store().count(SHOP).total());
        assertEquals(List.of("A"), page(null, 0, 10));
    }

    @Test
    default void aNewerVersionThatIsHeldStays() {
        put(write(order("A", DAY, 2), ANN, CARD));
        StoredOrder before = held("A");

        keep(kept(
                SHOP,
                write(order("A", DAY.plusDays(1), 1), ANN, OTHER_CARD),
                FIRST_VERSION - 1,
                List.of(dispute("D", Dispute.Status.OPEN)),
                List.of()));

        assertEquals(before, held("A"));
        assertEquals(List.of(row("A", DAY, FIRST_VERSION, false, false)), history(CARD));
        assertEquals(List.of(), history(OTHER_CARD));
    }

    @Test
    default void anOlderVersionThatIsHeldIsReplacedWithItsRows() {
        put(write(order("A", DAY, 1), ANN, CARD));

        keep(kept(
                SHOP,
                write(order("A", DAY.plusDays(1), 2), key("bob"), OTHER_CARD),
                FIRST_VERSION + 1,
                List.of(),
                List.of()));

        assertEquals(
                stored(order("A", DAY.plusDays(1), 2), FIRST_VERSION + 1, UPLOADED, List.of(), List.of()), held("A"));
        assertEquals(List.of(), history(CARD));
        assertEquals(List.of(row("A", DAY.plusDays(1), FIRST_VERSION + 1, false, false)), history(OTHER_CARD));
        assertEquals(1, store().count(SHOP).total());
        assertEquals(List.of("A"), page(null, 0, 10));
    }

    @Test
    default void theSameVersionMendsWhatIsMissingOrWrongBesideIt() {
        OrderWrite write = write(order("A"), ANN, CARD, OTHER_CARD);
        put(withFacts(write, "other facts"));
        putDispute(SHOP, id("A"), dispute("D", Dispute.Status.OPEN));
        archive()
                .deleteHistory(
                        new ArchivedRow(SHOP, OTHER_CARD, history(OTHER_CARD).getFirst()));
        assertEquals(List.of(), history(OTHER_CARD));
        long version = held("A").version();

        keep(kept(SHOP, write, version, NOON, List.of(dispute("D", Dispute.Status.OPEN)), List.of()));

        assertEquals(List.of(row("A", DAY, version, true, false)), history(CARD));
        assertEquals(List.of(row("A", DAY, version, true, false)), history(OTHER_CARD));
        assertEquals(
                stored(order("A"), version, NOON, List.of(dispute("D", Dispute.Status.OPEN)), List.of()), held("A"));
    }

    @Test
    default void laterFactsThatAreHeldStayAndMarkTheRows() {
        put(write(order("A"), ANN, CARD));
        putDispute(SHOP, id("A"), dispute("D-1", Dispute.Status.OPEN));
        putDispute(SHOP, id("A"), dispute("D-2", Dispute.Status.OPEN));
        long version = held("A").version();

        keep(kept(
                SHOP,
                write(order("A"), ANN, CARD),
                version,
                List.of(dispute("D-2", Dispute.Status.WITHDRAWN), dispute("D-3", Dispute.Status.WITHDRAWN)),
                List.of(report("F"))));

        assertEquals(
                List.of(
                        dispute("D-1", Dispute.Status.OPEN),
                        dispute("D-2", Dispute.Status.WITHDRAWN),
                        dispute("D-3", Dispute.Status.WITHDRAWN)),
                held("A").disputes());
        assertEquals(List.of(row("A", DAY, version, true, true)), history(CARD));
    }

    /** A fact of a source that was copied is replaced by newer ones only. */
    @Test
    default void aKeptFactHasItsVersion() {
        List<Dispute> disputes = List.of(dispute("D", Dispute.Status.WON));
        keep(kept(SHOP, write(order("A"), ANN, CARD), VERSION, disputes, List.of(report("F"))));
        Dispute open = dispute("D", Dispute.Status.OPEN);

        assertEquals(FactOutcome.UNCHANGED, store().putDispute(SHOP, id("A"), open, FACT_VERSION, NOON));
        assertEquals(FactOutcome.UNCHANGED, store().putFraudReport(SHOP, id("A"), report("F"), FACT_VERSION, NOON));
        assertEquals(disputes, held("A").disputes());

        assertEquals(FactOutcome.UPDATED, store().putDispute(SHOP, id("A"), open, FACT_VERSION + 1, NOON));
        assertEquals(List.of(open), held("A").disputes());
    }

    @Test
    default void anUploadFollowsAKeptOrderAsItFollowsAnUpload() {
        keep(kept(SHOP, write(order("A", DAY, 1), ANN, CARD), FIRST_VERSION + 9, List.of(), List.of()));

        assertEquals(new OrderOutcome.Unchanged(FIRST_VERSION + 9), put(write(order("A", DAY, 1), ANN, CARD)));
        assertEquals(new OrderOutcome.Updated(FIRST_VERSION + 10), put(write(order("A", DAY, 2), ANN, OTHER_CARD)));
        assertEquals(List.of(), history(CARD));
        assertEquals(List.of(row("A", DAY, FIRST_VERSION + 10, false, false)), history(OTHER_CARD));
    }

    @Test
    default void aHistoryRowIsDeletedOnlyWhileItIsTheSame() {
        put(write(order("A", DAY, 1), ANN, CARD));
        ArchivedRow old = new ArchivedRow(SHOP, CARD, history(CARD).getFirst());
        put(write(order("A", DAY, 2), ANN, CARD));

        archive().deleteHistory(old);
        assertEquals(List.of(row("A", DAY, FIRST_VERSION + 1, false, false)), history(CARD));

        archive().deleteHistory(new ArchivedRow(OTHER, CARD, history(CARD).getFirst()));
        assertEquals(List.of(row("A", DAY, FIRST_VERSION + 1, false, false)), history(CARD));

        archive().deleteHistory(new ArchivedRow(SHOP, CARD, history(CARD).getFirst()));
        assertEquals(List.of(), history(CARD));
        assertEquals(order("A", DAY, 2), held("A").order());
    }

    @Test
    default void nothingToKeepIsKept() {
        archive().keepOrders(List.of());

        assertEquals(0, store().count(SHOP).total());
    }

    @Test
    default void whatIsKeptSurvivesReopening() {
        keep(kept(write(order("A"), ANN, CARD)));

        reopen();

        assertEquals(VERSION, held("A").version());
        assertEquals(List.of(row("A", DAY, VERSION, false, false)), history(CARD));
    }
}
