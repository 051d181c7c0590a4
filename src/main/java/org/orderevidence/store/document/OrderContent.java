package org.orderevidence.store.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Hold;
import org.orderevidence.order.Texts;

/**
 * Everything that is stated about an order.
 *
 * @param parts sorted by key, each key once
 * @param hold why nothing removes the order; {@code null} if it is not held
 */
public record OrderContent(
        List<StoredPart> parts,
        List<StoredFact<Dispute>> disputes,
        List<StoredFact<FraudReport>> fraudReports,
        @Nullable Hold hold) {
    /** Returns the content of an order without later facts. */
    public static OrderContent of(List<StoredPart> parts) {
        return new OrderContent(parts, List.of(), List.of(), null);
    }

    public OrderContent withParts(List<StoredPart> others) {
        return new OrderContent(others, disputes, fraudReports, hold);
    }

    public OrderContent withHold(@Nullable Hold other) {
        return new OrderContent(parts, disputes, fraudReports, other);
    }

    /** Returns how many later facts there are. A hold is one of them: an upload does not replace it. */
    public int facts() {
        return disputes.size() + fraudReports.size() + (hold == null ? 0 : 1);
    }

    public long factBytes() {
        return disputes.stream().mapToLong(fact -> fact.document().length()).sum()
                + fraudReports.stream()
                        .mapToLong(fact -> fact.document().length())
                        .sum();
    }

    /** Returns later facts with one more, which replaces that of the same id. */
    public static <T> List<StoredFact<T>> with(List<StoredFact<T>> facts, StoredFact<T> fact, Function<T, String> id) {
        List<StoredFact<T>> all = new ArrayList<>(facts);
        all.removeIf(held -> id.apply(held.fact()).equals(id.apply(fact.fact())));
        all.add(fact);
        all.sort(Comparator.comparing(held -> id.apply(held.fact()), Texts::compareByCodePoint));
        return all;
    }

    public static <T> Optional<StoredFact<T>> find(List<StoredFact<T>> facts, String id, Function<T, String> ids) {
        return facts.stream().filter(held -> ids.apply(held.fact()).equals(id)).findFirst();
    }
}
