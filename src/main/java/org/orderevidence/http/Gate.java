package org.orderevidence.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.account.Scope;

/**
 * Where every request comes in. Judges, in this order, and answers the first that fails: the request line and headers,
 * route, method, key, scope. What is left (content type, size, JSON, fields) is judged by the operation.
 */
final class Gate {
    private static final HeaderName X_API_KEY = HeaderNames.create("X-API-Key");
    private static final String CHALLENGE = "ApiKey realm=\"Order Evidence\", header=\"X-API-Key\"";

    private final Routes routes;
    private final Accounts accounts;

    Gate(Routes routes, Accounts accounts) {
        this.routes = routes;
        this.accounts = accounts;
    }

    /** Answers a request. */
    Answer answer(Exchange exchange) {
        String fault = headerFault(exchange);
        if (fault != null) {
            exchange.inputBroken();
            return exchange.problem(Problem.INVALID_PARAMETER, fault);
        }
        return switch (RequestPath.parse(path(exchange))) {
            case RequestPath.Malformed malformed ->
                exchange.problem(
                        Problem.INVALID_PARAMETER,
                        "The path has a character that must be percent-encoded, or a broken percent-encoding.");
            case RequestPath.Unknown unknown ->
                exchange.problem(Problem.NOT_FOUND, "There is nothing at this path; /openapi.json names all paths.");
            case RequestPath.Found found -> {
                exchange.path(found);
                yield answer(exchange, found);
            }
        };
    }

    private Answer answer(Exchange exchange, RequestPath.Found found) {
        String method = exchange.method();
        Routes.Route route = routes.find(found.resource(), method);
        if (route == null) {
            String allowed = routes.allowed(found.resource());
            return method.equals("OPTIONS")
                    ? Answer.empty(204, "Allow", allowed)
                    : exchange.problem(
                            Problem.METHOD_NOT_ALLOWED, "This path has the methods " + allowed + ".", "Allow", allowed);
        }
        Scope needed = route.scope();
        Answer refused = needed == null ? null : keyFault(exchange, needed);
        return refused != null ? refused : route.operation().answer(exchange);
    }

    private @Nullable Answer keyFault(Exchange exchange, Scope needed) {
        List<String> presented = exchange.headers(X_API_KEY);
        if (presented.isEmpty() || presented.getFirst().isEmpty()) {
            return unauthorized(exchange, Problem.KEY_MISSING, "Send your API key in the header X-API-Key.");
        }
        if (presented.size() > 1) {
            return unauthorized(exchange, Problem.KEY_UNKNOWN, "There is more than one X-API-Key; send one.");
        }
        return switch (accounts.check(new ApiKey(presented.getFirst()))) {
            case KeyCheck.Malformed malformed ->
                unauthorized(
                        exchange,
                        Problem.KEY_MALFORMED,
                        "This is not a whole key of ours: its length or its checksum is wrong. Copy it again.");
            case KeyCheck.Unknown unknown ->
                unauthorized(exchange, Problem.KEY_UNKNOWN, "There is no such key, or it has ended.");
            case KeyCheck.Accepted accepted -> {
                exchange.key(accepted);
                yield accepted.allows(needed)
                        ? null
                        : exchange.problem(
                                Problem.KEY_SCOPE,
                                "This key has no scope " + needed.wireName() + ", which this needs.");
            }
        };
    }

    private static Answer unauthorized(Exchange exchange, Problem problem, String detail) {
        return exchange.problem(problem, detail, "WWW-Authenticate", CHALLENGE);
    }

    /** The path as it was sent; of a target in absolute form (RFC 9112, 3.2.2) what follows the authority. */
    private static String path(Exchange exchange) {
        String raw = exchange.request().prologue().uriPath().rawPath();
        if (raw.startsWith("http://") || raw.startsWith("https://")) {
            int slash = raw.indexOf('/', raw.indexOf("//") + 2);
            return slash < 0 ? "/" : raw.substring(slash);
        }
        return raw;
    }

    private static @Nullable String headerFault(Exchange exchange) {
        if (exchange.request().prologue().fragment().hasValue()) {
            return "The request target has a fragment; write # as %23.";
        }
        try {
            for (Header header : exchange.request().headers()) {
                header.validate();
            }
        } catch (IllegalArgumentException malformed) {
            return "A header has a character that it may not have.";
        }
        return exchange.headers(HeaderNames.HOST).size() == 1 ? null : "There must be one Host header.";
    }
}
