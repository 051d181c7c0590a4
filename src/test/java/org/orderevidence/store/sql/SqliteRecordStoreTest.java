package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Page;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.RecordStoreContract;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.Stored;
import org.orderevidence.store.TestCodec;

final class SqliteRecordStoreTest extends RecordStoreContract {
    private static final int PAGE_BYTES = 4_096;
    private static final int RECORDS = 3_000;

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("evidence.db");
    }

    @Override
    protected RecordStore open(List<Kind> kinds) {
        SqliteDialect.createFile(file());
        SqlSettings settings = SqlSettings.defaults();
        SqliteDialect dialect = new SqliteDialect(file(), settings, SqliteCheckpointer.Pace.USUAL);
        return SqlRecordStore.open(dialect, settings, NOON, TestCodec.CODECS, kinds)
                .records();
    }

    /** What a complete scan finds. */
    private record Scanned(Map<String, Integer> times, List<Page.Damaged> damages) {}

    private static Scanned scan(RecordStore store, Kind kind) {
        Scanned scanned = new Scanned(new TreeMap<>(), new ArrayList<>());
        @Nullable String next = null;
        int pages = 0;
        do {
            Page page = store.scan(kind, next, 100);
            for (Page.Found found : page.found()) {
                switch (found) {
                    case Page.Whole(Stored record) -> scanned.times.merge(name(record.key()), 1, Integer::sum);
                    case Page.Damaged damaged -> scanned.damages.add(damaged);
                }
            }
            next = page.next();
            pages++;
        } while (next != null && pages < RECORDS);
        assertTrue(pages < RECORDS, "the scan has an end");
        return scanned;
    }

    private static String name(Key key) {
        return new String(key.part().toArray(), StandardCharsets.UTF_8)
                + new String(key.sort().toArray(), StandardCharsets.UTF_8);
    }

    /** Fills a table: two thousand parts of one record, then parts of eight hundred records. */
    private Map<String, Integer> fill(Kind kind) {
        Map<String, Integer> all = new TreeMap<>();
        AccountSpace space = newSpace();
        for (int i = 0; i < RECORDS; i += RecordStore.MAX_WRITES) {
            List<Stored> records = IntStream.range(i, i + RecordStore.MAX_WRITES)
                    .mapToObj(number -> record(key(kind, space, number), 1, "content of " + number + "."))
                    .toList();
            if (kind.mode() == Kind.Mode.GUARDED) {
                store().update(records.stream().map(Change::put).toList());
            } else {
                store().merge(records, List.of());
            }
            records.forEach(record -> all.put(name(record.key()), 1));
        }
        return all;
    }

    private static Key key(Kind kind, AccountSpace space, int number) {
        return number < 2_000
                ? new Key(kind, space, text("many-" + (10_000 + number)), Bytes.EMPTY)
                : new Key(kind, space, text("part-" + number / 800), text("-" + number));
    }

    /** Fills the pages of the file that contain these texts with zeros; returns what was in them. */
    private String erasePages(String... texts) throws IOException {
        byte[] bytes = Files.readAllBytes(file());
        String content = new String(bytes, StandardCharsets.ISO_8859_1);
        StringBuilder erased = new StringBuilder();
        for (String text : texts) {
            int at = content.indexOf(text);
            assertTrue(at >= 0, text);
            int page = at / PAGE_BYTES * PAGE_BYTES;
            erased.append(content, page, page + PAGE_BYTES);
            Arrays.fill(bytes, page, page + PAGE_BYTES, (byte) 0);
        }
        Files.write(file(), bytes);
        return erased.toString();
    }

    private void expectAllButErased(Kind kind, int... numbers) throws IOException {
        Map<String, Integer> all = fill(kind);
        store().close();
        String erased = erasePages(Arrays.stream(numbers)
                .mapToObj(number -> "content of " + number + ".")
                .toArray(String[]::new));
        AccountSpace any = newSpace();
        try (RecordStore damaged = open(KINDS)) {
            Scanned scanned = scan(damaged, kind);

            for (int i = 0; i < RECORDS; i++) {
                if (erased.contains("content of " + i + ".")) {
                    all.remove(name(key(kind, any, i)));
                }
            }
            assertEquals(all, scanned.times(), kind + " has all of the other pages, each record once");
            assertEquals(
                    numbers.length,
                    scanned.damages().size(),
                    () -> scanned.damages().toString());
            assertTrue(scanned.damages().getFirst().place().startsWith(kind.name() + " from "));
            assertFalse(damaged.faults().isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1_234, 2_100, 2_999})
    void aScanContinuesBehindADamagedPageOfRows(int number) throws IOException {
        expectAllButErased(REFERENCE, number);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1_234, 2_999})
    void aScanContinuesBehindADamagedPageOfLongRecords(int number) throws IOException {
        expectAllButErased(ORDER, number);
    }

    @Test
    void aScanContinuesBehindEachOfSeveralDamagedPages() throws IOException {
        expectAllButErased(REFERENCE, 500, 1_500, 2_500);
    }

    @Test
    void aScanNamesARecordThatIsNoRecordAndHasTheOthers() {
        Map<String, Integer> all = fill(REFERENCE);
        TestSqlite.change(
                "sqlite:" + file(), "UPDATE reference_records SET version = 0 WHERE part = CAST('many-10007' AS BLOB)");

        Scanned scanned = scan(store(), REFERENCE);

        all.remove("many-10007");
        assertEquals(all, scanned.times());
        String fault = "a record of the kind reference is damaged: a version is at least 1";
        assertEquals(fault, scanned.damages().getFirst().fault());
    }

    @Test
    void aRecordThatIsNoRecordIsReportedAsDamageWhenItIsRead() {
        AccountSpace space = newSpace();
        Key order = new Key(ORDER, space, text("order"), Bytes.EMPTY);
        store().update(List.of(Change.put(record(order, 1, "content"))));
        TestSqlite.change("sqlite:" + file(), "UPDATE order_records SET version = 0");

        assertTrue(assertThrows(StoreUnavailable.class, () -> store().read(List.of(Range.one(order))))
                .isDamaged());
        assertTrue(assertThrows(StoreUnavailable.class, () -> store().follow(order, 10))
                .isDamaged());
    }
}
