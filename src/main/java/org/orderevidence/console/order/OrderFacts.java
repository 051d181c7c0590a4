package org.orderevidence.console.order;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.console.Shown;
import org.orderevidence.order.Charge;
import org.orderevidence.order.StoredOrder;

/**
 * The facts of an order at the top of its page.
 *
 * @param amount with its currency
 * @param time of the transaction
 * @param card what is known of the card; empty if nothing is
 * @param tags states that a reader must see, such as {@code Disputed}
 * @param lines further facts, as label and value
 */
public record OrderFacts(String amount, String time, String card, List<String> tags, List<Line> lines) {
    public OrderFacts {
        tags = List.copyOf(tags);
        lines = List.copyOf(lines);
    }

    /**
     * A fact.
     *
     * @param label its name
     * @param value its value
     */
    public record Line(String label, String value) {}

    static OrderFacts of(StoredOrder stored) {
        Charge charge = stored.order().charge();
        return new OrderFacts(
                Shown.money(charge.money()),
                Shown.time(charge.transactionTime()),
                Shown.card(charge.credential()),
                tags(stored, charge),
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
        String state = Shown.chargeState(charge);
        if (!state.isEmpty()) {
            tags.add(state);
        }
        if (stored.sources().uncaptured()) {
            tags.add("Not captured");
        }
        if (charge.recurring()) {
            tags.add("Recurring");
        }
        return tags;
    }

    private static List<Line> lines(StoredOrder stored, Charge charge) {
        List<Line> lines = new ArrayList<>();
        Charge.References references = charge.references();
        String digits = charge.credential().digits();
        add(lines, "Card", digits == null ? null : digits.substring(0, 6) + " •••• " + digits.substring(6));
        add(lines, "Settled", charge.settledAt() == null ? null : Shown.time(charge.settledAt()));
        add(lines, "Delivered", charge.fulfilledAt() == null ? null : Shown.time(charge.fulfilledAt()));
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
        if (value != null) {
            lines.add(new Line(label, value));
        }
    }
}
