package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * PostgreSQL with the same rows one by one, each in its own commit: pgbench, over a Unix socket, with prepared
 * statements. The rows have the keys, indexes and sizes of ours. Of a fetch it does the reading alone.
 */
final class PgBench implements Contestant {
    static final String NAME = "pgbench";

    private static final String DATABASE = "pgbench";
    private static final Pattern COUNT = Pattern.compile("number of transactions actually processed: (\\d+)");
    private static final Pattern TPS = Pattern.compile("tps = ([0-9.]+) \\(without");
    private static final Pattern LATENCY = Pattern.compile("latency average = ([0-9.]+) ms");
    private static final Pattern FAILED = Pattern.compile("number of failed transactions: (\\d+)");

    private static final String SCHEMA = """
            create table sightings (space smallint, customer bytea, minute bigint, ip_key bytea, ip bytea,
              observed_at bigint, primary key (space, customer, minute, ip_key));
            create table orders (space smallint, id text, document bytea, day int, amount bigint, currency text,
              status smallint, version bigint, uploaded_at bigint, primary key (space, id));
            create index orders_by_day on orders (space, day desc, id);
            create table history (space smallint, credential bytea, day int, id text, version bigint, facts bytea,
              flags smallint, primary key (space, credential, day, id));
            create table orders_by_customer (space smallint, customer bytea, id text,
              primary key (space, customer, id));
            """;

    /** One sighting, as track keeps it: of one of 900 million customers, within the same hour. */
    private static final String TRACK = """
            \\set c random(100000000, 999999999)
            \\set m 29700000 + random(0, 59)
            insert into sightings values
              (1, decode(md5(:c::text), 'hex'), :m, decode(md5(:c::text || 'ip'), 'hex'), '\\x00000000', :m)
              on conflict (space, customer, minute, ip_key) do update set observed_at = excluded.observed_at;
            """;

    /** One order with all its rows, as an upload keeps it; ids rise, as merchants' do. */
    private static final String ORDER = """
            \\set i :i + 1
            \\set n :base + :client_id * 100000 + :i
            begin;
            insert into orders values (1, 'U' || :n, decode(repeat('ab', 420), 'hex'), 20700, 4999, 'USD', 0, :n, :n)
              on conflict (space, id) do update set document = excluded.document, version = excluded.version;
            insert into history values
              (1, decode(md5(:n::text), 'hex'), 20700, 'U' || :n, :n, decode(repeat('cd', 160), 'hex'), 0)
              on conflict (space, credential, day, id) do update set facts = excluded.facts;
            insert into history values
              (1, decode(md5(:n::text || 'b'), 'hex'), 20700, 'U' || :n, :n, decode(repeat('cd', 160), 'hex'), 0)
              on conflict (space, credential, day, id) do update set facts = excluded.facts;
            insert into orders_by_customer values (1, decode(md5(:n::text || 'c'), 'hex'), 'U' || :n)
              on conflict do nothing;
            commit;
            """;

    /** In the workload, the orders of one card in five were tracked. */
    private static final int ORDERS_A_SIGHTING = 5;

    private final Postgres server;
    private final Path data;
    private long base = 100_000_000L;
    private long orders;

    PgBench(Postgres server) throws IOException {
        this.server = server;
        this.data = server.create(DATABASE);
        server.sql(DATABASE, SCHEMA);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Path data() {
        return data;
    }

    @Override
    public double serverMicros() {
        return Double.NaN;
    }

    @Override
    public double databaseMicros() throws IOException {
        return server.cpuMicros();
    }

    @Override
    public Round.Answers run(Operation operation, int connections, int seconds) throws IOException {
        Path script = Files.writeString(server.folder().resolve(operation.fileName() + ".sql"), script(operation));
        base += 50_000_000L;
        String said = server.pgbench(DATABASE, script, connections, seconds, base);
        long count = (long) number(COUNT, said);
        // Without a transaction it tells no rate; on a machine with much else to do a short round may pass that way.
        double took = count == 0 ? seconds : count / number(TPS, said);
        double mean = count == 0 ? Double.NaN : number(LATENCY, said);
        long failed = count == 0 ? 0 : (long) number(FAILED, said);
        return new Round.Answers(count, took, mean, Double.NaN, Double.NaN, Double.NaN, Double.NaN, failed);
    }

    /**
     * Fills its tables by COPY from files, because a measurement on empty tables would be too fast. It writes as many
     * rows as the same orders and sightings have in a store. The rows of the orders are one transaction.
     *
     * @return how long the orders took, in seconds
     */
    double fill(long orders) throws IOException {
        this.orders = orders;
        Path folder = server.folder();
        String from = " from generate_series(1, " + orders + ") n";
        String day = "20300 + n % 400";
        server.sql(DATABASE, """
                copy (select 1, 'B' || n, decode(repeat('ab', 420), 'hex'), %2$s, 4999, 'USD', 0, n, n %3$s) to '%1$s/orders';
                copy (select 1, decode(md5((n / 11)::text || b), 'hex'), %2$s, 'B' || n, n, decode(repeat('cd', 160), 'hex'), 0
                  %3$s cross join (values ('a'), ('b')) as two (b)) to '%1$s/history';
                copy (select 1, decode(md5((n / 11)::text || 'c'), 'hex'), 'B' || n %3$s) to '%1$s/by_customer';
                copy (select 1, decode(md5((n / 11)::text || 'c'), 'hex'), 29700000 - n, decode(md5(n::text || 'ip'), 'hex'),
                  '\\x00000000', 29700000 - n %3$s where n %% %4$d = 0) to '%1$s/sightings';
                """.formatted(folder, day, from, ORDERS_A_SIGHTING));
        long start = System.nanoTime();
        server.sql(DATABASE, """
                begin;
                copy orders from '%1$s/orders';
                copy history from '%1$s/history';
                copy orders_by_customer from '%1$s/by_customer';
                commit;
                """.formatted(folder));
        double seconds = (System.nanoTime() - start) / 1e9;
        server.sql(DATABASE, "copy sightings from '" + folder + "/sightings'; vacuum analyze");
        for (String table : List.of("orders", "history", "by_customer", "sightings")) {
            Files.delete(folder.resolve(table));
        }
        return seconds;
    }

    private String script(Operation operation) {
        return switch (operation) {
            case TRACK -> TRACK;
            case UPLOAD -> ORDER;
            // PostgreSQL reads one order and the history of its card. It returns only their length, because pgbench
            // reads rows as text only.
            case FETCH -> """
                    \\set n random(1, %d)
                    select length(document) + (select sum(length(facts)) from
                        (select facts from history where space = 1 and credential = decode(md5((:n / 11)::text || 'a'), 'hex')
                          and day between 20000 and 20700 order by day desc, id limit 257) h)
                      from orders where space = 1 and id = 'B' || :n;
                    """.formatted(orders);
            case UPLOAD_100, FETCH_10, FETCH_10000 -> throw new IllegalArgumentException("pgbench has no " + operation);
        };
    }

    private static double number(Pattern pattern, String text) throws IOException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IOException("pgbench said something else: " + text);
        }
        return Double.parseDouble(matcher.group(1));
    }
}
