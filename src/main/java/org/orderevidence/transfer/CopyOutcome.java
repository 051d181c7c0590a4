package org.orderevidence.transfer;

import java.util.List;

/** Result of a {@link StoreCopy}. */
public sealed interface CopyOutcome {
    /**
     * The copy was refused, and nothing was written.
     *
     * @param why reason for the operator
     */
    record Refused(String why) implements CopyOutcome {}

    /**
     * Everything was copied. Then source and target were read and compared.
     *
     * @param comparisons one for each kind of record
     * @param damaged records of the source that cannot be read, and are therefore not in the target
     * @param surplus records that only the target has, and that a mirror would remove
     */
    record Compared(List<Comparison> comparisons, long damaged, long surplus) implements CopyOutcome {
        public Compared {
            comparisons = List.copyOf(comparisons);
        }

        /** True if the target contains exactly the records of the source. */
        public boolean isEqual() {
            return damaged == 0 && comparisons.stream().allMatch(Comparison::isEqual);
        }
    }

    /**
     * One kind of record in both stores.
     *
     * @param kind its name, such as {@code orders}
     * @param source records of the source; of a kind of rows, what follows from its records
     * @param target records of the target
     */
    record Comparison(String kind, StoreSum source, StoreSum target) {
        /** True if count and checksum are the same. */
        public boolean isEqual() {
            return source.equals(target);
        }
    }
}
