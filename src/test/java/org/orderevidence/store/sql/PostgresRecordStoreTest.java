package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.Decision;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.RecordStoreContract;
import org.orderevidence.store.Stored;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.Update;
import org.orderevidence.waiting.Waits;

/** PostgreSQL keeps the contract, also for several instances at once. */
@Tag("slow")
final class PostgresRecordStoreTest extends RecordStoreContract {
    private static final long SEED = 20_261_125;
    private static final int RECORDS = 7;
    private static final int THREADS = 24;
    private static final int ROUNDS = 40;

    /** One committer, so that the second write of a store goes over the connection of the first. */
    private static final SqlSettings ONE_COMMITTER =
            new SqlSettings(1, 4, Duration.ofSeconds(5), Duration.ofSeconds(10), 2_000, 20_000, Duration.ofSeconds(5));

    /** What would be no lookup in an index, or a sort. */
    private static final Pattern NO_LOOKUP = Pattern.compile("Seq Scan|Bitmap|Hash|Merge Join|Sort Key|Materialize");

    private static final Pattern PARAMETER = Pattern.compile("\\?");

    private static String url;

    @BeforeAll
    static void makeDatabase() {
        url = TestPostgres.newDatabase();
    }

    @Override
    protected RecordStore open(List<Kind> kinds) {
        return open(url, SqlSettings.ofServer(null), kinds);
    }

    private static RecordStore open(String address, SqlSettings settings, List<Kind> kinds) {
        PostgresDialect dialect = new PostgresDialect(PostgresUrl.parse(address), null, settings);
        return SqlRecordStore.open(dialect, settings, OrderFixtures.NOON, TestCodec.CODECS, kinds)
                .records();
    }

