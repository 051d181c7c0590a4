package org.orderevidence.transfer;

import java.util.List;

/** What a {@link StoreCopy} came to. */
public sealed interface CopyOutcome {
    /**
     * Nothing was written.
     *
     * @param why in words for an operator
     */
    record Refused(String why) implements CopyOutcome {}

    /**
     * Everything was copied, then source and target were walked over and compared.
     *
     * @param comparisons one a kind of record
     * @param damaged records of the source that cannot be read, and are therefore not in the target
     */
    record Compared(List<Comparison> comparisons, long damaged) implements CopyOutcome {
        public Compared {
            comparisons = List.copyOf(comparisons);
        }

        /** True when the target holds exactly what the source holds. */
        public boolean isEqual() {
            return damaged == 0 && comparisons.stream().allMatch(Comparison::isEqual);
        }
    }

    /**
     * One kind of record in both stores.
     *
     * @param kind its name, such as {@code orders}
     * @param source what the source holds; of history rows, what its orders make
     * @param target what the target holds
     */
    record Comparison(String kind, StoreSum source, StoreSum target) {
        /** True when count and checksum are the same. */
        public boolean isEqual() {
            return source.equals(target);
        }
    }
}
