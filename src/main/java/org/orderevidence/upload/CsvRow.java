package org.orderevidence.upload;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;

/** One row of CSV. */
public sealed interface CsvRow {
    /** A row that is an order. */
    record Order(@Nullable String id, Bytes json) implements CsvRow {}

    /**
     * A row that cannot be an order.
     *
     * @param faults all faults of the row, at least one
     */
    record Faulty(@Nullable String id, List<Fault> faults) implements CsvRow {
        public Faulty {
            faults = List.copyOf(faults);
        }
    }

    /**
     * A fault of a row.
     *
     * @param pointer to the field in the order; empty for the complete row
     * @param code as in the answers of the service
     */
    record Fault(String pointer, String code, String detail) {}
}
