package org.orderevidence.evidence;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why an order is not qualified, or which data an order lacks. All words about a code are in the class of its kind.
 *
 * <p>The kinds are types, so that the compiler finds every place that a new code needs.
 */
public sealed interface ReasonCode permits OrderReason, HistoryReason, ElementReason {
    /** Returns its code, detail and remedy. */
    ReasonWords words();

    /** Returns its name in the HTTP interface. */
    default String code() {
        return words().code();
    }

    /** Returns what is wrong, in one or two sentences. */
    default String detail() {
        return words().detail();
    }

    /** Returns what to do, or null if nothing can fix it. */
    default @Nullable String remedy() {
        return words().remedy();
    }

    /** Returns every code: those about the disputed order first, then its history, then the elements of one order. */
    static List<ReasonCode> all() {
        return Stream.of(
                        DecisiveReason.values(), FixableReason.values(), HistoryReason.values(), ElementReason.values())
                .<ReasonCode>flatMap(Stream::of)
                .toList();
    }
}
