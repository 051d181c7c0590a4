package org.orderevidence.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A table of paths, each with its methods. A segment in braces, such as {@code {id}}, stands for any text that is not
 * empty, and at the end {@code {page*}} stands for the rest of a path. A name with a value, such as {@code {code:not-found}},
 * stands for this value alone. A path without names comes first. Paths are compared as they were sent: nothing is
 * normalised, so that an ID may have any character.
 */
public final class Router<T> {
    private static final String REST = "*}";

    private final Step<T> start = new Step<>();

    /** What can follow a part of a path. */
    private static final class Step<T> {
        private final Map<String, Step<T>> literals = new HashMap<>();
        private @Nullable Step<T> any;
        private @Nullable Row<T> row;
        private @Nullable Row<T> rest;
    }

    /**
     * A path of the table.
     *
     * @param pattern as a log names it
     * @param names of the segments that vary, in their sequence
     * @param values of names that have only one
     */
    private record Row<T>(
            String pattern, List<String> names, Map<String, String> values, SortedMap<String, T> methods) {
        Match<T> match(List<String> segments) {
            Map<String, String> parameters = new HashMap<>(values);
            for (int i = 0; i < names.size(); i++) {
                parameters.put(names.get(i), segments.get(i));
            }
            return new Match<>(pattern, parameters, methods);
        }
    }

    /**
     * What the table has for a path.
     *
     * @param pattern of the path, as a log names it
     * @param parameters the segments that vary, by their names, still encoded
     * @param methods what each method does; {@code HEAD} does the same as {@code GET}
     */
    public record Match<T>(String pattern, Map<String, String> parameters, SortedMap<String, T> methods) {}

    /** Adds a method of a path; {@code GET} also adds {@code HEAD}. */
    public void add(String method, String pattern, T action) {
        Step<T> step = start;
        List<String> names = new ArrayList<>();
        Map<String, String> values = new HashMap<>();
        boolean isRest = pattern.endsWith(REST);
        for (String segment : segments(pattern)) {
            String name = segment.replaceAll("[{}*]|:.*", "");
            if (segment.contains(":")) {
                String value = segment.substring(segment.indexOf(':') + 1, segment.length() - 1);
                values.put(name, value);
                step = step.literals.computeIfAbsent(value, _ -> new Step<>());
            } else if (!segment.startsWith("{")) {
                step = step.literals.computeIfAbsent(segment, _ -> new Step<>());
            } else {
                names.add(name);
                if (!segment.endsWith(REST)) {
                    Step<T> any = step.any == null ? new Step<>() : step.any;
                    step.any = any;
                    step = any;
                }
            }
        }
        Row<T> held = isRest ? step.rest : step.row;
        Row<T> row = held == null ? new Row<>(shown(pattern), names, values, new TreeMap<>()) : held;
        row.methods.put(method, action);
        if (method.equals("GET")) {
            row.methods.put("HEAD", action);
        }
        if (isRest) {
            step.rest = row;
        } else {
            step.row = row;
        }
    }

    /** Returns what the table has for a path; empty if it has nothing. */
    public Optional<Match<T>> find(String path) {
        return path.startsWith("/") ? Optional.ofNullable(find(start, path, 1, new ArrayList<>())) : Optional.empty();
    }

    private static <T> @Nullable Match<T> find(Step<T> step, String path, int from, List<String> found) {
        int slash = path.indexOf('/', from);
        String segment = path.substring(from, slash < 0 ? path.length() : slash);
        Match<T> match = follow(step.literals.get(segment), path, slash, found);
        if (match == null && !segment.isEmpty()) {
            found.addLast(segment);
            match = follow(step.any, path, slash, found);
            found.removeLast();
        }
        if (match == null && step.rest != null) {
            found.addLast(path.substring(from));
            match = step.rest.match(found);
        }
        return match;
    }

    private static <T> @Nullable Match<T> follow(@Nullable Step<T> next, String path, int slash, List<String> found) {
        if (next == null) {
            return null;
        }
        if (slash >= 0) {
            return find(next, path, slash + 1, found);
        }
        return next.row == null ? null : next.row.match(found);
    }

    private static String shown(String pattern) {
        return pattern.replaceAll(":[^}]*}", "}").replace(REST, "}");
    }

    private static List<String> segments(String pattern) {
        return List.of(pattern.substring(1).split("/", -1));
    }
}
