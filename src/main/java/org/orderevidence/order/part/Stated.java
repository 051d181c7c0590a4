package org.orderevidence.order.part;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.Money;
import org.orderevidence.order.Receipt;

/**
 * A part that states fields of the order.
 *
 * @param key its key
 * @param version its version
 * @param statement what it states
 */
record Stated(PartKey key, long version, Statement statement) {
    static final Comparator<Stated> NEWEST =
            Comparator.comparingLong(Stated::version).reversed().thenComparing(Stated::key);

    /**
     * Returns the same charge after what happened to it. The times of the events do not count: a charge that was captured
     * is paid, with the sum of its captures that did not fail. Otherwise, one that was cancelled or whose captures failed
     * is failed, also if the charge itself counts as captured because its platform captures by itself.
     *
     * @param events parts about the charge, in any sequence
     */
    Stated after(List<Stated> events) {
        PaymentState own = statement.get(OrderFields.STATUS);
        List<Stated> newest = events.stream().sorted(NEWEST).toList();
        Money charged = first(Stream.concat(Stream.of(this), newest.stream()), Statement::money);
        Set<String> failures = newest.stream()
                .filter(event -> event.is(PaymentState.FAILED))
                .map(event -> event.key.toString())
                .collect(Collectors.toSet());
        List<Stated> captures = newest.stream()
                .filter(event -> event.is(PaymentState.CAPTURED) && event.amountIn(charged) != null)
                .toList();
        boolean isCancelled =
                newest.stream().anyMatch(event -> event.is(PaymentState.FAILED) && event.amountIn(charged) == null);
        boolean isCaptured = newest.stream().anyMatch(event -> event.is(PaymentState.CAPTURED))
                || (own == PaymentState.CAPTURED && !isCancelled);
        boolean isEnded = own == PaymentState.FAILED || !failures.isEmpty();

        long captured = captures.isEmpty() && charged != null ? charged.amountMinor() : sum(captures, charged);
        long failed = sum(
                newest.stream().filter(event -> event.is(PaymentState.FAILED)).toList(), charged);
        boolean isPaid = isCaptured && (failed == 0 || captured > failed);
        Money amount = isPaid && charged != null
                ? new Money(Math.min(captured - failed, Money.MAX_AMOUNT_MINOR), charged.currency())
                : charged;
        List<Stated> lasting = newest.stream()
                .filter(event -> event.is(PaymentState.CAPTURED) && !failures.contains(event.key.failure()))
                .toList();
        PaymentState state = isPaid
                ? PaymentState.CAPTURED
                : isCaptured || isEnded
                        ? PaymentState.FAILED
                        : first(
                                Stream.concat(Stream.of(this), newest.stream()),
                                stated -> stated.get(OrderFields.STATUS));
        Values changed = statement.change().put(amount).put(OrderFields.STATUS, state);
        putIfKnown(changed, OrderFields.SETTLED_AT, lasting);
        putIfKnown(changed, OrderFields.ARN, lasting);
        return new Stated(key, version, changed.statement());
    }

    private static <T> void putIfKnown(Values changed, Field<T> field, List<Stated> captures) {
        T value = first(captures.stream(), stated -> stated.get(field));
        if (value != null) {
            changed.put(field, value);
        }
    }

    /**
     * Returns the same order of a shop with the amount that its card paid, and with the rest as items of its receipt. An
     * order that was paid completely without a card stays as it is.
     *
     * @param credits what was not paid with the card, in any sequence
     */
    Stated without(List<Stated> credits) {
        Money total = statement.money();
        List<Stated> paid = credits.stream()
                .filter(credit -> !credit.is(PaymentState.FAILED) && credit.amountIn(total) != null)
                .sorted(Comparator.comparing(Stated::key))
                .toList();
        long sum = sum(paid, total);
        if (total == null || sum == 0 || sum >= total.amountMinor()) {
            return this;
        }
        Money amount = new Money(total.amountMinor() - sum, total.currency());
        Values changed = statement.change().put(amount);
        List<LineItem> own = statement.get(OrderFields.LINE_ITEMS);
        if (own != null) {
            List<LineItem> items = new ArrayList<>(own);
            paid.stream()
                    .map(credit -> credit.statement.get(OrderFields.LINE_ITEMS))
                    .filter(Objects::nonNull)
                    .forEach(items::addAll);
            changed.put(OrderFields.LINE_ITEMS, items.size() > Receipt.MAX_LINE_ITEMS ? own : items);
        }
        return new Stated(key, version, changed.statement());
    }

    private boolean is(PaymentState state) {
        return statement.get(OrderFields.STATUS) == state;
    }

    /** What the part states in the currency of a charge; empty if it states no amount, or another currency. */
    private @Nullable Long amountIn(@Nullable Money charged) {
        Money money = statement.money();
        return money == null || charged == null || !money.currency().equals(charged.currency())
                ? null
                : (Long) money.amountMinor();
    }

    private static long sum(List<Stated> parts, @Nullable Money charged) {
        return parts.stream()
                .map(part -> part.amountIn(charged))
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .sum();
    }

    private static <T> @Nullable T first(Stream<Stated> parts, Function<Statement, @Nullable T> value) {
        return parts.map(part -> value.apply(part.statement))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
