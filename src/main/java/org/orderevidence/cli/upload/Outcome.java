package org.orderevidence.cli.upload;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of one record of an upload. */
public sealed interface Outcome {
    /**
     * The service took it.
     *
     * @param word what the service says of it, such as {@code created}
     */
    record Taken(String word) implements Outcome {}

    /**
     * It is not kept.
     *
     * @param id of the record, as far as it may be told
     * @param errors why: pointer, code and detail of each
     */
    record Rejected(@Nullable String id, List<Map<String, String>> errors) implements Outcome {
        public Rejected {
            errors = List.copyOf(errors);
        }
    }

    /** A record that has one fault as a whole. */
    static Rejected rejected(String code, String detail) {
        return new Rejected(null, List.of(error("", code, detail)));
    }

    /** An error, its parts always in this order. */
    static Map<String, String> error(String pointer, String code, String detail) {
        Map<String, String> error = new LinkedHashMap<>();
        error.put("pointer", pointer);
        error.put("code", code);
        error.put("detail", detail);
        return error;
    }
}
