package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.lang.reflect.Proxy;
import java.util.AbstractMap.SimpleEntry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.cassandra.ClusterErrors.Failure;

/** What errors of the cluster mean, and how it is asked. */
final class ClusterTest {
    /** Errors want a node only to name it. */
    private static final Node NODE = (Node) Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (node, method, arguments) -> switch (method.getName()) {
                case "toString" -> "a node";
                case "hashCode" -> 1;
                default -> throw new UnsupportedOperationException(method.getName());
            });

    private static final List<Integer> ITEMS = IntStream.range(0, 500).boxed().toList();
    private final Set<Integer> done = new ConcurrentSkipListSet<>();

    private static RuntimeException refused() {
        return new UnavailableException(NODE, DefaultConsistencyLevel.QUORUM, 2, 1);
    }

    private static RuntimeException timedOut() {
        return new WriteTimeoutException(NODE, DefaultConsistencyLevel.QUORUM, 1, 2, DefaultWriteType.SIMPLE);
    }

    static Stream<Arguments> errors() {
        return Stream.of(
                Arguments.of(refused(), ClusterErrors.Outcome.REFUSED),
                Arguments.of(new NoNodeAvailableException(), ClusterErrors.Outcome.REFUSED),
                Arguments.of(new BootstrappingException(NODE), ClusterErrors.Outcome.REFUSED),
                Arguments.of(new BusyConnectionException(1), ClusterErrors.Outcome.REFUSED),
                Arguments.of(new RequestThrottlingException("full"), ClusterErrors.Outcome.REFUSED),
                Arguments.of(timedOut(), ClusterErrors.Outcome.UNKNOWN),
                Arguments.of(new DriverTimeoutException("late"), ClusterErrors.Outcome.UNKNOWN),
                Arguments.of(new ClosedConnectionException("gone"), ClusterErrors.Outcome.UNKNOWN),
                Arguments.of(new OverloadedException(NODE), ClusterErrors.Outcome.UNKNOWN),
                Arguments.of(new ServerError(NODE, "broken"), ClusterErrors.Outcome.UNKNOWN),
                Arguments.of(new IllegalStateException("Session is closed"), ClusterErrors.Outcome.UNKNOWN),
                Arguments.of(new InvalidQueryException(NODE, "no such table"), ClusterErrors.Outcome.BUG),
                Arguments.of(new SyntaxError(NODE, "what?"), ClusterErrors.Outcome.BUG),
                Arguments.of(all(refused(), refused()), ClusterErrors.Outcome.REFUSED),
                Arguments.of(all(refused(), timedOut()), ClusterErrors.Outcome.UNKNOWN),
                Arguments.of(all(timedOut(), refused()), ClusterErrors.Outcome.UNKNOWN));
    }

    private static AllNodesFailedException all(RuntimeException... errors) {
        return AllNodesFailedException.fromErrors(Stream.of(errors)
                .map(error -> (Map.Entry<Node, Throwable>) new SimpleEntry<Node, Throwable>(NODE, error))
                .toList());
    }

    @ParameterizedTest
    @MethodSource("errors")
    void anErrorSaysWhatBecameOfTheWrite(RuntimeException error, ClusterErrors.Outcome outcome) {
        assertEquals(outcome, ClusterErrors.outcome(error));
    }

    @Test
    void aReadThatGotNoAnswerIsUnavailable() {
        assertInstanceOf(StoreUnavailable.class, ClusterErrors.ofRead(timedOut()));
        assertInstanceOf(StoreUnavailable.class, ClusterErrors.ofRead(refused()));
        assertInstanceOf(IllegalStateException.class, ClusterErrors.ofRead(new SyntaxError(NODE, "what?")));
    }

    @Test
    void aWriteIsUnavailableOnlyWhenNothingOfItWasKept() {
        assertInstanceOf(StoreUnavailable.class, ClusterErrors.ofWrite(refused()));
        assertInstanceOf(UnknownOutcome.class, ClusterErrors.ofWrite(timedOut()));
    }

    @Test
    void messagesDoNotRepeatWhatTheDriverSays() {
        assertEquals(
                "a write was malformed: InvalidQueryException",
                ClusterErrors.ofWrite(new InvalidQueryException(NODE, "value ann@example.com"))
                        .getMessage());
    }

    @Test
    void aWriteOfSeveralStatementsIsUnavailableOnlyWhenNoneWasKept() {
        Failure none = new Failure();
        none.add(ClusterErrors.ofWrite(refused()));
        assertThrows(StoreUnavailable.class, none::throwIfAny);

        Failure some = new Failure();
        some.add(ClusterErrors.ofWrite(refused()));
        some.addKept();
        assertThrows(UnknownOutcome.class, some::throwIfAny);

        Failure unknown = new Failure();
        unknown.add(ClusterErrors.ofWrite(refused()));
        unknown.add(ClusterErrors.ofWrite(timedOut()));
        assertThrows(UnknownOutcome.class, unknown::throwIfAny);

        Failure kept = new Failure();
        kept.addKept();
        kept.throwIfAny();
    }

    @Test
    void everyItemIsDone() {
        Fanout.forEach(ITEMS, new Failure(), done::add);

        assertEquals(ITEMS, List.copyOf(done));
    }

    @Test
    void whatTasksAnswerStandsInTheOrderOfTheItems() {
        assertEquals(ITEMS.stream().map(item -> -item).toList(), Fanout.map(ITEMS, item -> -item));
        assertEquals(List.of(), Fanout.map(List.<Integer>of(), item -> item));
    }

    @Test
    void aFailureIsThrownAndLittleIsBegunAfterIt() {
        assertThrows(
                StoreUnavailable.class,
                () -> Fanout.forEach(ITEMS, new Failure(), item -> {
                    if (item >= 10) {
                        throw new StoreUnavailable("at " + item);
                    }
                    done.add(item);
                }));

        assertTrue(done.size() <= 10);
    }

    @Test
    void anErrorInATaskIsNotLost() {
        assertThrows(
                IllegalStateException.class,
                () -> Fanout.forEach(ITEMS, new Failure(), item -> {
                    throw new AssertionError("broken");
                }));
    }

    private static DriverExecutionProfile config(String address) {
        return Connection.config(CassandraUrl.parse(address), CassandraSettings.defaults())
                .getInitialConfig()
                .getDefaultProfile();
    }

    @Test
    void tlsTrustsWhatThisJvmTrustsAndChecksTheHostsName() {
        DriverExecutionProfile config = config("cassandra://h/k?tls=true");

        assertEquals("DefaultSslEngineFactory", config.getString(DefaultDriverOption.SSL_ENGINE_FACTORY_CLASS));
        assertTrue(config.getBoolean(DefaultDriverOption.SSL_HOSTNAME_VALIDATION));
        assertFalse(config.isDefined(DefaultDriverOption.SSL_TRUSTSTORE_PATH));
    }

    @Test
    void aNamedDataCentreIsTheNearOne() {
        DriverExecutionProfile config = config("cassandra://h/k?dc=eu");

        assertEquals("eu", config.getString(DefaultDriverOption.LOAD_BALANCING_LOCAL_DATACENTER));
        assertEquals("DefaultLoadBalancingPolicy", config.getString(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS));
    }
}
