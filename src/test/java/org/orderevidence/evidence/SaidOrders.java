package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The orders of a history as an explanation names them, and which one it has to name. */
final class SaidOrders {
    private static final Pattern DATED = Pattern.compile(
            "(P.) \\((\\d{4}-\\d\\d-\\d\\d), (\\d+) (days?) (old|after the dispute date|before this order|after this order)\\)");

    private final RandomHistory history;
    private final NaiveRule naive;

    SaidOrders(RandomHistory history) {
        this.history = history;
        this.naive = history.naive();
    }

    /** The ids of dated orders, newest first; their dates and ages are true. */
    List<String> dated(String said) {
        List<String> ids = new ArrayList<>();
        Matcher orders = DATED.matcher(said);
        while (orders.find()) {
            TestOrder prior = prior(orders.group(1));
            boolean visa = history.profile() == Profile.VISA;
            assertEquals(
                    visa ? NaiveRule.dayOf(prior) : prior.day,
                    LocalDate.parse(orders.group(2)),
                    "the date of " + prior.id);
            long age = naive.age(prior, history.asOf());
            assertEquals(Math.abs(age), Long.parseLong(orders.group(3)), "the age of " + prior.id);
            assertEquals(Math.abs(age) == 1 ? "day" : "days", orders.group(4));
            String since = visa
                    ? (age < 0 ? "after the dispute date" : "old")
                    : age < 0 ? "after this order" : "before this order";
            assertEquals(since, orders.group(5));
            ids.add(prior.id.value());
        }
        assertTrue(!ids.isEmpty(), said);
        for (int i = 1; i < ids.size(); i++) {
            assertFalse(
                    NaiveRule.dayOf(prior(ids.get(i))).isAfter(NaiveRule.dayOf(prior(ids.get(i - 1)))), "newest first");
        }
        return ids;
    }

    TestOrder prior(String id) {
        return naive.priors().stream()
                .filter(prior -> prior.id.value().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** The days on which another order of the card would count. */
    List<LocalDate> possibleDays() {
        List<LocalDate> days = new ArrayList<>();
        LocalDate end = history.profile() == Profile.VISA ? history.asOf() : history.disputed().day;
        for (int age = 370; age >= 115; age--) {
            TestOrder other = new TestOrder("PX", end.minusDays(age));
            other.secondOfDay = 0;
            if (naive.reason(other, history.asOf()) == null) {
                days.add(other.day);
            }
        }
        return days;
    }

    String nearest() {
        List<TestOrder> waiting = naive.priors().stream()
                .filter(prior -> Set.of("prior_too_recent", "prior_after_dispute")
                        .contains(String.valueOf(naive.reason(prior, history.asOf()))))
                .toList();
        Comparator<TestOrder> newest = Comparator.<TestOrder, LocalDate>comparing(NaiveRule::dayOf)
                .reversed()
                .thenComparing(prior -> prior.id);
        Comparator<TestOrder> fewestDays =
                Comparator.comparingLong(prior -> (prior.originalCredit && history.profile() == Profile.VISA ? 0 : 120)
                        - naive.age(prior, history.asOf()));
        return (waiting.isEmpty()
                        ? naive.priors().stream()
                                .filter(prior -> naive.reason(prior, history.asOf()) != null)
                                .min(newest)
                        : waiting.stream().min(fewestDays.thenComparing(newest)))
                .orElseThrow()
                .id
                .value();
    }
}
