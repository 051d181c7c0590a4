package org.orderevidence.receipt;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.EvidenceSheet.Comparison;
import org.orderevidence.receipt.Fact.AmountText;
import org.orderevidence.receipt.Fact.DateText;
import org.orderevidence.receipt.Fact.Facts;

/**
 * The document that a merchant sends to the issuer: the dispute, the disputed transaction, the two earlier ones, and the
 * data that is the same on all three. It contains nothing else, because anything else could help the other side.
 *
 * @param merchant name of the merchant; {@code null} if not known
 * @param contact of the merchant, one line each
 * @param matches the data that is the same on all three transactions
 * @param rows the facts of the transactions, each with one cell for each
 * @param isDense true if the texts are so long that they need small letters
 */
public record IssuerStatement(
        String title,
        @Nullable String merchant,
        List<String> contact,
        List<Fact> dispute,
        List<Match> matches,
        List<String> headings,
        List<Row> rows,
        boolean isDense) {
    /** Most items that describe a transaction. */
    private static final int MOST_ITEMS = 3;

    /** Longest name of an item or line of contact, in characters. */
    private static final int LONGEST_NAME = 60;

    /** Longest ID, in characters: that of an order, a charge or a dispute. */
    private static final int LONGEST_ID = 128;

    /** Longest line of a matched value, in characters. A device fingerprint has at most 256. */
    private static final int LONGEST_VALUE = 256;

    /** A page with more characters needs small letters. */
    private static final int MOST_IN_LARGE_LETTERS = 800;

    private static final String NONE = "\u2013";

    /**
     * Data that is the same on all three transactions.
     *
     * @param value in the form in which it was compared
     * @param notes where a value comes from if it was not sent with the transaction
     */
    public record Match(String label, String value, List<String> notes) {}

    /**
     * One kind of fact.
     *
     * @param cells the lines of each transaction
     */
    public record Row(String label, List<List<String>> cells) {}

    /**
     * Returns the statement.
     *
     * @param eligibility its verdict, which must be {@linkplain Eligibility#ready ready}
     * @param dispute the dispute that is answered; empty if none is on record
     * @param priors the orders of the selected pair
     * @param category of orders that have none; {@code null} if not set
     * @throws IllegalArgumentException if the verdict is not ready, or an order of the pair is missing
     */
    public static IssuerStatement of(
            StoredOrder disputed,
            Eligibility eligibility,
            @Nullable Dispute dispute,
            Map<OrderId, StoredOrder> priors,
            MerchantInfo profile,
            Charge.@Nullable Category category) {
        List<Eligibility.PriorTransaction> pair = eligibility.selectedPair();
        if (!eligibility.ready()
                || !pair.stream().map(Eligibility.PriorTransaction::orderId).allMatch(priors::containsKey)) {
            throw new IllegalArgumentException("a statement needs a verdict that is ready, and all three orders");
        }
        List<Order> orders = new ArrayList<>(List.of(disputed.order()));
        pair.forEach(prior ->
                orders.add(Objects.requireNonNull(priors.get(prior.orderId())).order()));
        MerchantInfo merchant = disputed.order().receipt().merchant().orElse(profile);
        List<Row> rows = rows(orders, category);
        List<Match> matches = eligibility.matchedElements().stream()
                .map(element -> match(element, disputed.order().id(), eligibility, pair))
                .toList();
        String name = merchant.name();
        return new IssuerStatement(
                dispute == null
                        ? "Evidence for order " + disputed.order().id().value()
                        : "Evidence for dispute " + brief(dispute.disputeId(), LONGEST_ID),
                name == null ? null : brief(name, LONGEST_NAME),
                contact(merchant),
                ofDispute(dispute),
                matches,
                List.of("Disputed transaction", "Earlier transaction 1", "Earlier transaction 2"),
                rows,
                length(rows, matches) > MOST_IN_LARGE_LETTERS);
    }

    private static List<String> contact(MerchantInfo merchant) {
        List<String> lines = new ArrayList<>();
        String reached = Stream.of(merchant.phoneForReceipt(), merchant.emailForReceipt(), merchant.websiteForReceipt())
                .filter(Objects::nonNull)
                .map(text -> brief(text, LONGEST_NAME))
                .collect(Collectors.joining(" \u00b7 "));
        if (!reached.isEmpty()) {
            lines.add(reached);
        }
        if (merchant.receiptAddress() != null) {
            List<String> address = merchant.receiptAddress().lines();
            if (!address.isEmpty()) {
                lines.add(
                        address.stream().map(line -> brief(line, LONGEST_NAME)).collect(Collectors.joining(", ")));
            }
        }
        return lines;
    }

    private static List<Fact> ofDispute(@Nullable Dispute dispute) {
        Facts facts = new Facts();
        if (dispute != null) {
            facts.add("Dispute ID", brief(dispute.disputeId(), LONGEST_ID));
        }
        facts.add("Condition", Dispute.FRAUD_CARD_ABSENT + " (fraud, card absent)");
        if (dispute != null) {
            facts.add("Date of the dispute", DateText.of(dispute.openedAt()));
        }
        return facts.list();
    }

    private static List<Row> rows(List<Order> orders, Charge.@Nullable Category category) {
        List<Row> rows = new ArrayList<>();
        add(rows, "Order ID", orders, order -> order.id().value());
        addReference(rows, "Acquirer reference number (ARN)", orders, Charge.References::arn);
        addReference(rows, "Processor's charge ID", orders, Charge.References::gatewayTransactionId);
        rows.add(new Row(
                "Transaction date and time",
                orders.stream()
                        .map(order -> DateText.lines(order.charge().transactionTime()))
                        .toList()));
        add(rows, "Settlement date", orders, order -> day(order.charge().settledAt()));
        add(rows, "Fulfilment date", orders, order -> day(order.charge().fulfilledAt()));
        add(rows, "Amount", orders, order -> AmountText.of(order.charge().money()));
        add(rows, "Card", orders, order -> card(order.charge().credential()));
        addReference(rows, "Authorisation code", orders, Charge.References::authCode);
        addReference(rows, "Statement descriptor", orders, Charge.References::descriptor);
        add(
                rows,
                "Merchandise or services",
                orders,
                order -> category(order.charge().category(), category));
        rows.add(new Row(
                "What was bought", orders.stream().map(IssuerStatement::bought).toList()));
        return rows;
    }

    private static void addReference(
            List<Row> rows, String label, List<Order> orders, Function<Charge.References, @Nullable String> read) {
        add(rows, label, orders, order -> read.apply(order.charge().references()));
    }

    /** Adds a row, unless no transaction has the fact. */
    private static void add(List<Row> rows, String label, List<Order> orders, Function<Order, @Nullable String> read) {
        if (orders.stream().anyMatch(order -> read.apply(order) != null)) {
            rows.add(new Row(
                    label,
                    orders.stream()
                            .map(order -> {
                                String value = read.apply(order);
                                return List.of(value == null ? NONE : brief(value, LONGEST_ID));
                            })
                            .toList()));
        }
    }

    private static @Nullable String day(@Nullable OrderTime time) {
        return time == null ? null : DateText.of(OrderTime.on(time.day()));
    }

    /** All three transactions were paid with the same Visa card, whatever an order calls it. */
    private static String card(PaymentCredential card) {
        return card.last4() == null ? "Visa" : "Visa ending in " + card.last4();
    }

    private static @Nullable String category(Charge.@Nullable Category own, Charge.@Nullable Category ofAccount) {
        Charge.Category category = own == null ? ofAccount : own;
        return category == null
                ? null
                : switch (category) {
                    case MERCHANDISE -> "Merchandise";
                    case SERVICES -> "Services";
                };
    }

    private static List<String> bought(Order order) {
        List<String> lines = Comparison.boughtItems(order, MOST_ITEMS, name -> brief(name, LONGEST_NAME));
        String description = order.receipt().description();
        if (lines.isEmpty() && description != null) {
            lines.add(brief(description, MOST_ITEMS * LONGEST_NAME));
        }
        return lines.isEmpty() ? List.of(NONE) : lines;
    }

    private static Match match(
            Element element, OrderId disputed, Eligibility eligibility, List<Eligibility.PriorTransaction> pair) {
        Eligibility.EvidenceItem own =
                Objects.requireNonNull(eligibility.evidence().get(element));
        List<String> notes = new ArrayList<>();
        if (element == Element.IP) {
            addNote(notes, disputed, own.source(), own.distanceMinutes());
            pair.forEach(prior -> addNote(notes, prior.orderId(), prior.ipSource(), prior.ipDistanceMinutes()));
        }
        return new Match(element.label(), brief(own.value(), LONGEST_VALUE), notes);
    }

    private static void addNote(
            List<String> notes, OrderId order, Eligibility.@Nullable IpSource source, @Nullable Long minutes) {
        String words = source == null
                ? null
                : switch (source) {
                    case ORDER -> null;
                    case INITIAL_ORDER -> "address of the customer at the start of the subscription";
                    case TRACK ->
                        "tracked address of the same customer, recorded "
                                + (minutes == null || minutes == 0
                                        ? "at the time of the transaction"
                                        : minutes + (minutes == 1 ? " minute" : " minutes") + " from the transaction");
                };
        if (words != null) {
            notes.add("Order " + order.value() + ": " + words);
        }
    }

    private static int length(List<Row> rows, List<Match> matches) {
        int ofRows = rows.stream()
                .flatMap(row -> row.cells().stream())
                .flatMap(List::stream)
                .mapToInt(String::length)
                .sum();
        // A line of a match is three times as wide.
        int ofMatches = matches.stream()
                .mapToInt(match -> match.value().length()
                        + match.notes().stream().mapToInt(String::length).sum())
                .sum();
        return ofRows + ofMatches / 3;
    }

    private static String brief(String text, int most) {
        int length = text.codePointCount(0, text.length());
        return length <= most ? text : text.substring(0, text.offsetByCodePoints(0, most)) + "\u2026";
    }
}
