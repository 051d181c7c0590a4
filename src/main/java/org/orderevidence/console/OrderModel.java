package org.orderevidence.console;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.console.OrderPages.FactForms;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Eligibility.Comparison;
import org.orderevidence.evidence.Eligibility.EvidenceItem;
import org.orderevidence.evidence.Eligibility.Gap;
import org.orderevidence.evidence.Eligibility.IpSource;
import org.orderevidence.evidence.Eligibility.PriorTransaction;
import org.orderevidence.evidence.JudgedPrior.PriorReason;
import org.orderevidence.order.Address;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.DigitalReceipt;
import org.orderevidence.receipt.Status;
import org.orderevidence.receipt.Status.Tone;
import org.orderevidence.receipt.Timeline;
import org.orderevidence.receipt.TimelineSvg;

/**
 * What the page of an order shows.
 *
 * @param chosen true if the visitor chose the day
 * @param made what a form of the page has just made: a link to the receipt, or evidence; {@code null} for nothing
 */
public record OrderModel(
        StoredOrder stored,
        Eligibility eligibility,
        LocalDate today,
        boolean chosen,
        DigitalReceipt receipt,
        FactForms forms,
        boolean canErase,
        @Nullable Row made) {
    public String id() {
        return stored.order().id().value();
    }

    public String path() {
        return Visit.orderPath(id());
    }

    /** An order that lacks something for the evidence for the issuer. */
    public record Lacking(String part, OrderId order, Set<Gap> gaps) {
        /** Returns true if a form can state something that is missing. */
        public boolean canBeEntered() {
            return gaps.contains(Gap.ARN) || gaps.contains(Gap.FULFILLED_AT);
        }

        public String words() {
            return gaps.stream().sorted().map(Gap::words).collect(Collectors.joining(", "));
        }
    }

    /** Returns the orders that a step is about; none if it is about this order alone. */
    public List<OrderId> orders(Eligibility.Step step) {
        return step.orders().equals(Set.of(stored.order().id())) ? List.of() : List.copyOf(step.orders());
    }

    /** Returns until when there can be a dispute, and when the order is eligible, in words. */
    public List<String> deadlines() {
        List<String> lines = new ArrayList<>();
        if (eligibility.disputableUntil() == null) {
            return List.of("There is no charge that can be disputed.");
        }
        lines.add(
                eligibility.closed()
                        ? "The last day for a dispute was " + eligibility.disputableUntil() + "."
                        : "A dispute can be raised until " + eligibility.disputableUntil() + ".");
        for (DateRange window : eligibility.windows()) {
            lines.add("Eligible for disputes raised " + window.words() + ".");
        }
        if (eligibility.windows().isEmpty()) {
            lines.add("Eligible on no day with the data that is stored now.");
        }
        if (eligibility.ready()) {
            lines.add("Ready for a submission: nothing is missing.");
        }
        if (eligibility.boundaryRisk()) {
            lines.add("Processors count the first and last day of the window differently. The verdict depends on it.");
        }
        return lines;
    }

    public DateRange days() {
        return eligibility.date().disputable();
    }

    /** Returns the number of days from the first to the last. */
    public long length() {
        return ChronoUnit.DAYS.between(days().from(), days().until());
    }

    /** Returns the number of days from the first to the dispute date, at most the length. */
    public long position() {
        return Math.clamp(ChronoUnit.DAYS.between(days().from(), eligibility.asOf()), 0, length());
    }

    /** Returns a drawing of the days, as SVG that is escaped already. */
    public String timeline() {
        return TimelineSvg.draw(Timeline.of(eligibility, today));
    }

    /** Returns this order compared with the other orders of its card. */
    public MatchTable matches() {
        return new MatchTable(eligibility);
    }

    /** Returns the orders that lack something for the evidence for the issuer; none if this order is not eligible. */
    public List<Lacking> lacking() {
        if (!eligibility.isEligible() || eligibility.closed()) {
            return List.of();
        }
        Map<OrderId, Set<Gap>> gaps = new LinkedHashMap<>();
        for (Eligibility.SubmissionGap gap : eligibility.submissionGaps()) {
            gaps.computeIfAbsent(gap.orderId(), _ -> EnumSet.noneOf(Gap.class)).add(gap.missing());
        }
        return gaps.entrySet().stream()
                .map(of -> new Lacking(
                        of.getKey().equals(stored.order().id()) ? "Disputed order" : "Earlier order",
                        of.getKey(),
                        of.getValue()))
                .toList();
    }

    /** Returns true if the page offers the evidence for the issuer, which is made for the date of the dispute. */
    public boolean offersEvidence() {
        return eligibility.ready() && !chosen;
    }

    public List<Dispute> answerable() {
        return stored.disputes().stream()
                .filter(dispute -> dispute.status() == Dispute.Status.OPEN && dispute.isFraud())
                .toList();
    }

    /** Returns what a form has just made; empty if it made something else, or nothing. */
    public String made(String name) {
        return made == null ? "" : made.text(name);
    }

    /** Returns the query with which the other pages of the order show the same verdict. */
    public String query() {
        return "?profile=" + eligibility.profile().wireName() + (chosen ? "&asOf=" + eligibility.asOf() : "");
    }

    /** A fact. */
    public record Line(String label, String value) {
        @Override
        public String toString() {
            return "Line[" + label + "]";
        }
    }

    /** Returns states that a reader must see, such as {@code Disputed}. */
    public List<String> tags() {
        Charge charge = stored.order().charge();
        List<String> tags = new ArrayList<>();
        if (stored.disputes().stream().anyMatch(Dispute::isActive)) {
            tags.add("Disputed");
        }
        if (!stored.fraudReports().isEmpty()) {
            tags.add("Reported as fraud");
        }
        tags.add(Shown.chargeState(stored));
        if (charge.recurring()) {
            tags.add("Recurring");
        }
        return tags;
    }

    public List<Line> customer() {
        Order order = stored.order();
        EvidenceItem ip = eligibility.evidence().get(Element.IP);
        List<Line> lines = new ArrayList<>();
        Receipt receipt = order.receipt();
        Customer customer = order.customer();
        Receipt.PersonName name = receipt.customerName();
        Address address = receipt.shippingAddress() == null ? receipt.billingAddress() : receipt.shippingAddress();
        add(lines, "Name", name == null ? null : name.full());
        add(lines, "E-mail", text(receipt.customerEmail()));
        add(lines, "Phone", text(receipt.customerPhone()));
        add(lines, MatchTable.head(Element.ACCOUNT_ID), text(customer.accountId()));
        String sent = text(customer.ip());
        add(lines, "IP address", ip != null ? MatchTable.sourced(ip) : sent == null ? null : sent + " (unusable)");
        add(lines, MatchTable.head(Element.DEVICE_ID), text(customer.deviceId()));
        add(lines, MatchTable.head(Element.DEVICE_FINGERPRINT), text(customer.deviceFingerprint()));
        if (address != null) {
            String label = receipt.shippingAddress() == null ? "Billing address" : "Shipping address";
            add(lines, label, String.join(", ", address.lines()));
        }
        return lines;
    }

    private static @Nullable String text(@Nullable PersonalText text) {
        return text == null ? null : text.value();
    }

    public List<Line> lines() {
        Charge charge = stored.order().charge();
        List<Line> lines = new ArrayList<>();
        Charge.References references = charge.references();
        String digits = charge.credential().digits();
        add(lines, "Card", digits == null ? null : digits.substring(0, 6) + " •••• " + digits.substring(6));
        add(lines, "Settled", charge.settledAt() == null ? null : Shown.time(charge.settledAt()));
        add(lines, "Fulfilment date", charge.fulfilledAt() == null ? null : Shown.time(charge.fulfilledAt()));
        Long refunded = charge.refundedAmountMinor();
        add(
                lines,
                "Refunded",
                refunded == null ? null : Shown.amount(refunded, charge.money().currency()));
        add(lines, "Statement descriptor", references.descriptor());
        add(lines, "Gateway", references.gateway());
        add(lines, "Gateway ID", references.gatewayTransactionId());
        add(lines, "ARN", references.arn());
        add(lines, "Authorization code", references.authCode());
        add(lines, "Network ID", references.networkId());
        add(
                lines,
                "Initial order",
                charge.initialOrderId() == null ? null : charge.initialOrderId().value());
        add(lines, "Stored", Shown.time(stored.uploadedAt()));
        return lines;
    }

    private static void add(List<Line> lines, String label, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            lines.add(new Line(label, value));
        }
    }

    /** Returns the fields of each source, by their names in an upload. */
    public Map<String, List<String>> sources() {
        Map<String, List<String>> bySource = new LinkedHashMap<>();
        stored.sources()
                .fields()
                .forEach((field, source) ->
                        bySource.computeIfAbsent(source, _ -> new ArrayList<>()).add(field));
        return bySource;
    }

    public static String state(Dispute dispute) {
        return Shown.capital(dispute.status().wireName());
    }

    /** Returns the words for a path of {@code completeness.missing} of a receipt. An unknown path stays as it is. */
    public static String receiptPart(String path) {
        return switch (path) {
            case "order.orderItems" -> "items or a description";
            case "merchantProfile.name" -> "merchant name";
            case "merchantProfile.merchantReceiptContact.phoneForReceipt" -> "merchant phone";
            case "merchantProfile.merchantReceiptContact.websiteForReceipt" -> "merchant website";
            case "accountProfile.email" -> "e-mail or phone of the customer";
            default -> path;
        };
    }

    @Override
    public String toString() {
        return "OrderModel[" + id() + "]";
    }

    /** An order compared with the other orders of its card. */
    public record MatchTable(Eligibility eligibility) {
        /**
         * A value of this order.
         *
         * @param value in clear; empty if it has none that can be used
         * @param note where it comes from, if not from the order, or why there is no value; empty otherwise
         */
        public record Own(String value, String note, boolean matched) {
            @Override
            public String toString() {
                return "Own";
            }
        }

        /**
         * The comparison of one element.
         *
         * @param compared false if this order has nothing to compare
         */
        public record Cell(Tone tone, String words, boolean compared) {
            Cell(Tone tone, String words) {
                this(tone, words, true);
            }
        }

        public List<Element> elements() {
            return Arrays.stream(Element.values())
                    .filter(eligibility.profile().elements()::contains)
                    .toList();
        }

        public static String head(Element element) {
            return Shown.capital(element.noun());
        }

        public Own own(Element element) {
            EvidenceItem item = eligibility.evidence().get(element);
            boolean matched = eligibility.matchedElements().contains(element);
            return item == null
                    ? new Own("", isUnusable(element) ? "unusable" : "none", false)
                    : new Own(item.value(), source(item), matched);
        }

        /** The comparisons have it: a value that cannot be used is not part of the evidence. */
        private boolean isUnusable(Element element) {
            return eligibility.priorTransactions().stream()
                    .anyMatch(prior -> prior.elements().get(element) == Comparison.ORDER_UNUSABLE);
        }

        /** Returns the value of an element, with its source if it is not the order. */
        static String sourced(EvidenceItem item) {
            String source = source(item);
            return source.isEmpty() ? item.value() : item.value() + " (" + source + ")";
        }

        private static String source(EvidenceItem item) {
            return switch (item.source()) {
                case ORDER -> "";
                case INITIAL_ORDER -> "from the initial order";
                case TRACK -> item.observedAt() == null ? "tracked" : "tracked " + Shown.time(item.observedAt());
            };
        }

        /** Returns whether another order counts, or why it does not. */
        public static Status use(PriorTransaction prior) {
            PriorReason reason = prior.reason();
            if (prior.selected()) {
                return new Status(Tone.GOOD, "Selected");
            }
            return reason == null ? new Status(Tone.NEUTRAL, "Usable") : new Status(Tone.BAD, words(reason));
        }

        private static String words(PriorReason reason) {
            return switch (reason) {
                case FAILED -> "Charge failed";
                case VALIDATION -> "Card check only";
                case FRAUD_REPORTED -> "Reported as fraud";
                case DISPUTED -> "Disputed";
                case REFUNDED -> "Refunded";
                case OTHER_DESCRIPTOR -> "Different descriptor";
                case NOT_EARLIER -> "Not earlier";
                case SAME_CHARGE -> "Same charge";
                case AFTER_DISPUTE -> "After the dispute";
                case TOO_RECENT -> "Too recent";
                case TOO_OLD -> "Too old";
            };
        }

        public static Cell cell(PriorTransaction prior, Element element) {
            Comparison comparison = prior.elements().get(element);
            if (comparison == null) {
                return new Cell(Tone.NEUTRAL, "not compared", false);
            }
            String words = comparison.words();
            boolean tracked = element == Element.IP && prior.ipSource() == IpSource.TRACK;
            return switch (comparison) {
                case EQUAL -> new Cell(Tone.GOOD, tracked ? words + ", tracked" : words);
                case DIFFERS -> new Cell(Tone.BAD, tracked ? words + ", tracked" : words);
                case MISSING, UNUSABLE -> new Cell(Tone.NOTICE, words);
                case ORDER_MISSING, ORDER_UNUSABLE -> new Cell(Tone.NEUTRAL, words, false);
                case NOT_READ -> new Cell(Tone.NEUTRAL, words);
            };
        }

        @Override
        public String toString() {
            return "MatchTable";
        }
    }
}
