package org.orderevidence.console;

import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.console.Frame.Navigation;
import org.orderevidence.console.Frame.Section;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Router;

/** The pages of the console by path and method, and those that the navigation names. */
final class PageRoutes {
    private final Router<Route> table = new Router<>();
    private final Navigation navigation = new Navigation(new ArrayList<>(), new ArrayList<>());

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
     */
    record Route(@Nullable Scope scope, Page page, boolean takesFile) {}

    /**
     * Adds a page.
     *
     * @param scope what the session must be allowed; {@code null} for browsers that are not signed in
     */
    PageRoutes add(String path, String method, @Nullable Scope scope, Page page) {
        table.add(method, path, new Route(scope, page, false));
        return this;
    }

    /** Adds the first page of a part of the console, which each page names. */
    PageRoutes addSection(String label, String path, Scope scope, Page page) {
        navigation.sections().add(new Section(label, path, scope));
        return add(path, "GET", scope, page);
    }

    PageRoutes addTab(String label, String path, Page page) {
        navigation.tabs().add(new Section(label, path, Scope.ADMIN));
        return add(path, "GET", Scope.ADMIN, page);
    }

    PageRoutes addAction(String path, Page page) {
        return add(path, "POST", Scope.ADMIN, page);
    }

    PageRoutes addFile(String path, Scope scope, Page page) {
        table.add("POST", path, new Route(scope, page, true));
        return this;
    }

    Navigation navigation() {
        return navigation;
    }

    /** Returns the page of a path, with its methods; empty if there is none. */
    Optional<Router.Match<Route>> find(String rawPath) {
        return table.find(rawPath);
    }
}
