package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
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
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/** What an error of the driver means for a write. */
final class ClusterErrorsTest {
    /** Errors want a node only to name it. */
    private static final Node NODE = (Node) Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (node, method, arguments) -> switch (method.getName()) {
                case "toString" -> "a node";
                case "hashCode" -> 1;
                default -> throw new UnsupportedOperationException(method.getName());
            });

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
}
