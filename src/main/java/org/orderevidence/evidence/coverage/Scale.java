package org.orderevidence.evidence.coverage;

/**
 * Estimates the number of all orders from the number in a sample.
 *
 * @param judged how many orders are in the sample
 * @param total how many orders there are
 */
record Scale(long judged, long total) {
    /** All orders were judged. */
    static final Scale ALL = new Scale(1, 1);

    long of(long count) {
        return judged == total || judged == 0 ? count : Math.round((double) count * total / judged);
    }
}
