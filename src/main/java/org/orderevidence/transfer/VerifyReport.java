package org.orderevidence.transfer;

/**
 * The result of a {@link StoreVerify}.
 *
 * @param accounts that were read
 * @param orders that were read
 * @param historyRows that were read
 * @param sightings that were read
 * @param damaged records that cannot be read, or whose content does not match their key; they cannot be repaired
 * @param differing orders whose columns, history rows or index rows are missing or wrong
 * @param orphans history rows and index rows that belong to no order, or no longer belong to their order
 * @param miscounted account spaces that do not have as many orders as the store counted
 * @param isSound true if nothing is wrong, or nothing is wrong any more
 */
public record VerifyReport(
        long accounts,
        long orders,
        long historyRows,
        long sightings,
        long damaged,
        long differing,
        long orphans,
        long miscounted,
        boolean isSound) {}
