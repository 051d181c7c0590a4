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

    /** What is done about a field that the interface does not know. */
    enum Unknown {
        /** A warning. */
        IGNORED("unknown_field", "there is no such field; it was ignored"),
        /** An error, as the sender asked for. */
        REFUSED("unknown_field", "there is no such field; remove it"),
        /** An error: a change that would not be made must not be acknowledged. */
        NOT_PATCHABLE(
                "not_patchable",
                "this cannot be changed; status, refunded, refundedAmount, settledAt, fulfilledAt, arn and"
                        + " receipt.delivery can, and the rest by uploading the order again");

        private final String code;
        private final String detail;

        Unknown(String code, String detail) {
            this.code = code;
            this.detail = detail;
        }

        /** Refused when the sender asked to be strict. */
        static Unknown refusedIf(boolean strict) {
            return strict ? REFUSED : IGNORED;
        }
    }

    private final String pointer;
    private final Unknown unknownAre;
    private final List<FieldError> errors = new ArrayList<>(0);
    private final List<FieldError> warnings = new ArrayList<>(0);
    private final List<FieldError> unknown = new ArrayList<>(0);
    private int moreErrors;
    private int moreUnknown;

    /**
     * @param pointer to the whole that is read
     * @param unknownAre what is done about unknown fields
     */
    Faults(String pointer, Unknown unknownAre) {
        this.pointer = pointer;
        this.unknownAre = unknownAre;
    }

    /** True when the whole cannot be taken. */
    boolean refuse() {
        return !errors.isEmpty() || (unknownAre != Unknown.IGNORED && !unknown.isEmpty());
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
            unknown.add(new FieldError(at, unknownAre.code, unknownAre.detail));
        } else {
            moreUnknown++;
        }
    }

    /** The refusal, with every error. */
    <T> Read<T> refusal() {
        List<FieldError> all = new ArrayList<>(errors);
        if (unknownAre != Unknown.IGNORED) {
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
            all.add(new FieldError(pointer, unknownAre.code, "and " + moreUnknown + " more unknown fields"));
        }
    }
}
