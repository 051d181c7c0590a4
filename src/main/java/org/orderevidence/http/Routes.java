package org.orderevidence.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.http.limits.RateLimits.Lane;
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
     * @param lane which requests it is counted with; only those with a key are
     * @param hasQuery true if the operation checks the query itself; otherwise there is none
     */
    record Route(@Nullable Scope scope, Lane lane, boolean hasQuery, Operation operation) {
        Answer answer(Exchange exchange) {
            return hasQuery
                    ? operation.answer(exchange)
                    : new Query(exchange, List.of()).answer(exchange, () -> operation.answer(exchange));
        }
    }

    /** Adds a method without query parameters. */
    public Routes add(String method, String pattern, @Nullable Scope scope, Operation operation) {
        return add(method, pattern, new Route(scope, Lane.REQUESTS, false, operation));
    }

    /**
     * Adds an upload of many records.
     *
     * @param hasQuery true if it checks the query itself; otherwise there is none
     */
    public Routes addUpload(String pattern, boolean hasQuery, Operation operation) {
        return add("POST", pattern, new Route(Scope.WRITE, Lane.UPLOADS, hasQuery, operation));
    }

    /** Adds a method that checks its query itself, including unknown parameters. */
    public Routes addWithQuery(String method, String pattern, @Nullable Scope scope, Operation operation) {
        return add(method, pattern, new Route(scope, Lane.REQUESTS, true, operation));
    }

    private Routes add(String method, String pattern, Route route) {
        table.add(method, pattern, route);
        if (route.scope != null) {
            hints.add(pattern);
        }
        return this;
    }

    Optional<Router.Match<Route>> find(String path) {
        return table.find(path);
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

    /** Finds the path that was probably meant by one that does not exist. It repeats nothing of what was sent. */
    private static final class PathHint {
        private static final int LONGEST = 400;
        private static final String BASE = "/api/v2";

        /** Segments before the resource: {@code api} and a version, in any combination. */
        private static final Pattern PREFIX = Pattern.compile("api|v[0-9]{1,2}");

        /** Other words for some paths, folded; {@code *} is an ID. */
        private static final Map<String, String> OTHER_WORDS = Map.ofEntries(
                Map.entry("sightings", BASE + "/track"),
                Map.entry("upload", BASE + "/orders/upload"),
                Map.entry("search", BASE + "/orders/search"),
                Map.entry("disputes", BASE + "/orders/{id}/disputes"),
                Map.entry("fraudreports", BASE + "/orders/{id}/fraud-reports"),
                Map.entry("orders/*/receipts", BASE + "/orders/{id}/receipt"),
                Map.entry("receipts", BASE + "/orders/{id}/receipt"),
                Map.entry("receipt", BASE + "/orders/{id}/receipt"),
                Map.entry("evidence", BASE + "/orders/{id}/evidence"),
                Map.entry("openapi.json", "/openapi.json"),
                Map.entry("openapi.yaml", "/openapi.json"),
                Map.entry("openapi", "/openapi.json"),
                Map.entry("swagger.json", "/openapi.json"),
                Map.entry("docs", "/openapi.json"),
                Map.entry("livez", "/livez"),
                Map.entry("health", "/livez"),
                Map.entry("healthz", "/livez"),
                Map.entry("readyz", "/readyz"),
                Map.entry("ready", "/readyz"));

        private final Map<String, String> paths = new HashMap<>(OTHER_WORDS);

        void add(String pattern) {
            paths.put(String.join("/", folded(pattern.replaceAll("\\{\\w+}", "*"))), pattern);
        }

        /**
         * Returns the path that was probably meant, such as {@code /api/v2/orders/upload}; empty if none is near.
         *
         * @param raw the path as it was sent
         */
        String likely(String raw) {
            if (raw.length() > LONGEST) {
                return "";
            }
            List<String> segments = folded(raw);
            String path = paths.getOrDefault(String.join("/", segments), "");
            if (path.isEmpty() && segments.size() > 1) {
                segments.set(1, "*");
                path = paths.getOrDefault(String.join("/", segments), "");
            }
            return path;
        }

        private static List<String> folded(String path) {
            List<String> segments = new ArrayList<>();
            for (String segment : path.split("/", -1)) {
                String folded = fold(segment);
                boolean isPrefix = segments.isEmpty() && PREFIX.matcher(folded).matches();
                if (!folded.isEmpty() && !isPrefix) {
                    segments.add(folded);
                }
            }
            return segments;
        }

        private static String fold(String segment) {
            String folded = segment.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
            return switch (folded) {
                case "order" -> "orders";
                case "dispute" -> "disputes";
                case "fraudreport" -> "fraudreports";
                case String other -> other;
            };
        }
    }
}
