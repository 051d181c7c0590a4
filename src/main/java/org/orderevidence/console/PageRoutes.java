package org.orderevidence.console;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Router;

/** The pages of the console by path and method. */
final class PageRoutes {
    private final Router<Route> table = new Router<>();

    /** A page of the console, or the action of a form. */
    @FunctionalInterface
    interface Page {
        /** Answers a visit, whose session, scope, origin and CSRF token were checked. */
        Answer answer(Visit visit);
    }

    /**
     * A page.
     *
     * @param scope what the session must be allowed; {@code null} for a page without session
     * @param takesFile true if the form has a file
     */
    record Route(@Nullable Scope scope, Page page, boolean takesFile) {}

    /**
     * Adds a page.
     *
     * @param path such as {@code /console/orders/{id}}
     * @param method GET or POST
     * @param scope what the session must be allowed; {@code null} for browsers that are not signed in
     */
    PageRoutes add(String path, String method, @Nullable Scope scope, Page page) {
        table.add(method, path, new Route(scope, page, false));
        return this;
    }

    /** Adds the action of a form with a file. */
    PageRoutes addFile(String path, Scope scope, Page page) {
        table.add("POST", path, new Route(scope, page, true));
        return this;
    }

    /** Returns the page of a path, with its methods; empty if there is none. */
    Optional<Router.Match<Route>> find(String rawPath) {
        return table.find(rawPath);
    }
}
