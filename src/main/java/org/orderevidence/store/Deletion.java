package org.orderevidence.store;

/**
 * Deletes a record of a merged kind.
 *
 * @param key its place
 * @param version of a NEWEST kind, the greatest version that is deleted; of a FIRST kind, the version that it has
 */
public record Deletion(Key key, long version) {}
