package org.orderevidence.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.orderevidence.json.DidYouMean;
import org.orderevidence.order.part.OrderFields;

/**
 * Collects all faults of one request, or of one order of an upload. Faults that the answer has no room for are noted
 * but never built.
 */
public final class Faults {
    public enum Unknown {
        IGNORED(FaultCode.UNKNOWN_FIELD, "; it was ignored", " It was ignored"),
        REFUSED(FaultCode.UNKNOWN_FIELD, "; remove it", ""),
        /** An error, as is a value that would be left out: the request replaces everything that is stored. */
        REPLACING(FaultCode.UNKNOWN_FIELD, "; remove it", ""),
        /** An error: a change that would not be made must not be acknowledged. */
        NOT_PATCHABLE(
                FaultCode.NOT_PATCHABLE,
                " that can be changed; change " + Fields.alternatives(OrderFields.ORDER.patchable())
                        + ", or upload the order again",
                "");

        private final FaultCode code;
        private final String consequence;
        private final String afterQuestion;

        Unknown(FaultCode code, String consequence, String afterQuestion) {
            this.code = code;
            this.consequence = consequence;
            this.afterQuestion = afterQuestion;
        }

        private String detail(String name, String didYouMean) {
            String field = DidYouMean.isRepeatable(name) ? "there is no field " + name : "there is no such field";
            return didYouMean.isEmpty() ? field + consequence : field + didYouMean + afterQuestion;
        }

        public static Unknown refusedIf(boolean strict) {
            return strict ? REFUSED : IGNORED;
        }
    }

    /** Begins the words about what became of a value that was left out. */
    private static final String LEFT_OUT = "; it was left out";

    private final Unknown unknownAre;
    private final FaultRoom room;
    private final List<FieldError> errors = new ArrayList<>(0);
    private final List<FieldError> warnings = new ArrayList<>(0);
    private boolean refused;
    private boolean errorsTruncated;
    private boolean warningsTruncated;

    /** Faults of a request whose answer lists nothing else. */
    public Faults(Unknown unknownAre) {
        this(unknownAre, new FaultRoom());
    }

    /**
     * @param unknownAre what is done about unknown fields
     * @param room how many faults the answer may still list; the caller subtracts those that it lists
     */
    public Faults(Unknown unknownAre, FaultRoom room) {
        this.unknownAre = unknownAre;
        this.room = room;
    }

    /** Returns true if the whole cannot be taken. */
    public boolean refuse() {
        return refused;
    }

    /** True if the next error is listed. Otherwise its pointer and detail need not be built. */
    public boolean hasRoomForError() {
        return errors.size() < room.errorsLeft();
    }

    boolean hasRoomForUnknown() {
        return unknownAre == Unknown.IGNORED ? hasRoomForWarning() : hasRoomForError();
    }

    public void error(String at, FaultCode code, String detail) {
        if (hasRoomForError()) {
            refused = true;
            errors.add(new FieldError(at, code, detail));
        } else {
            errorLeftOut();
        }
    }

    public void errorLeftOut() {
        refused = true;
        errorsTruncated = true;
    }

    public void warning(String at, FaultCode code, String detail) {
        warning(at, code, () -> detail);
    }

    /** Records a value that is left out: a warning, unless every sent value must be stored. */
    void leftOut(String at, FaultCode code, String detail) {
        if (unknownAre == Unknown.REPLACING || unknownAre == Unknown.NOT_PATCHABLE) {
            error(at, code, detail.replace(LEFT_OUT, ""));
        } else {
            warning(at, code, detail);
        }
    }

    /** The same with words that are only made if the answer has room for them. */
    void warning(String at, FaultCode code, Supplier<String> detail) {
        if (hasRoomForWarning()) {
            warnings.add(new FieldError(at, code, detail.get()));
        } else {
            warningsTruncated = true;
        }
    }

    /**
     * Records an unknown field.
     *
     * @param name as it was sent; the message repeats it only if it looks like a name
     * @param didYouMean a question with the likely name; empty if there is none
     */
    void unknownField(String at, String name, String didYouMean) {
        String detail = unknownAre.detail(name, didYouMean);
        if (unknownAre == Unknown.IGNORED) {
            warning(at, unknownAre.code, detail);
        } else {
            error(at, unknownAre.code, detail);
        }
    }

    void unknownFieldLeftOut() {
        if (unknownAre == Unknown.IGNORED) {
            warningsTruncated = true;
        } else {
            errorLeftOut();
        }
    }

    /** Returns the refusal with every error, and as many warnings as there is room for. */
    public <T> Read.Bad<T> refusal() {
        int besideErrors = Math.clamp((long) room.warningsLeft() - errors.size(), 0, warnings.size());
        return new Read.Bad<>(
                errors,
                warnings.subList(0, besideErrors),
                errorsTruncated,
                warningsTruncated || besideErrors < warnings.size());
    }

    public <T> Read.Good<T> acceptance(T value) {
        return new Read.Good<>(value, warnings, warningsTruncated);
    }

    private boolean hasRoomForWarning() {
        return warnings.size() < room.warningsLeft();
    }

    /**
     * How many more errors and warnings one answer may list. All orders of an upload share one instance. Each order lists
     * its first error, whatever the others list: a sender must see why an order was rejected. Not thread-safe.
     */
    public static class FaultRoom {
        /** Maximum number of errors and warnings of one answer together, without the first error of each order. */
        public static final int MOST = 200;

        /**
         * Maximum number of warnings of one answer: an unknown field in every order must not hide the errors of the last
         * one.
         */
        static final int MOST_WARNINGS = 100;

        private final int most;
        private int errors;
        private int warnings;
        private boolean errorsTruncated;
        private boolean warningsTruncated;

        public FaultRoom() {
            this(MOST);
        }

        private FaultRoom(int most) {
            this.most = most;
        }

        /** Returns an instance without room: faults are only counted. */
        public static FaultRoom none() {
            return new FaultRoom(0);
        }

        /** Returns an instance with room for one error or warning of each record. The room never decreases. */
        public static FaultRoom ofEach() {
            return new FaultRoom(1) {
                @Override
                public void take(Read<?> read) {}
            };
        }

        /** How many more errors one order may list: at least its first one. */
        int errorsLeft() {
            return most == 0 ? 0 : Math.max(most - errors - warnings, 1);
        }

        int warningsLeft() {
            return Math.max(0, Math.min(most - errors - warnings, MOST_WARNINGS - warnings));
        }

        /** Uses room for the errors and warnings that an answer lists. */
        public void take(Read<?> read) {
            switch (read) {
                case Read.Good<?> good -> take(0, good.warnings().size(), false, good.warningsTruncated());
                case Read.Bad<?> bad ->
                    take(bad.errors().size(), bad.warnings().size(), bad.errorsTruncated(), bad.warningsTruncated());
            }
        }

        public boolean isErrorsTruncated() {
            return errorsTruncated;
        }

        public boolean isWarningsTruncated() {
            return warningsTruncated;
        }

        private void take(int newErrors, int newWarnings, boolean leavesOutErrors, boolean leavesOutWarnings) {
            errors += newErrors;
            warnings += newWarnings;
            errorsTruncated |= leavesOutErrors;
            warningsTruncated |= leavesOutWarnings;
        }
    }

    /**
     * A fault of one field of a request, or a warning about it.
     *
     * @param pointer JSON pointer (RFC 6901) to it
     * @param code names the kind of fault to programs
     * @param detail names the rule and the remedy to people; never a secret, an e-mail address or a card number
     */
    public record FieldError(String pointer, FaultCode code, String detail) {}
}
