package org.orderevidence.receipt;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Eligibility.PriorTransaction;
import org.orderevidence.order.Address;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.Texts;
import org.orderevidence.receipt.Fact.AmountText;
import org.orderevidence.receipt.Fact.DateText;
import org.orderevidence.receipt.Fact.Facts;
import org.orderevidence.receipt.ReceiptPage.CardText;
import org.orderevidence.receipt.TransactionFact.Transaction;

/**
 * The worksheet of a merchant for a dispute: the verdict, the three orders side by side, how the verdict was made, and what
 * is missing. It is internal: {@link IssuerStatement} is what an issuer gets.
 *
 * @param comparison the disputed order and the selected pair
 * @param factsSha256 hash of the facts, in hexadecimal digits
 */
public record EvidenceSheet(
        @Nullable String merchant,
        String orderId,
        Eligibility eligibility,
        List<Fact> facts,
        Comparison comparison,
        Timeline timeline,
        String generatedAt,
        String factsSha256) {

    /**
     * Returns the sheet of an order.
     *
     * @param priors the orders of the selected pair, as far as they are still stored
     */
    public static EvidenceSheet of(
            StoredOrder stored,
            Eligibility eligibility,
            Map<OrderId, StoredOrder> priors,
            MerchantInfo profile,
            Instant now,
            String factsSha256) {
        return new EvidenceSheet(
                stored.order().receipt().merchant().orElse(profile).name(),
                stored.order().id().value(),
                eligibility,
                facts(stored, eligibility),
                Comparison.of(stored, eligibility, priors),
                Timeline.of(eligibility, LocalDate.ofInstant(now, ZoneOffset.UTC)),
                DateText.of(now),
                factsSha256);
    }

    public String title() {
        return "Worksheet for order " + orderId;
    }

    public Status verdict() {
        return Status.of(eligibility);
    }

    private static List<Fact> facts(StoredOrder stored, Eligibility eligibility) {
        List<String> windows =
                eligibility.windows().stream().map(DateRange::words).toList();
        Facts facts = new Facts()
                .add("Dispute date", eligibility.asOf().toString())
                .add("Eligible for disputes on", windows.isEmpty() ? List.of("none") : windows)
                .add(
                        "A dispute can be raised until",
                        eligibility.disputableUntil() == null
                                ? "no charge to dispute"
                                : eligibility.disputableUntil() + (eligibility.closed() ? " (over)" : ""))
                .add(
                        "Reading of the rule",
                        switch (eligibility.profile()) {
                            case VISA -> "Visa";
                            case STRIPE -> "Stripe";
                        })
                .add(
                        "Same card known by",
                        switch (eligibility.credentialConfidence()) {
                            case HIGH -> "the card's token";
                            case LOW -> "at most the first six and last four digits";
                        });
        eligibility
                .protections()
                .forEach(protection -> facts.add("Protection", protection.code().detail()));
        if (eligibility.boundaryRisk()) {
            facts.add("Risk", "an order is on the first or last day that counts");
        }
        stored.disputes().forEach(dispute -> facts.add("Dispute", lines(dispute)));
        stored.fraudReports()
                .forEach(report -> facts.add("Fraud report", report.reportId() + ", " + Fact.words(report)));
        return facts.list();
    }

    private static List<String> lines(Dispute dispute) {
        List<String> lines = new ArrayList<>();
        lines.add(dispute.disputeId() + ", " + Fact.words(dispute));
        Dispute.Details details = dispute.details();
        if (details.amount() != null) {
            lines.add(
                    AmountText.of(details.amount()) + (details.reason() == null ? "" : ", reason " + details.reason()));
        }
        if (details.respondBy() != null) {
            lines.add("Respond by " + DateText.of(details.respondBy()));
        }
        if (details.submittedAt() != null) {
            lines.add("Evidence sent " + DateText.of(details.submittedAt()));
        }
        return lines;
    }

    /** Returns the data that the submission still lacks. */
    public List<String> gaps() {
        if (!eligibility.isEligible() || eligibility.closed()) {
            return List.of();
        }
        return eligibility.submissionGaps().stream()
                .map(gap ->
                        "Order " + gap.orderId().value() + ": " + gap.missing().words())
                .toList();
    }

    /**
     * The disputed order and the selected pair side by side.
     *
     * @param columns the disputed order first; it is alone if no pair was chosen
     */
    public record Comparison(List<Column> columns, List<Row> rows) {
        private static final String MISSING = "\u2013";

        /** Most items that describe an order in a cell. */
        private static final int MOST_ITEMS = 3;

        /** An order. */
        public record Column(String heading, String orderId) {}

        /**
         * One kind of data.
         *
         * @param isElement true if the rule compares it
         * @param isMatch true if it is equal on all orders and counts for the verdict
         * @param cells one for each column
         */
        public record Row(String label, boolean isElement, boolean isMatch, List<Cell> cells) {}

        /**
         * The value of one order.
         *
         * @param lines the value; not empty
         * @param note where it comes from or how it compares; {@code null} for no note
         */
        public record Cell(List<String> lines, @Nullable String note) {
            private static Cell of(List<String> lines, @Nullable String note) {
                return new Cell(lines.isEmpty() ? List.of(MISSING) : lines, note);
            }
        }

        static Comparison of(StoredOrder disputed, Eligibility eligibility, Map<OrderId, StoredOrder> stored) {
            List<PriorTransaction> pair = eligibility.selectedPair();
            List<Column> columns = new ArrayList<>();
            columns.add(new Column("Disputed order", disputed.order().id().value()));
            for (PriorTransaction prior : pair) {
                columns.add(new Column(
                        "Earlier order " + columns.size(), prior.orderId().value()));
            }
            return new Comparison(columns, new Building(disputed.order(), eligibility, pair, stored).rows());
        }

        /** The comparison that is being made. */
        private record Building(
                Order disputed,
                Eligibility eligibility,
                List<PriorTransaction> pair,
                Map<OrderId, StoredOrder> stored) {

            private List<Row> rows() {
                List<Row> rows = new ArrayList<>();
                rows.add(ofOrders("Ordered", order -> day(order.charge().transactionTime())));
                rows.add(ofOrders("Settled", order -> day(order.charge().settledAt())));
                rows.add(ofOrders("Fulfilment date", order -> day(order.charge().fulfilledAt())));
                rows.add(row(
                        "Age in days",
                        Cell.of(List.of(), null),
                        prior -> new Cell(
                                List.of(Long.toString(prior.ageDays())),
                                "counted from " + eligibility.ageCountsFrom(prior))));
                rows.add(row(
                        "Amount",
                        new Cell(List.of(AmountText.of(disputed.charge().money())), null),
                        prior -> new Cell(List.of(AmountText.of(prior.money())), null)));
                rows.add(ofOrders("What was bought", order -> {
                    List<String> items = boughtItems(order, MOST_ITEMS, Function.identity());
                    return items.isEmpty() ? text(order.receipt().description()) : items;
                }));
                rows.add(ofOrders(
                        "Card", order -> text(CardText.of(order.charge().credential()))));
                rows.add(ofOrders(
                        "Statement descriptor",
                        order -> text(order.charge().references().descriptor())));
                rows.add(ofOrders(
                        "ARN", order -> text(order.charge().references().arn())));
                Set<Element> elements = new TreeSet<>(eligibility.evidence().keySet());
                pair.forEach(prior -> elements.addAll(prior.elements().keySet()));
                elements.forEach(element -> rows.add(element(element)));
                rows.removeIf(row ->
                        row.cells().stream().allMatch(cell -> cell.lines().equals(List.of(MISSING))));
                return rows;
            }

            private Row element(Element element) {
                List<Cell> cells = new ArrayList<>();
                Eligibility.EvidenceItem own = eligibility.evidence().get(element);
                List<String> value = value(disputed, element);
                cells.add(
                        own == null
                                ? Cell.of(value, value.isEmpty() ? null : Eligibility.Comparison.UNUSABLE.words())
                                : new Cell(
                                        value.isEmpty() ? List.of(own.value()) : value,
                                        source(own.source(), own.distanceMinutes())));
                pair.forEach(prior -> cells.add(element(element, prior, own)));
                return new Row(
                        element.label(), true, eligibility.matchedElements().contains(element), cells);
            }

            private Cell element(Element element, PriorTransaction prior, Eligibility.@Nullable EvidenceItem own) {
                Eligibility.Comparison state = prior.elements().getOrDefault(element, Eligibility.Comparison.MISSING);
                StoredOrder order = stored.get(prior.orderId());
                List<String> value = order == null ? List.of() : value(order.order(), element);
                return switch (state) {
                    case EQUAL ->
                        new Cell(
                                !value.isEmpty() ? value : List.of(own == null ? state.words() : own.value()),
                                element == Element.IP && prior.ipSource() != null
                                        ? source(prior.ipSource(), prior.ipDistanceMinutes())
                                        : null);
                    case DIFFERS -> new Cell(value.isEmpty() ? List.of("another value") : value, state.words());
                    case UNUSABLE -> Cell.of(value, state.words());
                    case MISSING -> Cell.of(List.of(), null);
                    case NOT_READ -> new Cell(List.of(state.words()), null);
                    case ORDER_MISSING, ORDER_UNUSABLE -> Cell.of(value, null);
                };
            }

            private Row ofOrders(String label, Function<Order, List<String>> read) {
                return row(label, Cell.of(read.apply(disputed), null), prior -> {
                    StoredOrder order = stored.get(prior.orderId());
                    return Cell.of(order == null ? List.of() : read.apply(order.order()), null);
                });
            }

            private Row row(String label, Cell own, Function<PriorTransaction, Cell> read) {
                return new Row(
                        label,
                        false,
                        false,
                        Stream.concat(Stream.of(own), pair.stream().map(read)).toList());
            }
        }

        /** Returns the names of the first items of an order, and how many more there are. */
        static List<String> boughtItems(Order order, int most, Function<String, String> name) {
            List<LineItem> items = order.receipt().lineItems();
            List<String> lines = items.stream()
                    .limit(most)
                    .map(LineItem::productName)
                    .map(name)
                    .collect(Collectors.toCollection(ArrayList::new));
            if (items.size() > most) {
                lines.add("and " + (items.size() - most) + " more");
            }
            return lines;
        }

        private static List<String> value(Order order, Element element) {
            return switch (element) {
                case IP -> text(order.customer().ip());
                case DEVICE_ID -> text(order.customer().deviceId());
                case DEVICE_FINGERPRINT -> text(order.customer().deviceFingerprint());
                case ACCOUNT_ID -> text(order.customer().accountId());
                case SHIPPING_ADDRESS -> {
                    Address address = order.receipt().shippingAddress();
                    yield address == null ? List.of() : address.lines();
                }
                case EMAIL -> text(order.receipt().customerEmail());
            };
        }

        private static @Nullable String source(Eligibility.IpSource source, @Nullable Long minutes) {
            return switch (source) {
                case ORDER -> null;
                case INITIAL_ORDER -> "from the initial order";
                case TRACK -> "tracked " + (minutes == null ? "near" : minutes + " min from") + " the order";
            };
        }

        private static List<String> day(@Nullable OrderTime time) {
            return time == null ? List.of() : List.of(time.day().toString());
        }

        private static List<String> text(@Nullable PersonalText text) {
            return text == null ? List.of() : List.of(text.value());
        }

        private static List<String> text(@Nullable String text) {
            return text == null ? List.of() : List.of(Objects.requireNonNull(text));
        }
    }

    /**
     * The document that a merchant sends to the issuer: the dispute, the disputed transaction, the two earlier ones, and the
     * data that is the same on all three. It contains nothing else, because anything else could help the other side.
     *
     * @param contact of the merchant, one line each
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
            List<FactRow> rows,
            boolean isDense) {
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
        public record FactRow(String label, List<List<String>> cells) {}

        /**
         * Returns the statement.
         *
         * @throws IllegalArgumentException if an order lacks something for a submission
         */
        public static IssuerStatement of(DisputeEvidence evidence, MerchantInfo profile) {
            if (!evidence.eligibility().ready()) {
                throw new IllegalArgumentException("a statement needs a verdict that is ready");
            }
            Order disputed = evidence.disputed();
            Dispute dispute = evidence.dispute();
            MerchantInfo merchant = disputed.receipt().merchant().orElse(profile);
            List<FactRow> rows = rows(evidence.transactions());
            List<Match> matches = evidence.same().stream()
                    .map(element -> new Match(
                            element.label(),
                            Texts.brief(String.valueOf(evidence.same(element)), LONGEST_VALUE),
                            element == Element.IP ? evidence.ipNotes() : List.of()))
                    .toList();
            String name = merchant.name();
            return new IssuerStatement(
                    dispute == null
                            ? "Evidence for order " + disputed.id().value()
                            : "Evidence for dispute " + Texts.brief(dispute.disputeId(), LONGEST_ID),
                    name == null ? null : Texts.brief(name, LONGEST_NAME),
                    contact(merchant),
                    ofDispute(dispute),
                    matches,
                    List.of("Disputed transaction", "Earlier transaction 1", "Earlier transaction 2"),
                    rows,
                    length(rows, matches) > MOST_IN_LARGE_LETTERS);
        }

        private static List<String> contact(MerchantInfo merchant) {
            List<String> lines = new ArrayList<>();
            String reached = Stream.of(
                            merchant.phoneForReceipt(), merchant.emailForReceipt(), merchant.websiteForReceipt())
                    .filter(Objects::nonNull)
                    .map(text -> Texts.brief(text, LONGEST_NAME))
                    .collect(Collectors.joining(" \u00b7 "));
            if (!reached.isEmpty()) {
                lines.add(reached);
            }
            if (merchant.receiptAddress() != null) {
                List<String> address = merchant.receiptAddress().lines();
                if (!address.isEmpty()) {
                    lines.add(address.stream()
                            .map(line -> Texts.brief(line, LONGEST_NAME))
                            .collect(Collectors.joining(", ")));
                }
            }
            return lines;
        }

        private static List<Fact> ofDispute(@Nullable Dispute dispute) {
            Facts facts = new Facts();
            if (dispute != null) {
                facts.add("Dispute ID", Texts.brief(dispute.disputeId(), LONGEST_ID));
            }
            facts.add("Condition", Dispute.FRAUD_CARD_ABSENT + " (fraud, card absent)");
            if (dispute != null) {
                facts.add("Date of the dispute", DateText.of(dispute.openedAt()));
            }
            return facts.list();
        }

        /** Returns the facts that at least one transaction has. */
        private static List<FactRow> rows(List<Transaction> transactions) {
            return Stream.of(TransactionFact.values())
                    .filter(fact -> transactions.stream()
                            .anyMatch(each -> !fact.lines(each).isEmpty()))
                    .map(fact -> new FactRow(
                            fact.label(),
                            transactions.stream().map(each -> cell(fact, each)).toList()))
                    .toList();
        }

        private static List<String> cell(TransactionFact fact, Transaction transaction) {
            if (fact == TransactionFact.BOUGHT
                    && !transaction.order().receipt().lineItems().isEmpty()) {
                return Comparison.boughtItems(transaction.order(), MOST_ITEMS, name -> Texts.brief(name, LONGEST_NAME));
            }
            int longest = fact == TransactionFact.BOUGHT ? MOST_ITEMS * LONGEST_NAME : LONGEST_ID;
            List<String> lines = fact.lines(transaction).stream()
                    .map(line -> Texts.brief(line, longest))
                    .toList();
            return lines.isEmpty() ? List.of(NONE) : lines;
        }

        private static int length(List<FactRow> rows, List<Match> matches) {
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
    }
}
