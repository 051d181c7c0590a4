package org.orderevidence.console;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Eligibility.EvidenceItem;
import org.orderevidence.order.Address;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Order;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;

/**
 * The facts of an order at the top of its page.
 *
 * @param amount with its currency
 * @param time of the transaction
 * @param card what is known of the card; empty if nothing is
 * @param tags states that a reader must see, such as {@code Disputed}
 * @param customer who bought, as label and value
 * @param lines further facts, as label and value
 */
public record OrderFacts(
        String amount, String time, String card, List<String> tags, List<Line> customer, List<Line> lines) {
    public OrderFacts {
        tags = List.copyOf(tags);
        customer = List.copyOf(customer);
        lines = List.copyOf(lines);
    }

    /**
     * A fact.
     *
     * @param label its name
     * @param value its value
     */
    public record Line(String label, String value) {
        @Override
        public String toString() {
            return "Line[" + label + "]";
        }
    }

    static OrderFacts of(StoredOrder stored, Eligibility eligibility) {
        Charge charge = stored.order().charge();
        return new OrderFacts(
                Shown.money(charge.money()),
                Shown.time(charge.transactionTime()),
                Shown.card(charge.credential()),
                tags(stored, charge),
                customer(stored.order(), eligibility.evidence().get(Element.IP)),
                lines(stored, charge));
    }

    private static List<String> tags(StoredOrder stored, Charge charge) {
        List<String> tags = new ArrayList<>();
        if (stored.disputes().stream().anyMatch(dispute -> dispute.isActive())) {
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

    /**
     * @param ip the address that counts as evidence; {@code null} if none does
     */
    private static List<Line> customer(Order order, @Nullable EvidenceItem ip) {
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

    private static List<Line> lines(StoredOrder stored, Charge charge) {
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
}
