package org.orderevidence.upload;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public sealed interface Outcome {
    /**
     * The service accepted the record.
     *
     * @param word the service's word for the outcome, such as {@code created}
     * @param id of the record; null if it has none
     * @param warnings pointer, code and detail of each warning
     */
    record Taken(String word, @Nullable String id, List<Map<String, String>> warnings) implements Outcome {

        /** A record without warnings. */
        public Taken(String word) {
            this(word, null, List.of());
        }
    }

    /**
     * The record was rejected and is not stored.
     *
     * @param id of the record; null if it has none, or one that must not be repeated
     * @param errors pointer, code and detail of each error
     */
    record Rejected(@Nullable String id, List<Map<String, String>> errors) implements Outcome {}

    /** Returns the rejection of a record for a fault of the complete record. */
    static Rejected rejected(String code, String detail) {
        return new Rejected(null, List.of(error("", code, detail)));
    }

    /** Returns an error with its parts in this order. */
    public static Map<String, String> error(String pointer, String code, String detail) {
        Map<String, String> error = new LinkedHashMap<>();
        error.put("pointer", pointer);
        error.put("code", code);
        error.put("detail", detail);
        return error;
    }
}