    private static List<String> column(String address, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection connection = TestPostgres.server().connect(address.substring(address.lastIndexOf('/') + 1));
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                values.add(row.getString(1));
            }
        }
        return values;
    }

    /** Adds one to the number in a note, and moves its row to the place of that number. */
    private static Update<Integer> next(AccountSpace space, int record) {
        Key key = new Key(TOKEN, space, text("record " + record), text(""));
        return Change.of(key, held -> {
            int number = held == null ? 1 : Integer.parseInt(string(held)) + 1;
            Stored put = record(key, Stored.nextVersion(held, 1), Integer.toString(number));
            Key row = row(space, record, number);
            List<Key> left = held == null ? List.of() : List.of(row(space, record, number - 1));
            return number % 10 == 0
                    ? new Decision<>(number, put, false, List.of(), List.of(), left, 0)
                    : new Decision<>(
                            number,
                            put,
                            false,
                            List.of(record(row, put.version(), "row")),
                            List.of(),
                            left,
                            held == null ? 1 : 0);
        });
    }

    private static Key row(AccountSpace space, int record, int number) {
        return new Key(TOKEN_OF_OWNER, space, text("rows"), text(record + " " + number % 3));
    }

    private static String string(Stored held) {
        return new String(held.body().toArray(), StandardCharsets.UTF_8);
    }

    @Test
    void twoInstancesLoseNoUpdate() throws Exception {
        AccountSpace space = newSpace();
        Random random = new Random(SEED);
        String own = TestPostgres.newDatabase();
        try (RecordStore one = open(own, SqlSettings.ofServer(null), KINDS);
                RecordStore other = open(own, SqlSettings.ofServer(null), KINDS)) {
            List<Callable<List<Integer>>> writers = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                RecordStore instance = thread % 2 == 0 ? one : other;
                long seed = random.nextLong();
                writers.add(() -> write(instance, space, new Random(seed)));
            }

            List<Integer> numbers = Waits.together(writers).stream()
                    .flatMap(List::stream)
                    .sorted()
                    .toList();

            List<Stored> held = IntStream.range(0, RECORDS)
                    .mapToObj(i -> one.read(List.of(Range.one(next(space, i).key())))
                            .getFirst()
                            .getFirst())
                    .toList();
            List<Integer> expected = held.stream()
                    .flatMap(record -> IntStream.rangeClosed(1, Integer.parseInt(string(record)))
                            .boxed())
                    .sorted()
                    .toList();
            assertEquals(expected, numbers, "each number was given once, seed " + SEED);
            List<Key> rows = IntStream.range(0, RECORDS)
                    .filter(i -> Integer.parseInt(string(held.get(i))) % 10 != 0)
                    .mapToObj(i -> row(space, i, Integer.parseInt(string(held.get(i)))))
                    .toList();
            assertEquals(
                    rows,
                    other.read(List.of(Range.part(TOKEN_OF_OWNER, space, text("rows"), 100))).getFirst().stream()
                            .map(Stored::key)
                            .toList(),
                    "each record has its row only, seed " + SEED);
            assertEquals(RECORDS, other.count(space).total());
        }
    }

    /** Each call has several records in an order of its own, which is how two come to wait for each other. */
    private static List<Integer> write(RecordStore instance, AccountSpace space, Random random) {
        List<Integer> numbers = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<Integer> records = random.ints(3, 0, RECORDS).boxed().toList();
            numbers.addAll(instance.update(
                    records.stream().map(record -> next(space, record)).toList()));
            List<Stored> puts = new ArrayList<>();
            List<Deletion> deletions = new ArrayList<>();
            for (int record : random.ints(4, 0, RECORDS).toArray()) {
                Key key = new Key(
                        DUE,
                        space,
                        text("due"),
                        Stored.of(new Key(NOTE, space, text(""), text("12345678" + record)), 1, text(""), text(""))
                                .key()
                                .sort());
                if (random.nextBoolean()) {
                    puts.add(record(key, 1 + random.nextInt(1_000), "due"));
                } else {
                    deletions.add(new Deletion(key, random.nextInt(1_000)));
                }
            }
            instance.merge(puts, deletions);
        }
        return numbers;
    }

    @Test
    void aConnectionThatIsLostAtTheCommitIsReplacedOnlyForMerges() throws SQLException {
        String own = TestPostgres.newDatabase();
        AccountSpace space = newSpace();
        Stored audit = record(new Key(AUDIT, space, text("a"), text("1")), 1, "entry");
        try (RecordStore store = open(own, ONE_COMMITTER, KINDS)) {
            store.update(List.of(next(space, 0)));
            TestPostgres.change(own, """
                    CREATE SEQUENCE strikes;
                    CREATE FUNCTION strike() RETURNS trigger AS $$ BEGIN
                      IF nextval('strikes') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
                      RETURN NULL;
                    END $$ LANGUAGE plpgsql;
                    CREATE CONSTRAINT TRIGGER strike AFTER INSERT OR UPDATE ON token_records
                      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION strike();
                    CREATE CONSTRAINT TRIGGER strike AFTER INSERT OR UPDATE ON audit_records
                      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION strike()""");

            assertThrows(UnknownOutcome.class, () -> store.update(List.of(next(space, 0))));
            assertEquals(List.of(2), store.update(List.of(next(space, 0))));

            TestPostgres.change(own, "ALTER SEQUENCE strikes RESTART");
            store.merge(List.of(audit), List.of());
            assertEquals(List.of(List.of(audit)), store.read(List.of(Range.one(audit.key()))));
            assertEquals(List.of("2"), column(own, "SELECT last_value::text FROM strikes"));
        }
    }

    /** PostgreSQL uses a plan for an empty table for a while after the table has grown. */
    @Test
    void everyStatementFollowsAKeyFromTheFirstRecordOn() throws SQLException {
        String own = TestPostgres.newDatabase();
        try (RecordStore store = open(own, ONE_COMMITTER, KINDS)) {
            assertPlans(own);
            AccountSpace space = newSpace();
            for (Kind kind : KINDS) {
                List<Key> keys = IntStream.range(0, 500)
                        .mapToObj(i -> new Key(kind, space, text("part " + i % 20), text("12345678" + i)))
                        .toList();
                if (kind.mode() == Kind.Mode.GUARDED) {
                    store.update(keys.stream()
                            .map(key -> Change.of(key, held -> Decision.put("", record(key, 1, "x"))))
                            .toList());
                } else {
                    store.merge(keys.stream().map(key -> record(key, 1, "x")).toList(), List.of());
                }
            }
            TestPostgres.change(own, "ANALYZE");
            assertPlans(own);
        }
    }

    private static void assertPlans(String address) throws SQLException {
        PostgresDialect dialect = new PostgresDialect(PostgresUrl.parse(address), null, ONE_COMMITTER);
        PostgresRecordRows rows = new PostgresRecordRows();
        try (Session session = dialect.openReader()) {
            for (Kind kind : KINDS) {
                PostgresRecordRows.Statements of = rows.of(kind);
                for (String sql : Stream.concat(
                                Stream.of(of.held(), of.lock(), of.update(), of.remove(), of.delete(), of.replace()),
                                of.ranges().stream())
                        .toList()) {
                    assertKey(session, sql, "part = ", "sort ");
                }
                assertKey(session, of.scan(), "ROW(space, part, sort) > ROW", "number = ");
                if (kind.linksTo() != null) {
                    assertKey(session, of.follow(), "part = $3) AND (sort = $4)", "part = o.link)");
                }
                if (kind.hasIndexOfEnds()) {
                    assertKey(session, of.sweep(), "expires <= $1)", "ctid = ANY");
                }
            }
            assertKey(session, PostgresRecordRows.SELECT_COUNT, "space = $1");
        }
    }

    private static void assertKey(Session session, String sql, String... conditions) throws SQLException {
        StringBuilder plan = new StringBuilder();
        int[] number = {0};
        String numbered = PARAMETER.matcher(sql).replaceAll(_ -> "\\$" + ++number[0]);
        try (Statement statement = session.connection().createStatement()) {
            statement.execute("PREPARE it AS " + numbered);
            String nulls = String.join(", ", Collections.nCopies(number[0], "NULL"));
            ResultSet row = statement.executeQuery("EXPLAIN (COSTS OFF) EXECUTE it (" + nulls + ")");
            while (row.next()) {
                plan.append(row.getString(1)).append('\n');
            }
            statement.execute("DEALLOCATE it");
        }
        String text = sql + "\n" + plan;
        assertTrue(!NO_LOOKUP.matcher(plan).find(), text);
        String found = String.join(
                "\n",
                plan.toString().lines().filter(line -> line.contains(" Cond: ")).toList());
        for (String condition : conditions) {
            assertTrue(found.contains(condition), text);
        }
    }
}
