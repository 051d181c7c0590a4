package org.orderevidence.api;

import java.util.List;

/**
 * The interface as people read it.
 *
 * @param title of the interface
 * @param version of the interface
 * @param introduction what applies to every request
 * @param groups of operations
 * @param failures that operations can answer
 * @param schemas all named types, sorted by name
 */
public record Reference(
        String title,
        String version,
        Prose introduction,
        List<Group> groups,
        List<Failure> failures,
        List<Schema> schemas) {
    public Reference {
        groups = List.copyOf(groups);
        failures = List.copyOf(failures);
        schemas = List.copyOf(schemas);
    }

    /**
     * Operations about one subject.
     *
     * @param name such as {@code orders}
     * @param description what they are about
     * @param calls at least one
     */
    public record Group(String name, String description, List<Call> calls) {
        public Group {
            calls = List.copyOf(calls);
        }

        /** Returns the name with a capital letter. */
        public String title() {
            return Character.toUpperCase(name.charAt(0)) + name.substring(1);
        }
    }

    /**
     * An answer that reports a failure.
     *
     * @param name unique
     * @param statuses with which it is sent
     * @param description which codes it can have, and why
     * @param example the body
     */
    public record Failure(String name, String statuses, Prose description, String example) {}
}
