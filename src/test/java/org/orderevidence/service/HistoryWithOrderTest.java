package org.orderevidence.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.evidence.TestHashes;
import org.orderevidence.order.Brand;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.store.OrderInHistory;

/** When the history that was read with the order is enough to judge it. */
class HistoryWithOrderTest extends CaseReading {
    @ParameterizedTest(name = "asked {0}, profile {1}: {2} reads of the history")
    @CsvSource({
        ", VISA, 0",
        ", STRIPE, 0",
        "2026-11-10, VISA, 0",
        "2027-03-10, STRIPE, 0",
        "2026-11-09, VISA, 1",
        "2027-03-11, STRIPE, 2",
        "2000-01-01, VISA, 1",
        "9999-12-31, STRIPE, 2"
    })
    void theHistoryIsReadWithTheOrderUnlessItIsAskedAboutAnUnusualDay(
            @Nullable LocalDate asked, Profile profile, int reads) {
        putQualified();
        put(order("oldest", "2025-09-11", IP, null), order("too old", "2025-09-10", IP, null));
        put(order("newest", "2027-03-10", IP, null), order("too new", "2027-03-11", IP, null));
        CaseReader reader = new CaseReader(store, store.sightings, keys, RuleSettings.DEFAULTS);
        OrderInHistory held = reader.order(SPACE, new OrderId("D"), profile).orElseThrow();

        Eligibility answer = reader.read(SPACE, held, asked, profile, null, TODAY);

        assertEquals(reads, store.historyReads);
        assertEquals(reader.read(SPACE, new OrderInHistory(held.order(), null), asked, profile, null, TODAY), answer);
    }

    @Test
    void aHistoryOfMoreThan256OrdersIsReadByItself() {
        put(order("D", "2026-11-10", IP, null));
        for (int i = 1; i < 256; i++) {
            put(order("P" + i, "2026-05-04", IP, null));
        }
        Eligibility of255 = read();
        assertEquals(0, store.historyReads);
        put(order("P256", "2026-05-04", IP, null));
        assertEquals(of255.explanation(), read().explanation());
        assertEquals(1, store.historyReads);
    }

    @Test
    void aLimitOfPriorsCutsWhatWasReadWithTheOrderAsItCutsWhatIsReadAfterIt() {
        putQualified();
        put(order("P3", "2026-10-01", IP, null), order("P4", "2026-10-02", IP, null));
        CaseReader reader = new CaseReader(store, store.sightings, keys, limits(2, 16, 16));
        OrderInHistory held =
                reader.order(SPACE, new OrderId("D"), Profile.VISA).orElseThrow();

        Eligibility answer = reader.read(SPACE, held, TODAY, Profile.VISA, null, TODAY);

        assertEquals(0, store.historyReads);
        assertTrue(answer.priorsTruncated());
        assertEquals(List.of("P1", "P2"), selected(answer));
        assertEquals(
                reader.read(SPACE, new OrderInHistory(held.order(), null), TODAY, Profile.VISA, null, TODAY), answer);
    }

    @Test
    void aPartOfAnotherCardsHistoryIsNotUsed() {
        putQualified();
        PaymentCredential other = new PaymentCredential(
                null, TestHashes.of("fingerprint", "another"), "424242", "4242", new Brand("visa"));
        store.putOrderOnly(write(ofCard(order("D", "2026-11-10", IP, null), other)), NOW);

        assertEquals(List.of(), selected(read()));
        assertEquals(1, store.historyReads);
    }
}
