package org.orderevidence.console;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Router;

/** The pages of the console by path and method. */
public final class PageRoutes {
    private final Router<Route> table = new Router<>();

    /**
     * A page.
     *
     * @param scope what the session must be allowed; {@code null} for a page without session
     * @param page answers
     * @param takesFile true if the form has a file
     */
    record Route(@Nullable Scope scope, Page page, boolean takesFile) {}

    /**
     * Adds a page.
     *
     * @param path such as {@code /console/orders/{id}}
     * @param method GET or POST
     * @param scope what the session must be allowed
     * @param page answers
     */
    public PageRoutes add(String path, String method, Scope scope, Page page) {
        table.add(method, path, new Route(scope, page, false));
        return this;
    }

    /**
     * Adds the action of a form with a file, which has {@link Visit#fileForm}.
     *
     * @param path of the form
     * @param scope what the session must be allowed
     * @param page answers
     */
    public PageRoutes addFile(String path, Scope scope, Page page) {
        table.add("POST", path, new Route(scope, page, true));
        return this;
    }

    /** Adds a page for browsers that are not signed in. */
    PageRoutes addOpen(String path, String method, Page page) {
        table.add(method, path, new Route(null, page, false));
        return this;
    }

    /** Returns the page of a path, with its methods; empty if there is none. */
    Optional<Router.Match<Route>> find(String rawPath) {
        return table.find(rawPath);
    }
}
