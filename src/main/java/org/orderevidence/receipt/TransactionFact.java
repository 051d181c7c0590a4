package org.orderevidence.receipt;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.receipt.Fact.AmountText;
import org.orderevidence.receipt.Fact.DateText;

/** A fact of a transaction in the evidence for a dispute, declared once for the statement and for all forms of a submission. */
public enum TransactionFact {
    ORDER_ID("orderId", "Order ID", order -> order.id().value()),
    ARN("arn", "Acquirer reference number (ARN)", ofReferences(Charge.References::arn)),
    CHARGE_ID("gatewayTransactionId", "Processor's charge ID", ofReferences(Charge.References::gatewayTransactionId)),
    TIME("transactionDate", "Transaction date and time", order -> order.charge().transactionTime()),
    SETTLED("settledAt", "Settlement date", order -> day(order.charge().settledAt())),
    FULFILLED("fulfilledAt", "Fulfilment date", order -> day(order.charge().fulfilledAt())),
    AMOUNT("amount", "Amount", order -> order.charge().money()),
    CARD("card", "Card", order -> card(order.charge().credential())),
    AUTH_CODE("authCode", "Authorisation code", ofReferences(Charge.References::authCode)),
    DESCRIPTOR("descriptor", "Statement descriptor", ofReferences(Charge.References::descriptor)),
    CATEGORY("merchandiseOrServices", "Merchandise or services", TransactionFact::category),
    BOUGHT("description", "What was bought", order -> bought(order));

    /**
     * A transaction.
     *
     * @param defaultCategory what the account sells, for an order that does not say; {@code null} if not set
     */
    public record Transaction(Order order, Charge.@Nullable Category defaultCategory) {}

    private final String wireName;
    private final String label;

    // The functions have no state.
    @SuppressWarnings("ImmutableEnumChecker")
    private final BiFunction<Order, Charge.@Nullable Category, @Nullable Object> value;

    TransactionFact(String wireName, String label, Function<Order, @Nullable Object> value) {
        this(wireName, label, (order, _) -> value.apply(order));
    }

    TransactionFact(
            String wireName, String label, BiFunction<Order, Charge.@Nullable Category, @Nullable Object> value) {
        this.wireName = wireName;
        this.label = label;
        this.value = value;
    }

    /** Returns its name in a submission in our own words. */
    public String wireName() {
        return wireName;
    }

    public String label() {
        return label;
    }

    /** Returns the lines that people read; none if the transaction does not have it. */
    public List<String> lines(Transaction of) {
        return switch (value.apply(of.order, of.defaultCategory)) {
            case null -> List.of();
            case OrderTime time -> DateText.lines(time);
            case Money money -> List.of(AmountText.of(money));
            case Charge.Category.MERCHANDISE -> List.of("Merchandise");
            case Charge.Category.SERVICES -> List.of("Services");
            case List<?> lines -> lines.stream().map(String::valueOf).toList();
            case Object text -> List.of(text.toString());
        };
    }

    /** Returns the text that programs read; {@code null} if the transaction does not have it. */
    public @Nullable String text(Transaction of) {
        return switch (value.apply(of.order, of.defaultCategory)) {
            case null -> null;
            case OrderTime time ->
                time.instant() == null ? time.day().toString() : time.instant().toString();
            case Money money ->
                Money.decimal(money.amountMinor(), money.currency()).toPlainString() + " "
                        + money.currency().getCurrencyCode();
            case Charge.Category category -> category.wireName();
            case List<?> lines -> lines.isEmpty() ? null : String.join("; ", lines(of));
            case Object text -> text.toString();
        };
    }

    private static Function<Order, @Nullable Object> ofReferences(Function<Charge.References, @Nullable String> read) {
        return order -> read.apply(order.charge().references());
    }

    private static @Nullable OrderTime day(@Nullable OrderTime time) {
        return time == null ? null : OrderTime.on(time.day());
    }

    /** All three transactions were paid with the same Visa card, whatever an order calls it. */
    private static String card(PaymentCredential card) {
        return card.last4() == null ? "Visa" : "Visa ending in " + card.last4();
    }

    private static Charge.@Nullable Category category(Order order, Charge.@Nullable Category defaultCategory) {
        Charge.Category own = order.charge().category();
        return own == null ? defaultCategory : own;
    }

    private static List<String> bought(Order order) {
        String description = order.receipt().description();
        return !order.receipt().lineItems().isEmpty()
                ? order.receipt().lineItems().stream()
                        .map(LineItem::productName)
                        .toList()
                : description == null ? List.of() : List.of(description);
    }
}
