package org.orderevidence.order.part;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.part.StatedParts.Stated;

/**
 * One composition. For each field the first part that states it wins: a PATCH, the upload, then for payment fields
 * processors before shops, and for fields of the purchase shops before processors.
 */
final class Composing {
    private final OrderId id;
    private final StatedParts parts;
    private final List<Stated> purchases;
    private final Values chosen = new Values(OrderFields.ORDER);
    private final Map<StatedField, Source> sources = new TreeMap<>();
    private final Set<StatedField> superseded = new TreeSet<>();

    Composing(OrderId id, Collection<Part> parts) {
        this.id = id;
        this.parts = StatedParts.of(parts);
        this.purchases = this.parts.purchases();
    }

    Composition compose() {
        List<Stated> payments = parts.payments();
        choose(payments, OrderFields.AMOUNT.stated());
        choose(payments, OrderFields.CURRENCY.stated());
        Money money = chosen.money();
        List<Stated> agreeing = new ArrayList<>(payments);
        for (Stated part : payments) {
            if (!agrees(part, money)) {
                // The other parts of a platform that states another amount are about that purchase too.
                agreeing.removeIf(
                        other -> other.key().source().equals(part.key().source()));
            }
        }
        choose(agreeing, OrderFields.TRANSACTION_DATE.stated());
        OrderTime transaction = chosen.get(OrderFields.TRANSACTION_DATE);
        if (money == null || transaction == null) {
            return new Composition.Incomplete(missing(money, transaction));
        }
        OrderId movedTo = parts.movedTo();
        if (movedTo != null) {
            return Composition.Complete.moved(moved(money, transaction), movedTo);
        }
        Statement stated = chosen(agreeing, transaction);
        Charge charge = OrderFields.charge(stated, money, transaction, refund(money));
        return new Composition.Complete(
                new Order(id, parts.revision(), charge, OrderFields.customer(stated), OrderFields.receipt(stated)),
                sources,
                mismatched(payments, money),
                stated.get(OrderFields.STATUS) == PaymentState.UNCAPTURED,
                superseded,
                parts.method(),
                null);
    }

    /** What is left of an order whose parts were moved: nothing by which it could be found or serve as a prior. */
    private Order moved(Money money, OrderTime transaction) {
        Statement failed = Statement.of(OrderFields.STATUS, PaymentState.FAILED);
        Charge charge = OrderFields.charge(failed, money, transaction, StatedRefund.NONE);
        return new Order(id, null, charge, Customer.NONE, Receipt.EMPTY);
    }

    /** True if the part states the order's amount and currency, or none. */
    private static boolean agrees(Stated part, @Nullable Money money) {
        Money stated = part.statement().money();
        return stated == null || stated.equals(money);
    }

    private List<String> mismatched(List<Stated> payments, Money money) {
        List<Stated> others = parts.otherPurchases(money);
        for (Stated part : payments) {
            if (!agrees(part, money)) {
                others.add(part);
            }
        }
        return others.isEmpty()
                ? List.of()
                : others.stream()
                        .map(Stated::key)
                        .sorted()
                        .map(PartKey::toString)
                        .toList();
    }

    private static Set<StatedField> missing(@Nullable Money money, @Nullable OrderTime transaction) {
        Set<StatedField> missing = new TreeSet<>();
        if (money == null) {
            missing.add(OrderFields.AMOUNT.stated());
            missing.add(OrderFields.CURRENCY.stated());
        }
        if (transaction == null) {
            missing.add(OrderFields.TRANSACTION_DATE.stated());
        }
        return missing;
    }

    private Statement chosen(List<Stated> agreeing, OrderTime transaction) {
        for (StatedField field : OrderFields.ORDER.stated().values()) {
            switch (field.wins()) {
                case PAYMENT -> choose(agreeing, field);
                case PURCHASE -> choose(purchases, field);
                case OWN_RULE -> {}
            }
        }
        choose(parts.chargesLast(agreeing), OrderFields.RECURRING.stated());
        choose(agreeing, OrderFields.SETTLED_AT.stated(), statement -> {
            OrderTime settled = statement.get(OrderFields.SETTLED_AT);
            return settled != null && Charge.canSettle(transaction, settled);
        });
        chooseCard(agreeing);
        chooseDevice();
        return chosen;
    }

    private StatedRefund refund(Money money) {
        RefundTotal total = RefundTotal.of(parts, money);
        StatedField refund = OrderFields.REFUNDED.stated();
        Source source = total.source();
        if (source != null) {
            sources.put(refund, source);
        }
        if (total.isPatchSuperseded()) {
            superseded.add(refund);
        }
        return total.refund();
    }

    /**
     * The card of the first part that states any field of it, so that no card is put together from two. A part about a
     * card with the same first six and last four digits fills the fields that are still empty.
     */
    private void chooseCard(List<Stated> agreeing) {
        PaymentCredential card = PaymentCredential.NONE;
        for (Stated part : agreeing) {
            PaymentCredential stated = part.statement().credential();
            boolean isFirst = card.equals(PaymentCredential.NONE);
            if (stated.equals(PaymentCredential.NONE) || !(isFirst || card.hasDigitsOf(stated))) {
                continue;
            }
            OrderFields.CARD.forEach(field -> fill(field, part));
            card = chosen.credential();
        }
    }

    private void fill(Field<?> field, Stated part) {
        if (chosen.get(field) == null && part.statement().get(field) != null) {
            chosen.take(field, part.statement());
            sources.put(field.stated(), part.key().source());
        }
    }

    /** The first part that states the device, so that none is put together from two. */
    private void chooseDevice() {
        StatedField id = OrderFields.DEVICE_ID.stated();
        StatedField fingerprint = OrderFields.DEVICE_FINGERPRINT.stated();
        for (Stated part : purchases) {
            if (part.statement().states(id) || part.statement().states(fingerprint)) {
                choose(List.of(part), id);
                choose(List.of(part), fingerprint);
                return;
            }
        }
    }

    private void choose(List<Stated> stated, StatedField field) {
        choose(stated, field, field.stated);
    }

    /**
     * Chooses the value of the first part that states the field, unless a PATCH of it counts. A PATCH counts until the
     * upload states a value that is neither the one it stated when the PATCH arrived nor the patched one.
     *
     * @param states true for a statement with a value that can count
     */
    private void choose(List<Stated> stated, StatedField field, Predicate<Statement> states) {
        PartContent.PatchCell patch = parts.patch(field);
        if (patch != null) {
            // A settlement that no longer fits the transaction counts like none.
            boolean fits = states.test(patch.value()) || patch.value().equals(Statement.EMPTY);
            Statement uploaded = parts.uploaded();
            boolean counts = !states.test(uploaded)
                    || uploaded.agrees(field, patch.value())
                    || uploaded.agrees(field, patch.over());
            if (counts && fits) {
                choose(field, Source.PATCH, patch.value());
                return;
            }
            if (!counts) {
                superseded.add(field);
            }
        }
        for (int i = 0; i < stated.size(); i++) {
            Stated part = stated.get(i);
            if (states.test(part.statement())) {
                choose(field, part.key().source(), part.statement());
                return;
            }
        }
    }

    private void choose(StatedField field, Source source, Statement statement) {
        sources.put(field, source);
        chosen.take(field, statement);
    }
}
