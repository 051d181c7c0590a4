package org.orderevidence.receipt;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.Fact.AmountText;
import org.orderevidence.receipt.Fact.DateText;
import org.orderevidence.receipt.Fact.Facts;

/**
 * The worksheet of a merchant for a dispute: the verdict, the three orders side by side, how the verdict was made, and what
 * is missing. It is internal: {@link IssuerStatement} is what an issuer gets.
 *
 * @param merchant name of the merchant; {@code null} if not known
 * @param facts the dispute date and the days that matter
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

    /** Returns the title of the document. */
    public String title() {
        return "Worksheet for order " + orderId;
    }

    /** Returns the verdict. */
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
                .forEach(report -> facts.add(
                        "Fraud report",
                        report.reportId() + ", reported " + DateText.of(report.reportedAt())
                                + (report.typeCode() == null ? "" : ", type " + report.typeCode())));
        return facts.list();
    }

    private static List<String> lines(Dispute dispute) {
        List<String> lines = new ArrayList<>();
        lines.add(dispute.disputeId() + ", condition " + dispute.condition() + ", opened "
                + DateText.of(dispute.openedAt()) + ", "
                + dispute.status().wireName());
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
}
