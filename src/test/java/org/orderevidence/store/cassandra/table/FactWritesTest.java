package org.orderevidence.store.cassandra.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.dispute;
import static org.orderevidence.store.OrderFixtures.id;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.order.Dispute;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.document.StoredFact;

/** The time stamp of a later fact: of two versions over the same row, the newer one has the later time stamp. */
class FactWritesTest {
    private static final long NOW = 1_000;

    /** The replaced row as version / time stamp; a dash for none, or for a merchant's fact. */
    @ParameterizedTest
    @CsvSource({
        "-,       0,   -,   1000",
        "-,       0,   50,  50",
        "-,       60,  50,  61",
        "40/40,   0,   50,  50",
        "40/40,   0,   41,  41",
        "40/40,   60,  50,  61",
        // A row with a later time stamp than its version.
        "40/90,   0,   41,  91",
        "40/90,   0,   42,  92",
        "40/90,   0,   200, 250",
        "40/1500, 0,   -,   1501",
        // A row that was repaired, and one of an earlier build that has no version.
        "40/30,   0,   41,  41",
        "0/90,    0,   41,  91",
        "0/90,    0,   100, 100",
    })
    void isLaterThanWhatItReplaces(String before, long unreadable, String event, long expected) {
        OrderReads.Held held =
                new OrderReads.Held(SHOP, id("A"), null, List.of(), List.of(), unreadable, TestCodec.CODEC);

        assertEquals(expected, FactWrites.written(held, row(before), number(event), NOW));
    }

    private static @Nullable HeldFact row(String text) {
        if (text.equals("-")) {
            return null;
        }
        String[] numbers = text.split("/", -1);
        StoredFact<Dispute> fact = StoredFact.of(dispute("D", Dispute.Status.OPEN), Long.parseLong(numbers[0]));
        return new HeldFact(FactKind.DISPUTE, "D", fact.document(), Long.parseLong(numbers[1]));
    }

    private static @Nullable Long number(String text) {
        return text.equals("-") ? null : Long.valueOf(text);
    }
}
