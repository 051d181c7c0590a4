package org.orderevidence.http;

import java.util.List;

/**
 * What reading a request gave.
 *
 * @param <T> what is read
 */
sealed interface Read<T> {
    /**
     * It keeps to every rule.
     *
     * @param value what was read
     * @param warnings what the sender should know all the same
     */
    record Good<T>(T value, List<FieldError> warnings) implements Read<T> {
        public Good {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * It breaks rules.
     *
     * @param errors all of them
     */
    record Bad<T>(List<FieldError> errors) implements Read<T> {
        public Bad {
            errors = List.copyOf(errors);
        }
    }
}
