package org.orderevidence.cli.order;

import static org.orderevidence.cli.order.OrderAnswer.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.orderevidence.cli.terminal.Amounts;
import org.orderevidence.cli.terminal.Times;
import tools.jackson.databind.JsonNode;

/** The facts of a case file, as lines: customer, card, charge, purchase, refunds and disputes. */
public final class CaseFacts {
    private static final int MOST_ITEMS = 5;
    private static final String NONE = "none";
    private static final String NOT_KNOWN = "not known";

    private CaseFacts() {}

    static String customer(OrderAnswer answer) {
        JsonNode buyer = answer.receipt().path("accountProfile");
        JsonNode name = buyer.path("name");
        String account = text(answer.charge(), "customerAccountId");
        String customer = joined(
                ", ",
                joined(" ", text(name, "givenName"), text(name, "familyName")),
                text(buyer, "email"),
                text(buyer, "phone"),
                account.isEmpty() ? "" : "account " + account);
        return customer.isEmpty() ? NOT_KNOWN : customer;
    }

    static String card(OrderAnswer answer) {
        String last4 = text(answer.charge(), "last4");
        boolean hasFingerprint = answer.charge().path("hasCardFingerprint").asBoolean(false);
        String card = joined(
                ", ",
                joined(" ", brand(text(answer.charge(), "brand")), last4.isEmpty() ? "" : "ending in " + last4),
                hasFingerprint ? "with a fingerprint" : "");
        boolean isLow = text(answer.evidence(), "credentialConfidence").equals("low");
        return (card.isEmpty() ? NOT_KNOWN : card) + (isLow ? "; credential confidence: low" : "");
    }

    static String charge(OrderAnswer answer) {
        JsonNode charge = answer.charge();
        String status = text(charge, "status");
        boolean isUncaptured = status.equals("failed")
                && text(charge.path("sources"), "uncaptured").equals("true");
        return amount(charge, "amount") + ", " + Times.shown(text(charge, "transactionDate")) + ", "
                + (isUncaptured ? "approved, not captured" : status);
    }

    static List<String> bought(OrderAnswer answer) {
        List<String> lines = new ArrayList<>();
        JsonNode items = answer.receipt().path("order").path("orderItems");
        for (JsonNode item : items) {
            if (lines.size() == MOST_ITEMS) {
                lines.add("and " + (items.size() - MOST_ITEMS) + " more");
                break;
            }
            String name = text(item, "productName");
            lines.add(item.path("quantity").asString("1") + " x "
                    + (name.isEmpty() ? text(item, "productDescription") : name));
        }
        return lines.isEmpty() ? List.of("not described") : lines;
    }

    static String refunds(OrderAnswer answer) {
        JsonNode charge = answer.charge();
        if (charge.path("refunded").asBoolean(false)) {
            return "refunded in full";
        }
        long refunded = charge.path("refundedAmount").asLong(0);
        return refunded == 0 ? NONE : amount(charge, "refundedAmount") + " of " + amount(charge, "amount");
    }

    static List<String> disputes(OrderAnswer answer) {
        List<String> lines = new ArrayList<>();
        for (JsonNode dispute : answer.charge().path("disputes")) {
            lines.add(text(dispute, "disputeId") + ": condition " + text(dispute, "condition") + ", opened "
                    + Times.shown(text(dispute, "openedAt")) + ", " + text(dispute, "status"));
        }
        return lines.isEmpty() ? List.of(NONE) : lines;
    }

    static List<String> fraudReports(OrderAnswer answer) {
        List<String> lines = new ArrayList<>();
        for (JsonNode report : answer.charge().path("fraudReports")) {
            String type = text(report, "typeCode");
            lines.add(text(report, "reportId") + ": reported " + Times.shown(text(report, "reportedAt"))
                    + (type.isEmpty() ? "" : ", type " + type));
        }
        return lines.isEmpty() ? List.of(NONE) : lines;
    }

    /** Returns an amount of a charge in the digits of the charge's currency. */
    public static String amount(JsonNode charge, String name) {
        return Amounts.shown(charge.path(name).asLong(0), text(charge, "currency"));
    }

    /** Returns a brand as people write it. An unknown one stays as it was sent. */
    public static String brand(String brand) {
        Map<String, String> names =
                Map.of("visa", "Visa", "mastercard", "Mastercard", "amex", "American Express", "discover", "Discover");
        return names.getOrDefault(brand.toLowerCase(Locale.ROOT), brand);
    }

    private static String joined(String separator, String... texts) {
        List<String> known = new ArrayList<>(List.of(texts));
        known.removeIf(String::isEmpty);
        return String.join(separator, known);
    }
}
