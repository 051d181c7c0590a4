package org.orderevidence.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How many orders a space has.
 *
 * @param total the count
 * @param asOf when it was true; {@code null} if it is true now
 */
public record RecordCount(long total, @Nullable Instant asOf) {}
