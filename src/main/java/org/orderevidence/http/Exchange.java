package org.orderevidence.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.http.RoutingRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;

/** One request and its answer, while it is worked on. */
final class Exchange {
    private static final Read.Bad<?> NO_FAULTS = new Read.Bad<>(List.of(), List.of(), false);

    private final Connection connection;
    private final RoutingRequest request;
    private final String requestId = RequestIds.next();
    private RequestPath.@Nullable Found path;
    private KeyCheck.@Nullable Accepted key;
    private boolean inputBroken;

    Exchange(Connection connection, RoutingRequest request) {
        this.connection = connection;
        this.request = request;
        connection.answer().clear();
    }

    Connection connection() {
        return connection;
    }

    RoutingRequest request() {
        return request;
    }

    String requestId() {
        return requestId;
    }

    String method() {
        return request.prologue().method().text();
    }

    /** Where its path leads; absent until that is known. */
    RequestPath.@Nullable Found path() {
        return path;
    }

    void path(RequestPath.Found found) {
        path = found;
    }

    /** Whose it is; absent until that is known, and where no key is asked for. */
    KeyCheck.@Nullable Accepted key() {
        return key;
    }

    void key(KeyCheck.Accepted accepted) {
        key = accepted;
    }

    /** The only data that it may see. */
    AccountSpace space() {
        if (key == null) {
            throw new IllegalStateException("no key was asked for");
        }
        return key.space();
    }

    /** The order that its path names; absent when no order can have that id. */
    @Nullable
    OrderId orderId() {
        return path == null ? null : path.orderId();
    }

    QueryParameters query() {
        return QueryParameters.parse(request.prologue().query().rawValue());
    }

    /** All values of a header, blank ones too. */
    List<String> headers(HeaderName name) {
        ServerRequestHeaders headers = request.headers();
        if (!headers.contains(name)) {
            return List.of();
        }
        Header header = headers.get(name);
        if (header.valueCount() == 1) {
            return List.of(header.get().strip());
        }
        List<String> values = new ArrayList<>();
        header.allValues().forEach(v -> values.add(v.strip()));
        return values;
    }

    /** What the sender promised to send is not there, or not readable: nothing more can be read after it. */
    void inputBroken() {
        inputBroken = true;
    }

    boolean isInputBroken() {
        return inputBroken;
    }

    /** Writes the body of the answer; to be closed. */
    JsonWriter json() {
        return connection.answer().writer();
    }

    /** The body of the answer. */
    JsonBuffer body() {
        return connection.answer();
    }

    /** Answers with a failure. */
    Answer problem(Problem problem, String detail, String... headers) {
        return problem(problem, detail, NO_FAULTS, headers);
    }

    /** Answers with a failure, and what is wrong with single fields. */
    Answer problem(Problem problem, String detail, Read.Bad<?> faults, String... headers) {
        connection.answer().clear();
        try (JsonWriter json = json()) {
            ProblemWriter.write(json, problem, detail, requestId, faults);
        }
        return new Answer(problem.status(), Answer.PROBLEM, List.of(headers));
    }

    /** The same for unknown orders, those of others, and ids that no order can have. */
    Answer orderNotFound() {
        return problem(Problem.ORDER_NOT_FOUND, "This account has no order with this id.");
    }

    /** Bad query parameters. */
    Answer invalidParameters(Faults faults) {
        return invalid(Problem.INVALID_PARAMETER, faults.refusal());
    }

    /** Breaks rules of single fields. */
    Answer invalid(Read.Bad<?> faults) {
        return invalid(Problem.INVALID_REQUEST, faults);
    }

    /** The detail is that of the first error: a client that shows nothing else shows what to do. */
    private Answer invalid(Problem problem, Read.Bad<?> faults) {
        return problem(problem, faults.errors().getFirst().detail(), faults);
    }
}
