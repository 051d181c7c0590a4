package org.orderevidence.receipt;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.order.Address;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.ReceiptPage.CardText;

/**
 * The disputed order and the selected pair side by side.
 *
 * @param columns the disputed order first; it is alone if no pair was chosen
 * @param rows what is compared, each with one cell for each column
 */
public record Comparison(List<Column> columns, List<Row> rows) {
    /** Most items that describe an order in a cell. */
    private static final int MOST_ITEMS = 3;

    /**
     * An order.
     *
     * @param heading its part in the comparison
     */
    public record Column(String heading, String orderId) {}

    /**
     * One kind of data.
     *
     * @param isElement true if the rule compares it
     * @param isMatch true if it is equal on all orders and counts for the verdict
     * @param cells one for each column
     */
    public record Row(String label, boolean isElement, boolean isMatch, List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    /**
     * The value of one order.
     *
     * @param lines the value; not empty
     * @param note where it comes from or how it compares; {@code null} for no note
     */
    public record Cell(List<String> lines, @Nullable String note) {
        public Cell {
            lines = List.copyOf(lines);
        }
    }

    public Comparison {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    static Comparison of(StoredOrder disputed, Eligibility eligibility, Map<OrderId, StoredOrder> stored) {
        return new Building(disputed.order(), eligibility, eligibility.selectedPair(), stored).built();
    }

    /** The comparison that is being made. */
    private record Building(
            Order disputed,
            Eligibility eligibility,
            List<Eligibility.PriorTransaction> pair,
            Map<OrderId, StoredOrder> stored) {

        Comparison built() {
            List<Column> columns = new ArrayList<>();
            columns.add(new Column("Disputed order", disputed.id().value()));
            for (int i = 0; i < pair.size(); i++) {
                columns.add(new Column(
                        "Earlier order " + (i + 1), pair.get(i).orderId().value()));
            }
            return new Comparison(columns, rows());
        }

        private List<Row> rows() {
            List<Row> rows = new ArrayList<>();
            rows.add(ofOrders(
                    "Ordered",
                    order -> text(order.charge().transactionTime().day().toString())));
            rows.add(ofOrders("Settled", order -> text(settled(order.charge().settledAt()))));
            rows.add(ofOrders(
                    "Fulfilment date", order -> text(settled(order.charge().fulfilledAt()))));
            rows.add(row(
                    "Age in days",
                    plain(MISSING),
                    prior -> new Cell(
                            List.of(Long.toString(prior.ageDays())),
                            "counted from " + eligibility.ageCountsFrom(prior))));
            rows.add(row(
                    "Amount",
                    plain(AmountText.of(
                            disputed.charge().money().amountMinor(),
                            disputed.charge().money().currency())),
                    prior -> plain(AmountText.of(
                            prior.money().amountMinor(), prior.money().currency()))));
            rows.add(ofOrders("What was bought", Building::bought));
            rows.add(ofOrders("Card", order -> text(CardText.of(order.charge().credential()))));
            rows.add(ofOrders(
                    "Statement descriptor",
                    order -> text(order.charge().references().descriptor())));
            rows.add(ofOrders("ARN", order -> text(order.charge().references().arn())));
            for (Element element : elements()) {
                rows.add(element(element));
            }
            rows.removeIf(
                    row -> row.cells().stream().allMatch(cell -> cell.lines().equals(List.of(MISSING))));
            return rows;
        }

        private Set<Element> elements() {
            Set<Element> elements = new TreeSet<>(eligibility.evidence().keySet());
            pair.forEach(prior -> elements.addAll(prior.elements().keySet()));
            return elements;
        }

        private Row element(Element element) {
            boolean isMatch = eligibility.matchedElements().contains(element);
            List<Cell> cells = new ArrayList<>();
            Eligibility.EvidenceItem own = eligibility.evidence().get(element);
            List<String> value = value(disputed, element);
            if (own == null) {
                cells.add(new Cell(
                        value.isEmpty() ? List.of(MISSING) : value,
                        value.isEmpty() ? null : Eligibility.Comparison.UNUSABLE.words()));
            } else {
                cells.add(new Cell(
                        value.isEmpty() ? List.of(own.value()) : value, source(own.source(), own.distanceMinutes())));
            }
            for (Eligibility.PriorTransaction prior : pair) {
                cells.add(element(element, prior, own));
            }
            String noun = element.noun();
            String label = Character.toUpperCase(noun.charAt(0)) + noun.substring(1);
            return new Row(label, true, isMatch, cells);
        }

        private Cell element(
                Element element, Eligibility.PriorTransaction prior, Eligibility.@Nullable EvidenceItem own) {
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
                case UNUSABLE -> new Cell(value.isEmpty() ? List.of(MISSING) : value, state.words());
                case MISSING -> new Cell(List.of(MISSING), null);
                case NOT_READ -> new Cell(List.of(state.words()), null);
                case ORDER_MISSING, ORDER_UNUSABLE -> new Cell(value.isEmpty() ? List.of(MISSING) : value, null);
            };
        }

        private Row ofOrders(String label, java.util.function.Function<Order, List<String>> read) {
            return row(label, filled(read.apply(disputed)), prior -> {
                StoredOrder order = stored.get(prior.orderId());
                return filled(order == null ? List.of() : read.apply(order.order()));
            });
        }

        private Row row(String label, Cell own, java.util.function.Function<Eligibility.PriorTransaction, Cell> read) {
            List<Cell> cells = new ArrayList<>();
            cells.add(own);
            pair.forEach(prior -> cells.add(read.apply(prior)));
            return new Row(label, false, false, cells);
        }

        private static List<String> bought(Order order) {
            Receipt receipt = order.receipt();
            if (receipt.lineItems().isEmpty()) {
                return text(receipt.description());
            }
            List<String> lines = receipt.lineItems().stream()
                    .limit(MOST_ITEMS)
                    .map(LineItem::productName)
                    .collect(Collectors.toCollection(ArrayList::new));
            int more = receipt.lineItems().size() - MOST_ITEMS;
            if (more > 0) {
                lines.add("and " + more + " more");
            }
            return lines;
        }

        private static @Nullable String settled(@Nullable OrderTime time) {
            return time == null ? null : time.day().toString();
        }
    }

    private static final String MISSING = "\u2013";

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

    private static List<String> text(@Nullable PersonalText text) {
        return text == null ? List.of() : List.of(text.value());
    }

    private static List<String> text(@Nullable String text) {
        return text == null ? List.of() : List.of(Objects.requireNonNull(text));
    }

    private static Cell plain(String text) {
        return new Cell(List.of(text), null);
    }

    private static Cell filled(List<String> lines) {
        return new Cell(lines.isEmpty() ? List.of(MISSING) : lines, null);
    }
}
