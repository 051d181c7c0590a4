package org.orderevidence.wire;

import org.jspecify.annotations.Nullable;

/**
 * A request to map events again.
 *
 * @param event only this one; {@code null} for all
 * @param reason only those with this reason; {@code null} for any
 * @param cursor where to continue; {@code null} for the start
 */
public record ReplayRequest(
        @Nullable String event,
        @Nullable String reason,
        @Nullable String cursor) {}
