package org.orderevidence.store.sql;

import java.util.concurrent.atomic.AtomicInteger;

/** The one PostgreSQL server that the tests of this JVM share, each with a database of its own. */
public final class TestPostgres {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    /** Started by the first test that asks. */
    private static final class Shared {
        static final PostgresServer SERVER = PostgresServer.start();
    }

    private TestPostgres() {}

    /** The server. Not to be stopped: tests that do start one of their own. */
    public static PostgresServer server() {
        return Shared.SERVER;
    }

    /** Makes an empty database; answers its address for {@code --store}. */
    public static String newDatabase() {
        return newDatabase(server());
    }

    /** Makes an empty database on a server; answers its address for {@code --store}. */
    public static String newDatabase(PostgresServer server) {
        String name = "test_" + DATABASES.incrementAndGet();
        server.execute("postgres", "CREATE DATABASE " + name);
        return server.url(name);
    }

    /** The name of the database at an address. */
    static String name(String url) {
        return url.substring(url.lastIndexOf('/') + 1);
    }

    /** Executes a statement in the database at an address. */
    public static void change(String url, String sql) {
        server().execute(name(url), sql);
    }

    /** Empties all tables of a store. */
    public static void empty(String url) {
        change(url, """
                DO $$
                DECLARE t text;
                BEGIN
                  FOR t IN SELECT tablename FROM pg_tables
                      WHERE schemaname = 'public' AND tablename <> 'schema_versions' LOOP
                    EXECUTE 'DELETE FROM ' || t;
                  END LOOP;
                END $$""");
    }
}
