package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.orderevidence.transfer.WholeStores.SHOP;
import static org.orderevidence.transfer.WholeStores.SHOP_TEST;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.Statement;
import org.orderevidence.order.part.Values;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStore.OrderParts;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.OrderFixtures;

/** Orders of several parts in whole installations, for tests. */
public final class ComposedOrders {
    private static final List<AccountSpace> SPACES = List.of(SHOP, SHOP_TEST);
    private static final OrderId WITHOUT_UPLOAD = OrderFixtures.id("without upload");
    private static final OrderId INCOMPLETE = OrderFixtures.id("incomplete");
    private static final Instant LATER = OrderFixtures.NOON.plusSeconds(60);

    private ComposedOrders() {}

    /**
     * Fills an installation as {@link WholeStores#fill} does. Then every seventh order gets a PATCH, a charge and a
     * refund. Each of the two spaces also gets one order without an upload, and parts that do not make an order yet.
     */
    static void fill(Config config, int orders) {
        WholeStores.fill(config, orders);
        try (Installation installation = WholeStores.open(config)) {
            for (AccountSpace space : SPACES) {
                List<PartWrite> writes = new ArrayList<>();
                for (Order order : everySeventh(orders)) {
                    writes.add(later(order));
                }
                writes.add(later(OrderFixtures.order(WITHOUT_UPLOAD.value())));
                writes.add(incomplete());
                installation.evidence().put(space, writes, LATER);
            }
        }
    }

    /** Stores parts that do not make an order yet in the first of the spaces. */
    public static void putIncomplete(Config config) {
        try (Installation installation = WholeStores.openShop(config)) {
            installation.evidence().put(SHOP, List.of(incomplete()), LATER);
        }
    }

    private static PartWrite incomplete() {
        Statement amount = new Values(OrderFields.ORDER)
                .put(new Money(1_999, Currency.getInstance("USD")))
                .statement();
        return PartWrite.of(
                INCOMPLETE,
                new Part(
                        new PartKey(Source.of(Platform.ADYEN, "main"), "charge/P1/state"),
                        1_000,
                        new PlatformObject(PlatformObject.Kind.CHARGE, amount, null)));
    }

    private static List<Part> incompleteParts(Installation installation, AccountSpace space) {
        EvidenceStore.Contents contents =
                installation.evidence().contents(space, INCOMPLETE).orElseThrow();
        assertFalse(contents.isOrder());
        return contents.parts();
    }

    /** Stores one order of four parts. */
    static void put(Config config, String id) {
        Order uploaded = OrderFixtures.order(id);
        try (Installation installation = WholeStores.openShop(config)) {
            PartWrite write = new PartWrite(uploaded.id(), OrderFixtures.severalParts(uploaded), null);
            installation.evidence().put(SHOP, List.of(write), LATER);
        }
    }

    /** Requires that two installations that {@link #fill} made have the same orders, of the same parts. */
    static void assertSame(Config one, Config other, int orders) {
        try (Installation source = WholeStores.open(one);
                Installation target = WholeStores.open(other)) {
            for (AccountSpace space : SPACES) {
                for (Order order : everySeventh(orders)) {
                    assertSame(source, target, space, order.id(), 4);
                }
                assertSame(source, target, space, WITHOUT_UPLOAD, 3);
                assertEquals(incompleteParts(source, space), incompleteParts(target, space));
            }
        }
    }

    private static void assertSame(
            Installation source, Installation target, AccountSpace space, OrderId id, int parts) {
        OrderParts held = source.evidence().parts(space, id).orElseThrow();
        assertEquals(parts, held.parts().size());
        assertEquals(Charge.Status.FAILED, held.order().order().charge().status(), "the PATCH counts");
        assertEquals(Optional.of(held), target.evidence().parts(space, id));
        assertEquals(Optional.of(held.order()), target.evidence().order(space, id));
    }

    private static List<Order> everySeventh(int orders) {
        List<Order> all = WholeStores.orders(orders);
        List<Order> chosen = new ArrayList<>();
        for (int i = 0; i < orders; i += 7) {
            chosen.add(all.get(i));
        }
        return chosen;
    }

    /** The parts of an order other than its upload. */
    private static PartWrite later(Order order) {
        List<Part> parts = OrderFixtures.severalParts(order).stream()
                .filter(part -> !part.key().equals(PartKey.UPLOAD))
                .toList();
        return new PartWrite(order.id(), parts, null);
    }
}
