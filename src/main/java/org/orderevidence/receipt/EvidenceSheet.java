package org.orderevidence.receipt;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Protection;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.Fact.Facts;
import org.orderevidence.receipt.Status.Tone;

/**
 * The worksheet of a merchant for a dispute: the verdict, the three orders side by side, how the verdict was made, and what
 * is missing. It is internal: {@link IssuerStatement} is what an issuer gets.
 *
 * @param title of the document
 * @param merchant name of the merchant; {@code null} if not known
 * @param orderId the disputed order
 * @param explanation the sentences after the verdict
 * @param facts the dispute date and the days that matter
 * @param comparison the disputed order and the selected pair
 * @param timeline the days
 * @param actions what would change the verdict; empty when it is qualified
 * @param gaps data that the submission still lacks
 * @param generatedAt when the sheet was made
 * @param ruleVersion the text of the rule
 * @param factsSha256 hash of the facts, in hexadecimal digits
 */
public record EvidenceSheet(
        String title,
        @Nullable String merchant,
        String orderId,
        Status verdict,
        String explanation,
        List<Fact> facts,
        Comparison comparison,
        Timeline timeline,
        List<Test> checks,
        List<Action> actions,
        List<String> gaps,
        String generatedAt,
        String ruleVersion,
        String factsSha256) {

    /**
     * A test of the rule.
     *
     * @param passed true if the order passes it
     * @param found what the order has
     */
    public record Test(String name, boolean passed, String needed, String found) {}

    /**
     * A reason against the order.
     *
     * @param detail what is the case
     * @param remedy what to do; {@code null} if nothing can fix it
     */
    public record Action(String detail, @Nullable String remedy) {}

    public EvidenceSheet {
        facts = List.copyOf(facts);
        checks = List.copyOf(checks);
        actions = List.copyOf(actions);
        gaps = List.copyOf(gaps);
    }

    /**
     * Returns the sheet of an order.
     *
     * @param stored the disputed order
     * @param eligibility its verdict
     * @param priors the orders of the selected pair, as far as they are still stored
     * @param profile profile of the account
     * @param now the current time
     * @param factsSha256 hash of the facts, in hexadecimal digits
     */
    public static EvidenceSheet of(
            StoredOrder stored,
            Eligibility eligibility,
            Map<OrderId, StoredOrder> priors,
            MerchantInfo profile,
            Instant now,
            String factsSha256) {
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        String id = stored.order().id().value();
        return new EvidenceSheet(
                "Worksheet for order " + id,
                stored.order().receipt().merchant().orElse(profile).name(),
                id,
                verdict(eligibility),
                eligibility.explanationBelowVerdict(),
                facts(stored, eligibility),
                Comparison.of(stored, eligibility, priors),
                Timeline.of(eligibility, today),
                eligibility.checks().stream()
                        .map(check -> new Test(check.code().words(), check.passed(), check.needed(), check.found()))
                        .toList(),
                eligibility.reasons().stream()
                        .map(reason -> new Action(reason.detail(), eligibility.helps(reason) ? reason.remedy() : null))
                        .toList(),
                gaps(eligibility),
                DateText.of(now),
                eligibility.ruleVersion(),
                factsSha256);
    }

    /** Returns the verdict, as a page about one order shows it. */
    public static Status verdict(Eligibility eligibility) {
        Tone tone = eligibility.date().isPast() ? Tone.NEUTRAL : Tone.of(eligibility.status());
        return new Status(tone, eligibility.headline());
    }

    private static List<Fact> facts(StoredOrder stored, Eligibility eligibility) {
        List<String> windows = new ArrayList<>();
        for (DateRange window : eligibility.windows()) {
            windows.add(window.words());
        }
        if (windows.isEmpty()) {
            windows.add("none");
        }
        Facts facts = new Facts()
                .add("Dispute date", eligibility.asOf().toString())
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
                        });
        facts.add(
                "Same card known by",
                switch (eligibility.credentialConfidence()) {
                    case HIGH -> "the card's token";
                    case LOW -> "at most the first six and last four digits";
                });
        for (Protection protection : eligibility.protections()) {
            facts.add("Protection", protection.code().detail());
        }
        if (eligibility.boundaryRisk()) {
            facts.add("Risk", "an order is on the first or last day that counts");
        }
        List<Fact> all = new ArrayList<>(facts.list());
        all.add(1, new Fact("Eligible for disputes on", windows, null));
        stored.disputes().forEach(dispute -> all.add(fact(dispute)));
        stored.fraudReports()
                .forEach(report -> all.add(new Fact(
                        "Fraud report",
                        List.of(report.reportId() + ", reported " + DateText.of(report.reportedAt())
                                + (report.typeCode() == null ? "" : ", type " + report.typeCode())),
                        null)));
        return all;
    }

    private static Fact fact(Dispute dispute) {
        List<String> lines = new ArrayList<>();
        lines.add(dispute.disputeId() + ", condition " + dispute.condition() + ", opened "
                + DateText.of(dispute.openedAt()) + ", "
                + dispute.status().name().toLowerCase(Locale.ROOT));
        Dispute.Details details = dispute.details();
        if (details.amount() != null) {
            lines.add(AmountText.of(
                            details.amount().amountMinor(), details.amount().currency())
                    + (details.reason() == null ? "" : ", reason " + details.reason()));
        }
        if (details.respondBy() != null) {
            lines.add("Respond by " + DateText.of(details.respondBy()));
        }
        if (details.submittedAt() != null) {
            lines.add("Evidence sent " + DateText.of(details.submittedAt()));
        }
        return new Fact("Dispute", lines, null);
    }

    private static List<String> gaps(Eligibility eligibility) {
        if (!eligibility.isEligible() || eligibility.closed()) {
            return List.of();
        }
        return eligibility.submissionGaps().stream()
                .map(gap ->
                        "Order " + gap.orderId().value() + ": " + gap.missing().words())
                .toList();
    }
}
