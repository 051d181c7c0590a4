package org.orderevidence.http;

import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Routes.Route;
import org.orderevidence.http.limits.Places;
import org.orderevidence.json.KeyHint;
import org.orderevidence.wire.Problem;

/**
 * The entry point of every request. Checks the request line and headers, route, method, key, scope and rate, in this
 * order, and answers the first failure. The operation checks the rest: content type, size, JSON and fields.
 */
final class Gate {
    private static final String X_API_KEY = "X-API-Key";
    private static final int LARGEST_PORT = 65_535;
    private static final String ALL_METHODS = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT";

    /** Enough to keep a processor busy while the others wait for the store. */
    private static final int READS_PER_PROCESSOR = 8;

    private final Routes routes;
    private final Accounts accounts;
    private final Places reads;

    Gate(Routes routes, Accounts accounts) {
        this.routes = routes;
        this.accounts = accounts;
        this.reads = new Places(READS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
    }

    Answer answer(Exchange exchange) {
        Answer refused = headFault(exchange);
        if (refused != null) {
            exchange.inputBroken();
            return refused;
        }
        String path = exchange.uri().getPath();
        if (path == null || path.equals("*")) {
            return wholeServer(exchange);
        }
        if (!Query.PercentText.isPath(path)) {
            return exchange.problem(
                    Problem.INVALID_PARAMETER,
                    "The path has a character that must be percent-encoded, or a broken percent-encoding.");
        }
        Optional<Router.Match<Route>> found = routes.find(path);
        if (found.isEmpty()) {
            return routes.notFound(exchange, path);
        }
        exchange.found(found.get());
        return answer(exchange, found.get());
    }

    /** Answers a request for the target {@code *}, which only OPTIONS may have (RFC 9110, 9.3.7), and CONNECT. */
    private static Answer wholeServer(Exchange exchange) {
        return exchange.method().equals("OPTIONS")
                ? Answer.empty(204, "Allow", ALL_METHODS)
                : exchange.problem(
                        Problem.METHOD_NOT_ALLOWED, "Only OPTIONS can have the target *.", "Allow", "OPTIONS");
    }

    private Answer answer(Exchange exchange, Router.Match<Route> found) {
        String method = exchange.method();
        Route route = found.methods().get(method);
        if (route == null) {
            return method.equals("OPTIONS")
                    ? Answer.empty(204, "Allow", Routes.allowed(found))
                    : Routes.wrongMethod(exchange, found);
        }
        Scope needed = route.scope();
        Answer refused = needed == null ? null : keyFault(exchange, needed);
        if (refused == null && needed != null) {
            refused = exchange.countIn(route.lane());
        }
        if (refused != null) {
            return refused;
        }
        exchange.reads(reads);
        if (needed == null || !route.equals(found.methods().get("GET"))) {
            return route.answer(exchange);
        }
        try (Places.Place _ = reads.take(exchange.space().account())) {
            return exchange.isClientGone()
                    ? exchange.problem(Problem.OVERLOADED, "The connection was closed before its turn came.")
                    : route.answer(exchange);
        }
    }

    /** The key of a request that is made within this process is known. */
    private @Nullable Answer keyFault(Exchange exchange, Scope needed) {
        if (exchange.key() != null) {
            return scopeFault(exchange, needed);
        }
        List<String> presented = exchange.headers(X_API_KEY);
        if (presented.isEmpty() || presented.getFirst().isEmpty()) {
            boolean hasAuthorization = !exchange.headers("Authorization").isEmpty();
            return exchange.unauthorized(
                    Problem.KEY_MISSING,
                    KeyHint.missing(hasAuthorization, exchange.uri().getQuery()));
        }
        if (presented.size() > 1) {
            return exchange.unauthorized(Problem.KEY_UNKNOWN, "There is more than one X-API-Key; send one.");
        }
        return switch (accounts.check(new ApiKey(presented.getFirst()))) {
            case KeyCheck.Malformed malformed ->
                exchange.unauthorized(Problem.KEY_MALFORMED, KeyHint.malformed(presented.getFirst()));
            case KeyCheck.Unknown unknown ->
                exchange.unauthorized(Problem.KEY_UNKNOWN, KeyHint.unknown(presented.getFirst()));
            case KeyCheck.Accepted accepted -> {
                exchange.key(
                        accepted, () -> accounts.check(new ApiKey(presented.getFirst())) instanceof KeyCheck.Accepted);
                yield scopeFault(exchange, needed);
            }
        };
    }

    private static @Nullable Answer scopeFault(Exchange exchange, Scope needed) {
        return exchange.allows(needed)
                ? null
                : exchange.problem(
                        Problem.KEY_SCOPE, "This key has no scope " + needed.wireName() + ", which this needs.");
    }

    /** Refuses framing and targets that the HTTP server accepts but the interface does not. */
    private static @Nullable Answer headFault(Exchange exchange) {
        if (exchange.uri().getFragment() != null) {
            return exchange.problem(Problem.INVALID_PARAMETER, "The request target has a fragment; write # as %23.");
        }
        if (exchange.uri().isAbsolute() && !hasAuthority(exchange.uri())) {
            return exchange.problem(Problem.INVALID_PARAMETER, "The request target has no valid host and port.");
        }
        List<String> codings = exchange.headers("Transfer-Encoding");
        if (codings.isEmpty()) {
            return null;
        }
        if (exchange.head().getHttpVersion() == HttpVersion.HTTP_1_0) {
            return exchange.problem(
                    Problem.INVALID_PARAMETER, "HTTP/1.0 has no Transfer-Encoding; send a Content-Length.");
        }
        return codings.size() == 1 && codings.getFirst().equalsIgnoreCase("chunked")
                ? null
                : exchange.problem(Problem.TRANSFER_CODING, "The only Transfer-Encoding that is read here is chunked.");
    }

    private static boolean hasAuthority(HttpURI uri) {
        String host = uri.getHost();
        return host != null && !host.isEmpty() && uri.getPort() <= LARGEST_PORT;
    }
}
