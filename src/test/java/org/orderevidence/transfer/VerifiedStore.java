package org.orderevidence.transfer;

import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.transfer.WholeStores.SHOP;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.order.Brand;
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
import org.orderevidence.transfer.StoreVerify.VerifyReport;
import org.orderevidence.transfer.WholeStores.Told;

/** A SQLite file that tests change and read back. */
abstract class VerifiedStore {
    static final KeyedHash CARD = key("card of A-0");
    static final String A_0 = "account shop (live), order A-0: ";
    static final String WRONG_HEAD = A_0 + "what it states without its content is wrong";
    static final KeyedHash STRAY = key("another card");
    private static final List<DateRange> ALL_DAYS =
            List.of(new DateRange(LocalDate.parse("2000-01-01"), LocalDate.parse("9999-12-31")));

    @TempDir
    Path folder;

    final String store() {
        return "sqlite:" + folder.resolve("evidence.db");
    }

    final Config config() {
        return WholeStores.config(folder.resolve("data"), store());
    }

    final VerifyReport verify(Told told) {
        return WholeStores.verify(config(), false, told);
    }

    final VerifyReport repair(Told told) {
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
    final void putWrong(List<KeyedHash> credentials, @Nullable String facts) {
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
    final void putRight() {
        try (Installation installation = WholeStores.openShop(config())) {
            OrderWrite right = WholeStores.write(installation, SHOP, order("A-0", CARD));
            installation.evidence().put(SHOP, OrderFixtures.parts(List.of(right)), NOON);
            installation
                    .evidence()
                    .putDispute(SHOP, id("A-0"), OrderFixtures.dispute("D", Dispute.Status.OPEN), null, NOON);
        }
    }

    final List<HistoryRow> history(KeyedHash credential) {
        try (Installation installation = WholeStores.openShop(config())) {
            return installation.evidence().history(SHOP, credential, ALL_DAYS, 10);
        }
    }
}
