package org.orderevidence.receipt;

import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Currency;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.DisputeDate;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Eligibility.Check;
import org.orderevidence.evidence.JudgedPrior.PriorReason;
import org.orderevidence.evidence.Profile;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.StoredOrder.OrderSources;

/**
 * A verdict in the making, for tests of pages: an order of 2026-10-02 that is judged on 2026-11-20 in profile visa, until
 * told otherwise.
 */
public final class TestVerdict {
    /** The day of the order. */
    public static final LocalDate ORDERED = LocalDate.of(2026, 10, 2);

    private static final DateRange DISPUTABLE = new DateRange(ORDERED, ORDERED.plusDays(120));

    private final List<Eligibility.PriorTransaction> priors = new ArrayList<>();
    private final List<Element> matched = new ArrayList<>();
    private final Map<Element, Eligibility.EvidenceItem> evidence = new EnumMap<>(Element.class);
    private final List<Eligibility.SubmissionGap> gaps = new ArrayList<>();
    private List<DateRange> windows = List.of();
    private LocalDate asOf = LocalDate.of(2026, 11, 20);
    private Profile profile = Profile.VISA;
    private Eligibility.Status status = Eligibility.Status.NOT_QUALIFIED;
    private String explanation = "Not eligible.";

    public TestVerdict asOf(String day) {
        asOf = LocalDate.parse(day);
        return this;
    }

    public TestVerdict profile(Profile asked) {
        profile = asked;
        return this;
    }

    public TestVerdict qualified(String words, Element... equal) {
        status = Eligibility.Status.QUALIFIED;
        explanation = words;
        windows = List.of(DISPUTABLE);
        matched.addAll(List.of(equal));
        return this;
    }

    public TestVerdict windows(DateRange... eligible) {
        windows = List.of(eligible);
        return this;
    }

    public TestVerdict evidence(Element element, String value) {
        evidence.put(element, new Eligibility.EvidenceItem(value, Eligibility.IpSource.ORDER, null, null));
        return this;
    }

    public TestVerdict gap(String orderId, Eligibility.Gap missing) {
        gaps.add(new Eligibility.SubmissionGap(new OrderId(orderId), missing));
        return this;
    }

    /** Adds a prior of a day; one without a reason is usable. */
    public TestVerdict prior(String id, String day, boolean selected, @Nullable PriorReason reason) {
        LocalDate date = LocalDate.parse(day);
        LocalDate anchor = profile.agesByTransaction() ? ORDERED : asOf;
        Map<Element, Eligibility.Comparison> elements = new EnumMap<>(Element.class);
        matched.forEach(element -> elements.put(element, Eligibility.Comparison.EQUAL));
        priors.add(new Eligibility.PriorTransaction(
                new OrderId(id),
                date,
                ChronoUnit.DAYS.between(date, anchor),
                new Money(6_400, Currency.getInstance("USD")),
                selected,
                reason,
                elements,
                null,
                null,
                null));
        return this;
    }

    public Eligibility made() {
        return new Eligibility(
                status,
                explanation,
                List.of(),
                new DisputeDate(asOf, DISPUTABLE, true, false, DisputeDate.Basis.REQUEST),
                profile,
                windows,
                Eligibility.CredentialConfidence.HIGH,
                false,
                List.of(new Check(Check.Code.NETWORK, true, "Visa", "visa")),
                matched,
                gaps,
                List.of(),
                evidence,
                priors,
                false);
    }

    /** An order as it is stored, without later facts. */
    public static StoredOrder stored(Order order) {
        return new StoredOrder(order, OrderSources.NONE, 1, Instant.EPOCH, List.of(), List.of());
    }
}
