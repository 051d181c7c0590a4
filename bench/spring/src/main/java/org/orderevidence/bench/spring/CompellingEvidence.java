package org.orderevidence.bench.spring;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The rule, simplified: two priors of 120 to 365 days which share two elements with the order, one of them an anchor. */
final class CompellingEvidence {
    private static final int YOUNGEST_DAYS = 120;
    private static final int OLDEST_DAYS = 365;
    private static final int REQUIRED = 2;
    private static final int MOST_SHOWN = 20;

    private CompellingEvidence() {}

    static FetchAnswer.Evidence judge(
            CustomerOrder order, List<CustomerOrder> priors, Map<String, Sighting> standIns, LocalDate today) {
        List<FetchAnswer.Prior> judged = new ArrayList<>();
        int selected = 0;
        for (CustomerOrder prior : priors) {
            if (prior.orderId.equals(order.orderId)) {
                continue;
            }
            Map<String, String> elements = elements(order, prior, standIns);
            LocalDate day = day(prior);
            long age = ChronoUnit.DAYS.between(day, today);
            String reason = reason(prior, age);
            boolean chosen = reason == null && selected < REQUIRED && qualifies(elements);
            selected += chosen ? 1 : 0;
            Sighting sighting = standIns.get(prior.orderId);
            judged.add(new FetchAnswer.Prior(
                    prior.orderId,
                    day,
                    age,
                    prior.amount,
                    prior.currency,
                    chosen,
                    reason,
                    elements,
                    sighting == null ? "order" : "track",
                    sighting == null ? null : sighting.observedAt));
        }
        boolean eligible = selected == REQUIRED && "visa".equals(order.brand);
        List<FetchAnswer.Prior> shown = judged.subList(0, Math.min(MOST_SHOWN, judged.size()));
        String explanation = eligible
                ? "Eligible: two orders were paid with the same card and share enough elements with this order."
                : "Not eligible: fewer than two earlier orders of 120 to 365 days share enough elements with this order.";
        List<FetchAnswer.Reason> reasons = eligible
                ? List.of()
                : List.of(new FetchAnswer.Reason(
                        "too_few_priors", order.orderId, "fewer than two usable orders", "none"));
        return new FetchAnswer.Evidence(
                eligible,
                explanation,
                eligible ? "qualified" : "not_qualified",
                reasons,
                today,
                "visa",
                "simplified",
                evidence(order, standIns.get(order.orderId)),
                shown,
                judged.size() > shown.size());
    }

    private static String reason(CustomerOrder prior, long age) {
        if (!"succeeded".equals(prior.status)) {
            return "prior_failed";
        }
        if (prior.refunded) {
            return "prior_refunded";
        }
        if (age < YOUNGEST_DAYS) {
            return "prior_too_recent";
        }
        return age > OLDEST_DAYS ? "prior_too_old" : null;
    }

    private static Map<String, String> elements(
            CustomerOrder order, CustomerOrder prior, Map<String, Sighting> standIns) {
        Map<String, String> elements = new LinkedHashMap<>();
        elements.put("ip", compare(ip(order, standIns), ip(prior, standIns)));
        elements.put("deviceId", compare(order.deviceId, prior.deviceId));
        elements.put("accountId", compare(order.customerAccountId, prior.customerAccountId));
        elements.put("shippingAddress", compare(address(order), address(prior)));
        return elements;
    }

    private static String compare(String one, String other) {
        return one == null || other == null ? "missing" : one.equals(other) ? "equal" : "differs";
    }

    private static boolean qualifies(Map<String, String> elements) {
        long equal = elements.values().stream().filter("equal"::equals).count();
        return equal >= REQUIRED && ("equal".equals(elements.get("ip")) || "equal".equals(elements.get("deviceId")));
    }

    private static String ip(CustomerOrder order, Map<String, Sighting> standIns) {
        Sighting sighting = standIns.get(order.orderId);
        return order.ip != null || sighting == null ? order.ip : sighting.ip;
    }

    private static String address(CustomerOrder order) {
        ShippingAddress to = order.shipping;
        return to == null
                ? null
                : String.join(
                        "|",
                        Objects.toString(to.line1(), ""),
                        Objects.toString(to.city(), ""),
                        Objects.toString(to.postalCode(), ""),
                        Objects.toString(to.country(), ""));
    }

    private static LocalDate day(CustomerOrder order) {
        return order.settledAt != null ? order.settledAt : LocalDate.ofInstant(order.transactionDate, ZoneOffset.UTC);
    }

    private static Map<String, FetchAnswer.Element> evidence(CustomerOrder order, Sighting standIn) {
        Map<String, FetchAnswer.Element> evidence = new LinkedHashMap<>();
        if (order.ip != null) {
            evidence.put("ip", new FetchAnswer.Element(order.ip, "order", null));
        } else if (standIn != null) {
            evidence.put("ip", new FetchAnswer.Element(standIn.ip, "track", standIn.observedAt));
        }
        evidence.put("deviceId", new FetchAnswer.Element(order.deviceId, "order", null));
        evidence.put("accountId", new FetchAnswer.Element(order.customerAccountId, "order", null));
        evidence.put("shippingAddress", new FetchAnswer.Element(address(order), "order", null));
        return evidence;
    }
}
