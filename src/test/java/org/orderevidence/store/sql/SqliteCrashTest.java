package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.Faults;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.ChildJvm;
import org.orderevidence.store.CrashWriter;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.dialect.SqlSettings;

/** A process is killed in the midst of writing, again and again on the same file: nothing that it told is lost. */
@Tag("slow")
@Tag("faults")
final class SqliteCrashTest {
    private static final int ROUNDS = Faults.rounds(50);
    private static final int NUMBERS_PER_ROUND = 1_000_000;
    private static final int MOST_LINES = 150;

    @TempDir
    private Path folder;

    /** The program that is killed: file, first number. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) {
            SqlStore store = SqlStore.openSqlite(Path.of(arguments[0]), SqlSettings.defaults(), NOON, TestCodec.CODECS);
            PrintStream lineByLine = new PrintStream(System.out, true, StandardCharsets.UTF_8);
            CrashWriter.writeForEver(store, Integer.parseInt(arguments[1]), lineByLine);
        }
    }

    @Test
    void nothingThatWasAcknowledgedIsLostWhenTheProcessIsKilled() throws Exception {
        long seed = 20_261_120;
        Random random = new Random(seed);
        Path file = folder.resolve("evidence.db");
        List<String> acknowledged = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            int first = round * NUMBERS_PER_ROUND;
            List<String> told;
            try (ChildJvm child = ChildJvm.start(Writer.class, file.toString(), Integer.toString(first))) {
                child.awaitLines(1 + random.nextInt(MOST_LINES));
                told = child.kill();
            }
            String where = "seed " + seed + ", round " + round;
            assertTrue(told.size() > 0, where);
            acknowledged.addAll(told);
            try (SqlStore store = SqlStore.openSqlite(file, SqlSettings.defaults(), NOON, TestCodec.CODECS)) {
                EvidenceStore evidence = store.evidence();
                assertEquals(
                        List.of(),
                        told.stream()
                                .filter(line -> !CrashWriter.isKept(store, line))
                                .toList(),
                        where);
                assertTrue(CrashWriter.uploadsAreWholeOrAbsent(evidence, first, first + 2 * MOST_LINES), where);
            }
        }
        try (SqlStore store = SqlStore.openSqlite(file, SqlSettings.defaults(), NOON, TestCodec.CODECS)) {
            EvidenceStore evidence = store.evidence();
            assertEquals(
                    List.of(),
                    acknowledged.stream()
                            .filter(line -> !CrashWriter.isKept(store, line))
                            .toList(),
                    "all rounds, seed " + seed);
            assertEquals(evidence.count(SHOP).total(), listed(evidence), "the count is that of the list");
        }
    }

    private static long listed(EvidenceStore evidence) {
        long listed = 0;
        List<StoredOrder> page = evidence.page(SHOP, null, 0, 100);
        while (!page.isEmpty()) {
            listed += page.size();
            Order last = page.getLast().order();
            ListPlace place = ListPlace.of(last);
            page = evidence.page(SHOP, place, 0, 100);
        }
        return listed;
    }
}
