package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Currency;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.evidence.coverage.Coverage.Amount;
import org.orderevidence.evidence.coverage.Coverage.DayCount;
import org.orderevidence.evidence.coverage.Coverage.FieldCount;
import org.orderevidence.evidence.coverage.Coverage.ForecastAmount;
import org.orderevidence.evidence.coverage.Coverage.ForecastDay;
import org.orderevidence.evidence.coverage.Coverage.MissingField;
import org.orderevidence.evidence.coverage.CoverageSum;
import org.orderevidence.evidence.coverage.OrderSnapshot;
import org.orderevidence.evidence.coverage.OrderSnapshot.OrderScope;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Money;

/** The sums of the coverage are those of the naive rule, asked about each order and each day. */
class CoverageAgainstNaiveRuleTest {
    private static final long SEED = 20_261_124L;
    private static final int HISTORIES = 1_000;

    private static final List<Currency> CURRENCIES =
            Stream.of("EUR", "JPY", "KWD").map(Currency::getInstance).toList();

    /** Orders of the random histories are of 2026-03-01. */
    private static final LocalDate FIRST = LocalDate.of(2026, 3, 1);

    private static List<RandomHistory> disputable(LocalDate today, Profile profile, SplittableRandom random) {
        List<RandomHistory> histories = new ArrayList<>();
        for (int i = 0; i < HISTORIES; i++) {
            RandomHistory made = RandomHistory.of(random);
            RandomHistory asked = new RandomHistory(
                    made.disputed(), made.priors(), today, profile, List.of(), List.of(), today, made.settings());
            DisputeCase dispute = asked.toCase();
            if (OrderScope.of(dispute.disputed(), today) == OrderScope.DISPUTABLE) {
                histories.add(asked);
            }
        }
        return histories;
    }

    @Test
    void theSumsAreThoseOfEachOrderAndDay() {
        System.out.println("coverage of random histories: " + HISTORIES + ", seed " + SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int offset : new int[] {0, 1, 60, 90, 119, 120}) {
            LocalDate today = FIRST.plusDays(offset);
            List<RandomHistory> histories = disputable(today, Profile.VISA, random);
            List<Money> prices = prices(histories, random);
            Coverage coverage = coverage(histories, prices, today);

            Map<String, Long> byStatus =
                    new TreeMap<>(Map.of("qualified", 0L, "requires_action", 0L, "not_qualified", 0L));
            histories.forEach(history -> byStatus.merge(history.naive().status(), 1L, Long::sum));
            assertEquals(byStatus.get("qualified"), coverage.eligible().orders());
            assertEquals(
                    byStatus.get("requires_action"), coverage.requiresAction().orders());
            assertEquals(byStatus.get("not_qualified"), coverage.notQualified().orders());
            assertEquals(
                    List.of(new DayCount(
                            FIRST,
                            coverage.eligible().orders(),
                            coverage.requiresAction().orders(),
                            coverage.notQualified().orders())),
                    coverage.days());
            assertEquals(naiveForecast(histories, prices, today), inSequence(coverage.forecast()));
            for (Status status : Status.values()) {
                assertEquals(
                        naiveAmounts(
                                histories,
                                prices,
                                i -> histories.get(i).naive().status().equals(status.wireName())),
                        byCurrency(coverage.of(status).amounts()));
            }
            assertTrue(coverage.eligible().orders() > 20, "too few eligible orders on " + today);
        }
    }

    @Test
    void theAmountsOfAFieldAreThoseOfTheOrdersThatItUnlocks() {
        SplittableRandom random = new SplittableRandom(SEED);
        LocalDate today = FIRST.plusDays(60);
        List<RandomHistory> histories = disputable(today, Profile.VISA, random);
        List<Money> prices = prices(histories, random);
        Coverage coverage = coverage(histories, prices, today);
        List<Set<MissingField>> unlocking = histories.stream()
                .map(history -> history.naive().status().equals("requires_action")
                        ? unlocking(history)
                        : EnumSet.noneOf(MissingField.class))
                .toList();
        for (FieldCount field : coverage.missingFields()) {
            assertEquals(
                    naiveAmounts(histories, prices, i -> unlocking.get(i).contains(field.field())),
                    byCurrency(field.unlocked().amounts()));
        }
        assertTrue(coverage.missingFields().size() > 5, "too few fields");
    }

