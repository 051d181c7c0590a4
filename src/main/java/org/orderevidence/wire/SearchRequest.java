package org.orderevidence.wire;

import org.jspecify.annotations.Nullable;
import org.orderevidence.service.OrderSearch.OrderQuery;

/**
 * A search.
 *
 * @param query what is searched by
 * @param per most orders of the answer, 1 to 100
 * @param cursor where the answer before ended, as it was sent; empty for the beginning
 */
public record SearchRequest(
        OrderQuery query, int per, @Nullable String cursor) {}
