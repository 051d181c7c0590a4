package org.orderevidence.order;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which sources the values of an order come from.
 *
 * @param fields each field that a source states, each once, in the sequence in which callers see them
 * @param mismatched the parts whose amount or currency differs from the order's: source, blank, object
 * @param uncaptured true if the payment was approved and not captured yet
 * @param paymentMethod how the customer paid, such as {@code apple_pay}; empty for a card without a wallet, and if no
 *     platform states it
 * @param movedTo the order that has the purchase now; empty unless its parts were moved. An order that was moved has
 *     nothing except its amount and date, and is never shown
 */
public record OrderSources(
        List<OfField> fields,
        List<String> mismatched,
        boolean uncaptured,
        @Nullable String paymentMethod,
        @Nullable OrderId movedTo) {
    /** No source states anything. */
    public static final OrderSources NONE = new OrderSources(List.of(), List.of(), false, null, null);

    public OrderSources {
        fields = List.copyOf(fields);
        mismatched = List.copyOf(mismatched);
    }

    /**
     * The source of one field.
     *
     * @param field the name of the field in an upload
     * @param source the name of the source whose value counts
     */
    public record OfField(String field, String source) {}
}