    private static List<Money> prices(List<RandomHistory> histories, SplittableRandom random) {
        return random.ints(histories.size(), 0, 100_000)
                .mapToObj(price -> new Money(price, CURRENCIES.get(price % CURRENCIES.size())))
                .toList();
    }

    private static Coverage coverage(List<RandomHistory> histories, List<Money> prices, LocalDate today) {
        CoverageSum sum = new CoverageSum(today, Profile.VISA);
        for (int i = 0; i < histories.size(); i++) {
            sum.add(snapshot(histories.get(i), prices.get(i)));
        }
        return sum.coverage(null);
    }

    private static Map<Currency, Long> byCurrency(List<Amount> amounts) {
        return amounts.stream().collect(Collectors.toMap(Amount::currency, Amount::minor));
    }

    private static Map<Currency, Long> naiveAmounts(
            List<RandomHistory> histories, List<Money> prices, IntPredicate isCounted) {
        return IntStream.range(0, histories.size())
                .filter(isCounted)
                .mapToObj(prices::get)
                .collect(Collectors.groupingBy(Money::currency, Collectors.summingLong(Money::amountMinor)));
    }

    private static List<ForecastDay> inSequence(List<ForecastDay> days) {
        return days.stream()
                .map(day -> new ForecastDay(
                        day.day(),
                        day.eligible(),
                        day.entering(),
                        day.leaving(),
                        day.ended(),
                        day.amounts().stream()
                                .sorted(Comparator.comparing(
                                        each -> each.currency().getCurrencyCode()))
                                .toList()))
                .toList();
    }

    private static OrderSnapshot snapshot(RandomHistory history, Money price) {
        OrderSnapshot made = snapshot(history);
        return new OrderSnapshot(
                made.id(),
                made.day(),
                price,
                made.status(),
                made.disputable(),
                made.windows(),
                made.reasons(),
                made.unlocking(),
                made.customer(),
                made.ip());
    }

    private static OrderSnapshot snapshot(RandomHistory history) {
        DisputeCase dispute = history.toCase();
        Eligibility answer = CompellingEvidence.judge(dispute);
        return OrderSnapshot.of(dispute, answer);
    }

    private static List<ForecastDay> naiveForecast(List<RandomHistory> histories, List<Money> prices, LocalDate today) {
        List<ForecastDay> days = new ArrayList<>();
        BitSet before = eligible(histories, today);
        for (LocalDate each = today; !each.isAfter(today.plusDays(30)); each = each.plusDays(1)) {
            LocalDate day = each;
            BitSet now = eligible(histories, day);
            BitSet entering = (BitSet) now.clone();
            entering.andNot(before);
            BitSet leaving = (BitSet) before.clone();
            leaving.andNot(now);
            BitSet ended = (BitSet) leaving.clone();
            leaving.stream()
                    .filter(i -> !day.isAfter(histories.get(i).lastDisputable()))
                    .forEach(ended::clear);
            List<Map<Currency, Long>> sums = Stream.of(now, entering, leaving, ended)
                    .map(orders -> naiveAmounts(histories, prices, orders::get))
                    .toList();
            days.add(new ForecastDay(
                    day,
                    now.cardinality(),
                    entering.cardinality(),
                    leaving.cardinality(),
                    ended.cardinality(),
                    CURRENCIES.stream()
                            .filter(currency -> sums.get(0).containsKey(currency)
                                    || sums.get(2).containsKey(currency))
                            .map(currency -> new ForecastAmount(
                                    currency,
                                    sums.get(0).getOrDefault(currency, 0L),
                                    sums.get(1).getOrDefault(currency, 0L),
                                    sums.get(2).getOrDefault(currency, 0L),
                                    sums.get(3).getOrDefault(currency, 0L)))
                            .toList()));
            before = now;
        }
        return days;
    }

    private static BitSet eligible(List<RandomHistory> histories, LocalDate day) {
        return IntStream.range(0, histories.size())
                .filter(i -> isEligible(histories.get(i), day))
                .collect(BitSet::new, BitSet::set, BitSet::or);
    }

