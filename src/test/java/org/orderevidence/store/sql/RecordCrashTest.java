package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.Faults;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.ChildJvm;
import org.orderevidence.store.Decision;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.Stored;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.Update;

/**
 * A process is killed while it updates and merges records, again and again on the same store: what it told is there, and
 * each update and each merge is there whole or not at all. So it is when the database server is killed.
 */
@Tag("slow")
@Tag("strikes")
final class RecordCrashTest {
    private static final Kind BOX = Kind.of("box", Kind.Mode.GUARDED);
    private static final Kind BEFORE = Kind.of("before", Kind.Mode.NEWEST);
    private static final Kind AFTER = Kind.of("after", Kind.Mode.NEWEST).leavingNotes();
    private static final Kind FACT = Kind.of("fact", Kind.Mode.NEWEST);
    private static final Kind FIRST = Kind.of("first", Kind.Mode.FIRST);
    private static final List<Kind> KINDS = List.of(BOX, BEFORE, AFTER, FACT, FIRST);

    private static final int ROUNDS = Faults.rounds(3, 50);
    private static final int WRITERS = 8;
    private static final int MOST_LINES = 150;
    private static final long SEED = 20_261_126;

    @TempDir
    private Path folder;

    private static RecordStore open(String address) {
        SqlSettings settings = SqlSettings.defaults();
        Dialect dialect;
        if (address.startsWith(PostgresUrl.SCHEME)) {
            dialect = new PostgresDialect(PostgresUrl.parse(address), null, settings);
        } else {
            Path file = Path.of(address);
            SqliteDialect.createFile(file);
            dialect = new SqliteDialect(file, settings, SqliteCheckpointer.Pace.USUAL);
        }
        return SqlRecordStore.open(dialect, settings, NOON, TestCodec.CODECS, KINDS)
                .records();
    }

    private static Key key(Kind kind, String part, long number) {
        return new Key(kind, SHOP, text(part), text(number < 0 ? "" : Long.toString(number)));
    }

    private static Bytes text(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Stored record(Kind kind, String part, long number, long version) {
        return Stored.of(key(kind, part, number), version, Bytes.EMPTY, text(part + " " + version));
    }

    private static List<Stored> read(RecordStore store, Kind kind, String part) {
        return store.read(List.of(Range.part(kind, SHOP, text(part), Range.MAX_LIMIT)))
                .getFirst();
    }

    /** Puts the next number into a box; its rows move to places of that number. */
    private static Update<Long> move(String box) {
        return Update.of(key(BOX, box, -1), 100, held -> {
            long next = held == null ? 1 : held.version() + 1;
            return new Decision<>(
                    next,
                    record(BOX, box, -1, next),
                    false,
                    List.of(record(BEFORE, box, next, next)),
                    List.of(record(AFTER, box, next, next)),
                    List.of(key(BEFORE, box, next - 1), key(AFTER, box, next - 1)),
                    held == null ? 1 : 0);
        });
    }

    /** Puts a lid on a box, or takes it off. */
    private static Update<Long> turn(String box) {
        String lid = "lid of " + box;
        return Update.of(
                key(BOX, lid, -1),
                100,
                held -> held == null
                        ? new Decision<>(
                                1L,
                                record(BOX, lid, -1, 1),
                                false,
                                List.of(record(BEFORE, lid, 0, 1)),
                                List.of(),
                                List.of(),
                                1)
                        : Decision.remove(0L, List.of(key(BEFORE, lid, 0)), -1));
    }

    /** The program that is killed. Each of its writers has a box, and prints its number when it is stored. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) {
            RecordStore store = open(arguments[0]);
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
            try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
                IntStream.range(0, WRITERS)
                        .forEach(i -> writers.execute(() -> {
                            while (!out.checkError()) {
                                out.println(i + " " + write(store, "box " + i));
                            }
                        }));
            }
        }

        private static long write(RecordStore store, String box) {
            long number = store.update(List.of(move(box), turn(box))).getFirst();
            store.merge(
                    List.of(record(FACT, box, number % 2, number), record(FIRST, box, number, 1)),
                    List.of(new Deletion(key(FACT, box, (number + 1) % 2), number)));
            return number;
        }
    }

    @Test
    void whatWasToldIsThereWhenTheProcessIsKilled() throws Exception {
        String file = folder.resolve("evidence.db").toString();
        killAndCheck(file, () -> {});
    }

    @Test
    void whatWasToldIsThereWhenTheProcessOrTheServerIsKilled() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            killAndCheck(TestPostgres.newDatabase(server), () -> {
                server.kill();
                server.run();
            });
        }
    }

    private interface Kill {
        void kill() throws InterruptedException;
    }

    private static void killAndCheck(String address, Kill server) throws Exception {
        Random random = new Random(SEED);
        long[] numbers = new long[WRITERS];
        for (int round = 0; round < ROUNDS; round++) {
            long[] told = numbers.clone();
            try (ChildJvm child = ChildJvm.start(Writer.class, address)) {
                child.awaitLines(1 + random.nextInt(MOST_LINES));
                if (round % 2 == 1) {
                    server.kill();
                }
                for (String line : child.kill()) {
                    String[] words = line.split(" ", -1);
                    told[Integer.parseInt(words[0])] = Long.parseLong(words[1]);
                }
            }
            assertTrue(!Arrays.equals(told, numbers), "nothing was told");
            try (RecordStore store = open(address)) {
                long counted = 0;
                for (int i = 0; i < WRITERS; i++) {
                    String box = "box " + i;
                    String when = "seed " + SEED + ", round " + round + ": " + box + " told " + told[i];
                    counted += read(store, BOX, box).size()
                            + read(store, BOX, "lid of " + box).size();
                    numbers[i] = check(store, box, numbers[i], told[i], when);
                }
                assertEquals(counted, store.count(SHOP).total(), "seed " + SEED + ", round " + round);
            }
        }
    }

    /** Returns the number in a box. It is the last that was told, or the next one, which nobody knows of. */
    private static long check(RecordStore store, String box, long before, long told, String when) {
        long number = read(store, BOX, box).stream().mapToLong(Stored::version).sum();
        String seen = when + ", has " + number;
        assertTrue(number == told || number == told + 1, seen);
        List<Long> one = number == 0 ? List.of() : List.of(number);
        assertEquals(one, versions(store, BEFORE, box), seen);
        assertEquals(one, versions(store, AFTER, box), seen);
        List<Long> facts = versions(store, FACT, box);
        assertTrue(facts.size() == 1 || told == 0, seen + ", facts " + facts);
        assertTrue(told == before || facts.getFirst() == number || facts.getFirst() == told, seen + ", facts " + facts);
        for (long first = before + 1; first <= told; first++) {
            Range range = Range.one(key(FIRST, box, first));
            assertEquals(1, store.read(List.of(range)).getFirst().size(), seen);
        }
        String lid = "lid of " + box;
        assertEquals(versions(store, BOX, lid), versions(store, BEFORE, lid), seen);
        return number;
    }

    private static List<Long> versions(RecordStore store, Kind kind, String part) {
        return read(store, kind, part).stream().map(Stored::version).toList();
    }
}
