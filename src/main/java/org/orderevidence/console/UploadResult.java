package org.orderevidence.console;

import java.util.List;

/**
 * What became of an upload.
 *
 * @param fileName name of the file
 * @param unit what the numbers of rejected records count: line or element
 * @param counts accepted records by outcome, and the rejected ones
 * @param rejected the first rejected records
 * @param stopped why the upload ended early; empty if it did not
 * @param download the rejected records as CSV, as the address of a link; empty if there are none
 * @param isDownloadCut true if the link has only the first of them
 */
public record UploadResult(
        String fileName,
        String unit,
        Counts counts,
        List<Rejected> rejected,
        String stopped,
        String download,
        boolean isDownloadCut) {
    /** Maximum number of rejected records that the page shows. */
    static final int SHOWN = 100;

    public UploadResult {
        rejected = List.copyOf(rejected);
    }

    /**
     * How many records had each outcome.
     *
     * @param created new orders
     * @param updated orders with new content
     * @param unchanged orders that were stored before
     * @param stale orders with a lower revision than the stored one
     * @param rejected records that were not stored
     */
    public record Counts(long created, long updated, long unchanged, long stale, long rejected) {
        static final Counts NONE = new Counts(0, 0, 0, 0, 0);

        /** Returns the records that are stored now. */
        public long stored() {
            return created + updated + unchanged + stale;
        }

        Counts with(String outcome) {
            return switch (outcome) {
                case "created" -> new Counts(created + 1, updated, unchanged, stale, rejected);
                case "updated" -> new Counts(created, updated + 1, unchanged, stale, rejected);
                case "unchanged" -> new Counts(created, updated, unchanged + 1, stale, rejected);
                case "stale" -> new Counts(created, updated, unchanged, stale + 1, rejected);
                default -> new Counts(created, updated, unchanged, stale, rejected + 1);
            };
        }
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
