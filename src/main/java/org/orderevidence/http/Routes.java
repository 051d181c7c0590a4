package org.orderevidence.http;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.http.RequestPath.Resource;

/** The methods of each resource, and the scope that a key needs for them. */
public final class Routes {
    private final Map<Resource, Map<String, Route>> routes = new EnumMap<>(Resource.class);
    private final Map<Resource, String> allowed = new EnumMap<>(Resource.class);

    /**
     * A method of a resource.
     *
     * @param scope what its key must be allowed; null if it needs no key
     * @param operation does it
     */
    record Route(@Nullable Scope scope, Operation operation) {}

    /** Adds a method without query parameters; {@code GET} also adds {@code HEAD}. */
    public Routes add(Resource resource, String method, @Nullable Scope scope, Operation operation) {
        return addWithQuery(resource, method, scope, new WithoutQuery(operation));
    }

    /** Adds a method that checks its query itself, including unknown parameters. */
    public Routes addWithQuery(Resource resource, String method, @Nullable Scope scope, Operation operation) {
        Map<String, Route> methods = routes.computeIfAbsent(resource, r -> new TreeMap<>());
        Route route = new Route(scope, operation);
        methods.put(method, route);
        if (method.equals("GET")) {
            methods.put("HEAD", route);
        }
        List<String> names = new ArrayList<>(methods.keySet());
        names.add("OPTIONS");
        allowed.put(resource, String.join(", ", names));
        return this;
    }

    /** The route; null if the resource does not have the method. */
    @Nullable
    Route find(Resource resource, String method) {
        Map<String, Route> methods = routes.get(resource);
        return methods == null ? null : methods.get(method);
    }

    /** Returns an operation that was added, so that another interface can offer it too. */
    public Operation operation(Resource resource, String method) {
        Route route = find(resource, method);
        if (route == null) {
            throw new IllegalStateException(resource + " has no operation " + method);
        }
        return route.operation();
    }

    /** The methods of a resource, as the header {@code Allow} names them. */
    String allowed(Resource resource) {
        return allowed.getOrDefault(resource, "OPTIONS");
    }
}
