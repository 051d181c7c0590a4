package org.orderevidence.order;

import java.util.List;
import java.util.Map;

/**
 * Which sources the values of an order come from.
 *
 * @param byField name of the source by name of the field, for each field that a source states
 * @param mismatched the parts whose amount or currency differs from the order's: source, blank, object
 * @param uncaptured true if the payment was approved and not captured yet
 */
public record OrderSources(Map<String, String> byField, List<String> mismatched, boolean uncaptured) {
    /** No source states anything. */
    public static final OrderSources NONE = new OrderSources(Map.of(), List.of(), false);

    public OrderSources {
        byField = Map.copyOf(byField);
        mismatched = List.copyOf(mismatched);
    }
}
