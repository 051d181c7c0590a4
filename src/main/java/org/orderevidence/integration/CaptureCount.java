package org.orderevidence.integration;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** How many orders there are, and how many of them have each field. */
public record CaptureCount(int orders, Map<CapturedField, Integer> having) {
    /** No orders. */
    public static final CaptureCount NONE = new CaptureCount(0, Map.of());

    public CaptureCount {
        Map<CapturedField, Integer> all = new EnumMap<>(CapturedField.class);
        for (CapturedField field : CapturedField.values()) {
            all.put(field, having.getOrDefault(field, 0));
        }
        having = Collections.unmodifiableMap(all);
    }

    /** Returns the count of one order that has these fields. */
    public static CaptureCount ofOrder(Set<CapturedField> fields) {
        Map<CapturedField, Integer> having = new EnumMap<>(CapturedField.class);
        fields.forEach(field -> having.put(field, 1));
        return new CaptureCount(1, having);
    }

    /** Returns how many orders have a field. */
    public int having(CapturedField field) {
        return having.getOrDefault(field, 0);
    }

    /** Returns the share of the orders that have a field; 0 if there are no orders. */
    public double share(CapturedField field) {
        return orders == 0 ? 0 : (double) having(field) / orders;
    }

    /** Returns both counts together. */
    public CaptureCount plus(CaptureCount other) {
        Map<CapturedField, Integer> sum = new EnumMap<>(CapturedField.class);
        for (CapturedField field : CapturedField.values()) {
            sum.put(field, having(field) + other.having(field));
        }
        return new CaptureCount(orders + other.orders, sum);
    }
}
