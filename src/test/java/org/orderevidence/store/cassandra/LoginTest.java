package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.TestCodec;

/** A cluster that asks for a user and a password. */
@Tag("slow")
final class LoginTest {
    private static final CassandraUrl.Login RIGHT = new CassandraUrl.Login("cassandra", "cassandra");
    private static final Duration START_WAIT = Duration.ofMinutes(3);
    private static final String REFUSAL =
            "the cluster does not accept the user and password of the address, or wants some";

    @TempDir
    private static Path folder;

    private static TestPorts ports;
    private static TestNode node;

    @BeforeAll
    static void start() throws InterruptedException {
        TestNode.compileMain();
        ports = TestPorts.free();
        node = TestNode.withLogins(folder, ports);
        node.start();
        long deadline = System.nanoTime() + START_WAIT.toNanos();
        while (!isUp()) {
            if (!node.isRunning() || System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "the Cassandra node does not start; its last words:\n" + node.lastWords());
            }
            Thread.sleep(250); // a process that starts cannot be waited for otherwise
        }
    }

    @AfterAll
    static void end() {
        node.kill();
    }

    private static boolean isUp() {
        try {
            open(RIGHT).close();
            return true;
        } catch (StoreUnavailable | StoreRefused notYet) {
            return false;
        }
    }

    private static OpenStore open(CassandraUrl.@Nullable Login login) {
        CassandraUrl url = new CassandraUrl(List.of(node.address()), ports.clients(), "login", null, 1, login, false);
        return CassandraStore.open(url, CassandraSettings.defaults(), InstantSource.system(), TestCodec.CODECS);
    }

    @Test
    void theRightPasswordOpensTheStore() {
        try (OpenStore store = open(RIGHT)) {
            assertEquals("one", store.accounts().keepInstallationFact("fact", "one"));
        }
    }

    @Test
    void anotherPasswordAndNoneAreRefused() {
        StoreRefused wrong = assertThrows(StoreRefused.class, () -> open(new CassandraUrl.Login("cassandra", "other")));
        StoreRefused missing = assertThrows(StoreRefused.class, () -> open(null));
        StoreRefused withoutPassword =
                assertThrows(StoreRefused.class, () -> open(new CassandraUrl.Login("cassandra", null)));

        assertEquals(REFUSAL, wrong.getMessage());
        assertEquals(REFUSAL, missing.getMessage());
        assertEquals(
                "the address has a user, but no password: add it, or set CASSANDRA_PASSWORD",
                withoutPassword.getMessage());
    }
}
