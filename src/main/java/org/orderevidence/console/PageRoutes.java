package org.orderevidence.console;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;

/** The pages of the console by path and method. */
public final class PageRoutes {
    private final List<Route> routes = new ArrayList<>();

    /**
     * A page.
     *
     * @param segments of its path; one in braces matches any segment
     * @param method GET or POST
     * @param scope what the session must be allowed; {@code null} for a page without session
     * @param page answers
     * @param takesFile true if the form has a file
     */
    record Route(
            List<String> segments, String method, @Nullable Scope scope, Page page, boolean takesFile) {}

    /**
     * A page that matches a path.
     *
     * @param route the page
     * @param parameters the segments that were matched by a name in braces, still encoded
     */
    record Match(Route route, Map<String, String> parameters) {}

    /**
     * Adds a page.
     *
     * @param path such as {@code /console/orders/{id}}
     * @param method GET or POST
     * @param scope what the session must be allowed
     * @param page answers
     */
    public PageRoutes add(String path, String method, Scope scope, Page page) {
        routes.add(new Route(segments(path), method, scope, page, false));
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
        routes.add(new Route(segments(path), "POST", scope, page, true));
        return this;
    }

    /** Adds a page for browsers that are not signed in. */
    PageRoutes addOpen(String path, String method, Page page) {
        routes.add(new Route(segments(path), method, null, page, false));
        return this;
    }

    /** Returns the pages of a path, one for each method. A page without names in braces comes first. */
    List<Match> find(String rawPath) {
        List<String> sent = segments(rawPath);
        List<Match> exact = new ArrayList<>();
        List<Match> others = new ArrayList<>();
        for (Route route : routes) {
            Map<String, String> parameters = match(route.segments, sent);
            if (parameters != null) {
                (parameters.isEmpty() ? exact : others).add(new Match(route, parameters));
            }
        }
        return exact.isEmpty() ? others : exact;
    }

    /** Returns the parts of the console that have a page. */
    List<Section> sections() {
        List<Section> found = new ArrayList<>();
        for (Section section : Section.values()) {
            if (routes.stream().anyMatch(route -> route.segments.equals(segments(section.path())))) {
                found.add(section);
            }
        }
        return found;
    }

    private static @Nullable Map<String, String> match(List<String> pattern, List<String> sent) {
        if (pattern.size() != sent.size()) {
            return null;
        }
        Map<String, String> parameters = new HashMap<>();
        for (int i = 0; i < pattern.size(); i++) {
            String expected = pattern.get(i);
            if (expected.startsWith("{")) {
                parameters.put(expected.substring(1, expected.length() - 1), sent.get(i));
            } else if (!expected.equals(sent.get(i))) {
                return null;
            }
        }
        return parameters;
    }

    private static List<String> segments(String path) {
        return List.of(path.split("/", -1));
    }
}
