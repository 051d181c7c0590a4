package org.orderevidence.console;

import java.util.List;
import java.util.Map;

/**
 * What became of an upload.
 *
 * @param id of the upload
 * @param fileName name of the file
 * @param unit what the numbers of rejected records count: line or element
 * @param counts number of records by outcome
 * @param rejected the first rejected records
 * @param stopped why the upload ended early; empty if it did not
 * @param download the rejected records as CSV, as the address of a link; empty if there are none
 * @param isDownloadCut true if the link has only the first of them
 */
public record UploadResult(
        String id,
        String fileName,
        String unit,
        Map<String, Long> counts,
        List<Rejected> rejected,
        String stopped,
        String download,
        boolean isDownloadCut) {
    /** Maximum number of rejected records that the page shows. */
    static final int SHOWN = 100;

    public UploadResult {
        counts = Map.copyOf(counts);
        rejected = List.copyOf(rejected);
    }

    /** Returns how many records had an outcome, such as {@code created} or {@code rejected}. */
    public long count(String outcome) {
        return counts.getOrDefault(outcome, 0L);
    }

    /** Returns the records that are stored now. */
    public long stored() {
        return counts.values().stream().mapToLong(Long::longValue).sum() - count("rejected") - count("erased");
    }

    /**
     * A record that was not stored.
     *
     * @param number of its line or element
     * @param id of the order; empty if it has none
     * @param reasons at least one
     */
    public record Rejected(long number, String id, List<Reason> reasons) {
        public Rejected {
            reasons = List.copyOf(reasons);
        }
    }

    /**
     * Why a record was not stored.
     *
     * @param field path in the order; empty for the complete record
     * @param detail what is wrong and what is expected
     */
    public record Reason(String field, String detail) {}
}
