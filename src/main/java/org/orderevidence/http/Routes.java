package org.orderevidence.http;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.wire.Problem;

/** The paths of the service, with their methods, and the scope that a key needs for each. */
public final class Routes {
    private static final String UPLOAD = "/api/v2/orders/upload";
    private static final Set<String> ORDERS = Set.of("/api/v2/orders", "/api/v2/orders/{id}");

    private final Router<Route> table = new Router<>();
    private final PathHint hints = new PathHint();

    /**
     * A method of a path.
     *
     * @param scope what its key must be allowed; null if it needs no key
     * @param hasQuery true if the operation checks the query itself; otherwise there is none
     * @param operation does it
     */
    record Route(@Nullable Scope scope, boolean hasQuery, Operation operation) {
        Answer answer(Exchange exchange) {
            return hasQuery
                    ? operation.answer(exchange)
                    : new Query(exchange, List.of()).answer(() -> operation.answer(exchange));
        }
    }

    /** Adds a method without query parameters. */
    public Routes add(String method, String pattern, @Nullable Scope scope, Operation operation) {
        return add(method, pattern, new Route(scope, false, operation));
    }

    /** Adds a method that checks its query itself, including unknown parameters. */
    public Routes addWithQuery(String method, String pattern, @Nullable Scope scope, Operation operation) {
        return add(method, pattern, new Route(scope, true, operation));
    }

    private Routes add(String method, String pattern, Route route) {
        table.add(method, pattern, route);
        if (route.scope != null) {
            hints.add(pattern);
        }
        return this;
    }

    /** Returns what is at a path; empty if nothing is. */
    Optional<Router.Match<Route>> find(String path) {
        return table.find(path);
    }

    /** Returns the pattern of a path, as the description of the interface names it; empty if nothing is there. */
    public Optional<String> pattern(String path) {
        return table.find(path).map(Router.Match::pattern);
    }

    /** Returns an operation that was added, so that another interface can offer it too. */
    public Operation operation(String method, String path) {
        Route route = table.find(path).map(match -> match.methods().get(method)).orElse(null);
        if (route == null) {
            throw new IllegalStateException(path + " has no operation " + method);
        }
        return route::answer;
    }

    /** Returns the methods of a path, as the header {@code Allow} names them. */
    static String allowed(Router.Match<Route> match) {
        return String.join(", ", match.methods().keySet()) + ", OPTIONS";
    }

    /** Answers that there is nothing at a path. */
    Answer notFound(Exchange exchange, String path) {
        String likely = hints.likely(path);
        return exchange.problem(
                Problem.NOT_FOUND,
                "There is nothing at this path; "
                        + (likely.isEmpty() ? "/openapi.json lists all paths." : "did you mean " + likely + "?"));
    }

    /** Answers that a path does not have the method. Most other interfaces create orders with POST to the list. */
    static Answer wrongMethod(Exchange exchange, Router.Match<Route> match) {
        String allowed = allowed(match);
        boolean isWrite = exchange.method().equals("POST") || exchange.method().equals("PUT");
        return exchange.problem(
                Problem.METHOD_NOT_ALLOWED,
                "This path supports the methods " + allowed + "."
                        + (isWrite && ORDERS.contains(match.pattern())
                                ? " Upload orders with POST " + UPLOAD + "."
                                : ""),
                "Allow",
                allowed);
    }
}