    private static boolean isEligible(RandomHistory history, LocalDate day) {
        return !day.isAfter(history.lastDisputable())
                && !day.isBefore(history.disputed().day)
                && history.naive().on(day).status().equals("qualified");
    }

    @ParameterizedTest
    @EnumSource
    void aFieldUnlocksAnOrderExactlyIfTheNaiveRuleAgrees(Profile profile) {
        SplittableRandom random = new SplittableRandom(SEED);
        Map<MissingField, Integer> seen = new EnumMap<>(MissingField.class);
        for (RandomHistory history : disputable(FIRST.plusDays(30), profile, random)) {
            Set<MissingField> expected = history.naive().status().equals("requires_action")
                    ? unlocking(history)
                    : EnumSet.noneOf(MissingField.class);
            assertEquals(expected, snapshot(history).unlocking(), history::toString);
            expected.forEach(field -> seen.merge(field, 1, Integer::sum));
        }
        Set<MissingField> possible = EnumSet.allOf(MissingField.class);
        if (profile == Profile.VISA) {
            possible.removeAll(EnumSet.of(MissingField.CATEGORY, MissingField.EMAIL));
        }
        assertEquals(possible, seen.keySet());
    }

    /** Supplies each field alone to the order and each pair of its priors. */
    private static Set<MissingField> unlocking(RandomHistory history) {
        Set<MissingField> unlocking = EnumSet.noneOf(MissingField.class);
        for (MissingField field : MissingField.values()) {
            Element element = element(field);
            boolean isUnlocked = element == null ? testPasses(history, field) : anyPair(history, element);
            if (isUnlocked) {
                unlocking.add(field);
            }
        }
        return unlocking;
    }

    private static @Nullable Element element(MissingField field) {
        return switch (field) {
            case IP -> Element.IP;
            case DEVICE_ID -> Element.DEVICE_ID;
            case DEVICE_FINGERPRINT -> Element.DEVICE_FINGERPRINT;
            case ACCOUNT_ID -> Element.ACCOUNT_ID;
            case SHIPPING_ADDRESS -> Element.SHIPPING_ADDRESS;
            case EMAIL -> Element.EMAIL;
            case BRAND, LINE_ITEMS, CATEGORY -> null;
        };
    }

    private static boolean testPasses(RandomHistory history, MissingField field) {
        TestOrder order = history.disputed().copy();
        List<TestOrder> priors = history.priors().stream().map(TestOrder::copy).toList();
        if (field == MissingField.BRAND && history.naive().failing().contains("network_unknown")) {
            order.brand = "visa";
        } else if (field == MissingField.CATEGORY) {
            order.category = Charge.Category.SERVICES;
        } else if (field == MissingField.LINE_ITEMS) {
            order.description = "Tea set";
            priors.forEach(prior -> prior.description = "Tea set");
        }
        return history.with(order, priors).naive().status().equals("qualified");
    }

    private static boolean anyPair(RandomHistory history, Element element) {
        boolean isNoElement = history.profile() == Profile.VISA && element == Element.EMAIL;
        if (isNoElement || !history.naive().canBeSupplied(element)) {
            return false;
        }
        List<TestOrder> priors = history.priors();
        for (int i = 0; i < priors.size(); i++) {
            for (int j = i + 1; j < priors.size(); j++) {
                List<TestOrder> three = List.of(history.disputed(), priors.get(i), priors.get(j));
                String word = three.stream()
                        .map(order -> order.usableWord(element))
                        .filter(each -> each != null)
                        .findFirst()
                        .orElse("1");
                List<TestOrder> supplied = new ArrayList<>(priors);
                supplied.set(i, supplied(priors.get(i), element, word));
                supplied.set(j, supplied(priors.get(j), element, word));
                TestOrder order = supplied(history.disputed(), element, word);
                if (history.with(order, supplied).naive().status().equals("qualified")) {
                    return true;
                }
            }
        }
        return false;
    }

    private static TestOrder supplied(TestOrder order, Element element, String word) {
        return order.usableWord(element) == null ? order.copy().with(element, word) : order;
    }
}
