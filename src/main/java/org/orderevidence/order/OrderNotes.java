package org.orderevidence.order;

import java.util.List;

/**
 * Notes for the merchant about how the parts of an order fit together.
 *
 * @param superseded fields whose PATCH no longer counts, because a newer value was stated
 * @param mismatched parts whose amount or currency differs from the order's, so that nothing they state about the
 *     payment counts: source, blank, object
 * @param cardKnown true if one of the parts identifies the card
 */
public record OrderNotes(List<String> superseded, List<String> mismatched, boolean cardKnown) {
    /** No notes. */
    public static final OrderNotes NONE = new OrderNotes(List.of(), List.of(), false);

    /** Returns the same without what was known before: fields whose PATCH did not count any longer. */
    public OrderNotes since(OrderNotes before) {
        return new OrderNotes(
                superseded.stream()
                        .filter(field -> !before.superseded.contains(field))
                        .toList(),
                mismatched,
                cardKnown);
    }

    public OrderNotes {
        superseded = List.copyOf(superseded);
        mismatched = List.copyOf(mismatched);
    }
}
