package org.orderevidence.http;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects what is wrong with one request, or with one order of an upload: all faults at once, but no more than
 * {@value #MAX_ERRORS} errors and {@value #MAX_UNKNOWN} unknown fields, so that a small request cannot ask for a huge
 * answer; what is beyond is counted.
 */
final class Faults {
    /** Most errors that are spelled out. */
    static final int MAX_ERRORS = 50;

    /** Most unknown fields that are spelled out. */
    static final int MAX_UNKNOWN = 20;

    private final String pointer;
    private final boolean strict;
    private final List<FieldError> errors = new ArrayList<>(0);
    private final List<FieldError> warnings = new ArrayList<>(0);
    private final List<FieldError> unknown = new ArrayList<>(0);
    private int moreErrors;
    private int moreUnknown;

    /**
     * @param pointer to the whole that is read
     * @param strict whether an unknown field is an error
     */
    Faults(String pointer, boolean strict) {
        this.pointer = pointer;
        this.strict = strict;
    }

    /** True when the whole cannot be taken. */
    boolean refuse() {
        return !errors.isEmpty() || (strict && !unknown.isEmpty());
    }

    void error(String at, String code, String detail) {
        if (errors.size() < MAX_ERRORS) {
            errors.add(new FieldError(at, code, detail));
        } else {
            moreErrors++;
        }
    }

    void warning(String at, String code, String detail) {
        warnings.add(new FieldError(at, code, detail));
    }

    void unknownField(String at) {
        if (unknown.size() < MAX_UNKNOWN) {
            String detail = strict ? "there is no such field; remove it" : "there is no such field; it was ignored";
            unknown.add(new FieldError(at, "unknown_field", detail));
        } else {
            moreUnknown++;
        }
    }

    /** The refusal, with every error. */
    <T> Read<T> refusal() {
        List<FieldError> all = new ArrayList<>(errors);
        if (strict) {
            addUnknown(all);
        }
        if (moreErrors > 0) {
            all.add(new FieldError(pointer, "more_errors", "and " + moreErrors + " more errors"));
        }
        return new Read.Bad<>(all);
    }

    /** What was read, with every warning. */
    <T> Read<T> acceptance(T value) {
        List<FieldError> all = new ArrayList<>(warnings);
        addUnknown(all);
        return new Read.Good<>(value, all);
    }

    private void addUnknown(List<FieldError> all) {
        all.addAll(unknown);
        if (moreUnknown > 0) {
            all.add(new FieldError(pointer, "unknown_field", "and " + moreUnknown + " more unknown fields"));
        }
    }
}
