package org.orderevidence.store.cassandra.cluster;

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

/** What an error of the driver says about a write. */
final class FailuresTest {
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
                Arguments.of(refused(), Failures.Outcome.REFUSED),
                Arguments.of(new NoNodeAvailableException(), Failures.Outcome.REFUSED),
                Arguments.of(new BootstrappingException(NODE), Failures.Outcome.REFUSED),
                Arguments.of(new BusyConnectionException(1), Failures.Outcome.REFUSED),
                Arguments.of(new RequestThrottlingException("full"), Failures.Outcome.REFUSED),
                Arguments.of(timedOut(), Failures.Outcome.UNKNOWN),
                Arguments.of(new DriverTimeoutException("late"), Failures.Outcome.UNKNOWN),
                Arguments.of(new ClosedConnectionException("gone"), Failures.Outcome.UNKNOWN),
                Arguments.of(new OverloadedException(NODE), Failures.Outcome.UNKNOWN),
                Arguments.of(new ServerError(NODE, "broken"), Failures.Outcome.UNKNOWN),
                Arguments.of(new IllegalStateException("Session is closed"), Failures.Outcome.UNKNOWN),
                Arguments.of(new InvalidQueryException(NODE, "no such table"), Failures.Outcome.BUG),
                Arguments.of(new SyntaxError(NODE, "what?"), Failures.Outcome.BUG),
                Arguments.of(all(refused(), refused()), Failures.Outcome.REFUSED),
                Arguments.of(all(refused(), timedOut()), Failures.Outcome.UNKNOWN),
                Arguments.of(all(timedOut(), refused()), Failures.Outcome.UNKNOWN));
    }

    private static AllNodesFailedException all(RuntimeException... errors) {
        return AllNodesFailedException.fromErrors(Stream.of(errors)
                .map(error -> (Map.Entry<Node, Throwable>) new SimpleEntry<Node, Throwable>(NODE, error))
                .toList());
    }

    @ParameterizedTest
    @MethodSource("errors")
    void anErrorSaysWhatBecameOfTheWrite(RuntimeException error, Failures.Outcome outcome) {
        assertEquals(outcome, Failures.outcome(error));
    }

    @Test
    void aReadThatGotNoAnswerIsUnavailable() {
        assertInstanceOf(StoreUnavailable.class, Failures.ofRead(timedOut()));
        assertInstanceOf(StoreUnavailable.class, Failures.ofRead(refused()));
        assertInstanceOf(IllegalStateException.class, Failures.ofRead(new SyntaxError(NODE, "what?")));
    }

    @Test
    void aWriteIsUnavailableOnlyWhenNothingOfItWasKept() {
        assertInstanceOf(StoreUnavailable.class, Failures.ofWrite(refused()));
        assertInstanceOf(UnknownOutcome.class, Failures.ofWrite(timedOut()));
    }

    @Test
    void messagesDoNotRepeatWhatTheDriverSays() {
        assertEquals(
                "a write was malformed: InvalidQueryException",
                Failures.ofWrite(new InvalidQueryException(NODE, "value ann@example.com"))
                        .getMessage());
    }

    @Test
    void aWriteOfSeveralStatementsIsUnavailableOnlyWhenNoneWasKept() {
        Failure none = new Failure();
        none.add(Failures.ofWrite(refused()));
        assertThrows(StoreUnavailable.class, none::throwIfAny);

        Failure some = new Failure();
        some.add(Failures.ofWrite(refused()));
        some.addKept();
        assertThrows(UnknownOutcome.class, some::throwIfAny);

        Failure unknown = new Failure();
        unknown.add(Failures.ofWrite(refused()));
        unknown.add(Failures.ofWrite(timedOut()));
        assertThrows(UnknownOutcome.class, unknown::throwIfAny);

        Failure kept = new Failure();
        kept.addKept();
        kept.throwIfAny();
    }
}
