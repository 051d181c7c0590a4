package org.orderevidence.wire;

import java.util.List;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Faults.FieldError;

/** The result of reading a request. */
public sealed interface Read<T> {
    /** It follows every rule. */
    record Good<T>(T value, List<FieldError> warnings, boolean warningsTruncated) implements Read<T> {
        /** The same with no more warnings than there is room for. */
        public Good<T> within(FaultRoom room) {
            int most = Math.min(warnings.size(), room.warningsLeft());
            return new Good<>(value, warnings.subList(0, most), warningsTruncated || most < warnings.size());
        }
    }

    /**
     * It breaks rules.
     *
     * @param errors what is wrong; may be empty when {@code errorsTruncated}
     */
    record Bad<T>(
            List<FieldError> errors, List<FieldError> warnings, boolean errorsTruncated, boolean warningsTruncated)
            implements Read<T> {
        public Bad(FieldError error) {
            this(List.of(error), List.of(), false, false);
        }
    }
}
