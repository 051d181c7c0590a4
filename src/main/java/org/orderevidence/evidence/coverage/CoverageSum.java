package org.orderevidence.evidence.coverage;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.coverage.Coverage.Amount;
import org.orderevidence.evidence.coverage.Coverage.Counted;
import org.orderevidence.evidence.coverage.Coverage.DayCount;
import org.orderevidence.evidence.coverage.Coverage.FieldCount;
import org.orderevidence.evidence.coverage.Coverage.ForecastAmount;
import org.orderevidence.evidence.coverage.Coverage.ForecastDay;
import org.orderevidence.evidence.coverage.Coverage.Left;
import org.orderevidence.evidence.coverage.Coverage.MissingField;
import org.orderevidence.evidence.coverage.Coverage.ReasonCount;
import org.orderevidence.evidence.coverage.Coverage.Sample;
import org.orderevidence.evidence.coverage.Coverage.SharedAddress;
import org.orderevidence.evidence.coverage.OrderSnapshot.OrderScope;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;

/** Adds up the orders of an account space, one by one, by ascending transaction day. Its memory is limited. */
public final class CoverageSum {
    private final LocalDate today;
    private final Profile profile;
    private final Map<Status, Examples> byStatus = new EnumMap<>(Status.class);
    private final Map<MissingField, Examples> byField = new EnumMap<>(MissingField.class);
    private final Map<StatusReason, Examples> byReason = new HashMap<>();
    private final SortedMap<LocalDate, Map<Status, Long>> byDay = new TreeMap<>();
    private final Map<Currency, Long> byCurrency = new HashMap<>();
    private final ForecastSum forecast;
    private final SharedAddresses addresses = new SharedAddresses();
    private long failed;
    private long disputed;
    private long unreadable;

    private record StatusReason(Status status, ReasonCode code) {}

    public CoverageSum(LocalDate today, Profile profile) {
        this.today = today;
        this.profile = profile;
        this.forecast = new ForecastSum(today);
        for (Status status : Status.values()) {
            byStatus.put(status, new Examples());
        }
    }

    /** Adds an order that can be disputed today. */
    public void add(OrderSnapshot order) {
        of(order.status()).add(order);
        order.unlocking()
                .forEach(field ->
                        byField.computeIfAbsent(field, f -> new Examples()).add(order));
        order.reasons()
                .forEach(code -> byReason.computeIfAbsent(
                                new StatusReason(order.status(), code), reason -> new Examples())
                        .add(order));
        byCurrency.merge(order.money().currency(), 1L, Long::sum);
        byDay.computeIfAbsent(order.day(), day -> new EnumMap<>(Status.class)).merge(order.status(), 1L, Long::sum);
        forecast.add(order);
        addresses.add(order);
    }

    /** Counts an order that is not judged. */
    public void addOther(OrderScope scope) {
        switch (scope) {
            case DISPUTABLE -> throw new IllegalArgumentException("an order that can be disputed has a snapshot");
            case FAILED -> failed++;
            case DISPUTED -> disputed++;
            case CLOSED -> {}
        }
    }

    /** Counts an order that cannot be read. */
    public void addUnreadable() {
        unreadable++;
    }

    /**
     * Returns the sums.
     *
     * @param sample the sample that was added; empty if all orders were added
     */
    public Coverage coverage(@Nullable Sample sample) {
        List<Currency> currencies = byCurrency.keySet().stream()
                .sorted(Comparator.comparingLong((Currency currency) -> -byCurrency.getOrDefault(currency, 0L))
                        .thenComparing(Currency::getCurrencyCode))
                .toList();
        List<Currency> shown = currencies.subList(0, Math.min(currencies.size(), Coverage.MAX_CURRENCIES));
        long others = currencies.stream()
                .skip(shown.size())
                .mapToLong(currency -> byCurrency.getOrDefault(currency, 0L))
                .sum();
        Scale scale = new Scale(sample, shown);
        return new Coverage(
                today,
                profile,
                of(Status.QUALIFIED).counted(scale),
                of(Status.REQUIRES_ACTION).counted(scale),
                of(Status.NOT_QUALIFIED).counted(scale),
                new Left(scale.of(failed), scale.of(disputed), scale.of(unreadable)),
                sample,
                missingFields(scale),
                reasons(scale),
                days(scale),
                forecast.days(scale),
                addresses.customers(scale),
                addresses.shared(scale),
                scale.of(others));
    }

    private Examples of(Status status) {
        return byStatus.computeIfAbsent(status, _ -> new Examples());
    }

    private List<FieldCount> missingFields(Scale scale) {
        return byField.entrySet().stream()
                .map(entry -> new FieldCount(entry.getKey(), entry.getValue().counted(scale)))
                .sorted(Comparator.comparingLong(
                                (FieldCount field) -> field.unlocked().orders())
                        .reversed()
                        .thenComparing(FieldCount::field))
                .toList();
    }

    private List<ReasonCount> reasons(Scale scale) {
        return byReason.entrySet().stream()
                .map(entry -> new ReasonCount(
                        entry.getKey().status(),
                        entry.getKey().code(),
                        entry.getValue().counted(scale)))
                .sorted(Comparator.comparingLong(
                                (ReasonCount reason) -> reason.counted().orders())
                        .reversed()
                        .thenComparing(ReasonCount::status)
                        .thenComparing(reason -> reason.code().wireName()))
                .toList();
    }

    private List<DayCount> days(Scale scale) {
        return byDay.entrySet().stream()
                .map(entry -> new DayCount(
                        entry.getKey(),
                        scale.of(entry.getValue().getOrDefault(Status.QUALIFIED, 0L)),
                        scale.of(entry.getValue().getOrDefault(Status.REQUIRES_ACTION, 0L)),
                        scale.of(entry.getValue().getOrDefault(Status.NOT_QUALIFIED, 0L))))
                .toList();
    }

    /**
     * Estimates the number of all orders from the number in a sample.
     *
     * @param currencies those whose amounts are returned
     */
    record Scale(@Nullable Sample sample, List<Currency> currencies) {
        long of(long count) {
            return Sample.scaled(count, sample);
        }
    }

    /** Counts orders, and adds up their amounts. ISO 4217 limits the currencies. */
    private static class Tally {
        private final Map<Currency, Long> minor = new HashMap<>(2);
        private long count;

        void add(Money money) {
            count++;
            minor.merge(money.currency(), money.amountMinor(), Tally::sum);
        }

        /** Returns the sum of numbers that are not negative; the largest number if the sum is larger. */
        private static long sum(long one, long other) {
            return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
        }

        final long orders(Scale scale) {
            return scale.of(count);
        }

        final long orders() {
            return count;
        }

        final boolean has(Currency currency) {
            return minor.containsKey(currency);
        }

        final long minor(Currency currency, Scale scale) {
            return scale.of(minor.getOrDefault(currency, 0L));
        }
    }

    /** Counts orders, and remembers the IDs of the last ones: orders are added by ascending day. */
    private static final class Examples extends Tally {
        /** Maximum number of bytes of the IDs in a list. With it, the longest coverage fits into a stored record. */
        private static final int MAX_BYTES = 6_000;

        private final OrderId[] last = new OrderId[Coverage.MAX_EXAMPLES];

        void add(OrderSnapshot order) {
            last[(int) (orders() % last.length)] = order.id();
            add(order.money());
        }

        Counted counted(Scale scale) {
            Stream<OrderId> newest = Stream.iterate(orders() - 1, i -> i - 1)
                    .limit(Math.min(orders(), last.length))
                    .map(i -> last[(int) (i % last.length)]);
            List<Amount> amounts = scale.currencies().stream()
                    .filter(this::has)
                    .map(currency -> new Amount(currency, minor(currency, scale)))
                    .toList();
            return new Counted(orders(scale), shortened(newest), amounts);
        }

        /** Returns the first of some IDs. */
        static List<OrderId> shortened(Stream<OrderId> all) {
            int[] bytes = {0};
            return all.limit(Coverage.MAX_EXAMPLES)
                    .takeWhile(id -> (bytes[0] += id.value().getBytes(StandardCharsets.UTF_8).length) <= MAX_BYTES)
                    .toList();
        }
    }

    /** Counts the orders that are eligible on each of the next days, from their windows. */
    static final class ForecastSum {
        /** How far the forecast looks ahead. */
        static final int DAYS = 30;

        private final LocalDate today;

        /** At position i, the orders of day i. */
        private final Tally[] eligible = tallies();

        private final Tally[] entering = tallies();
        private final Tally[] leaving = tallies();
        private final Tally[] ended = tallies();

        ForecastSum(LocalDate today) {
            this.today = today;
        }

        private static Tally[] tallies() {
            return Stream.generate(Tally::new).limit(DAYS + 1).toArray(Tally[]::new);
        }

        void add(OrderSnapshot order) {
            for (DateRange window : order.windows()) {
                long from = ChronoUnit.DAYS.between(today, window.from());
                long until = ChronoUnit.DAYS.between(today, window.until());
                for (int day = (int) Math.max(from, 0); day <= Math.min(until, DAYS); day++) {
                    eligible[day].add(order.money());
                }
                if (from > 0 && from <= DAYS) {
                    entering[(int) from].add(order.money());
                }
                if (until >= 0 && until < DAYS) {
                    leaving[(int) until + 1].add(order.money());
                    if (window.until().equals(order.disputable().until())) {
                        ended[(int) until + 1].add(order.money());
                    }
                }
            }
        }

        List<ForecastDay> days(Scale scale) {
            List<ForecastDay> days = new ArrayList<>(DAYS + 1);
            for (int i = 0; i <= DAYS; i++) {
                Tally of = eligible[i];
                Tally enter = entering[i];
                Tally leave = leaving[i];
                Tally end = ended[i];
                List<ForecastAmount> amounts = scale.currencies().stream()
                        .filter(each -> of.has(each) || leave.has(each))
                        .map(each -> new ForecastAmount(
                                each,
                                of.minor(each, scale),
                                enter.minor(each, scale),
                                leave.minor(each, scale),
                                end.minor(each, scale)))
                        .toList();
                days.add(new ForecastDay(
                        today.plusDays(i),
                        of.orders(scale),
                        enter.orders(scale),
                        leave.orders(scale),
                        end.orders(scale),
                        amounts));
            }
            return days;
        }
    }

    /**
     * Finds addresses that many customers share. Remembers at most {@value #MAX_CUSTOMERS} customers: if there are more, a
     * random half of those remembered, chosen by their keys, is forgotten. Addresses are keyed hashes.
     */
    private static final class SharedAddresses {
        /** Maximum number of addresses that are returned. */
        static final int MAX_ADDRESSES = 10;

        /** An address with fewer of the remembered customers is not listed: an office or a family can have one. */
        static final int LEAST_CUSTOMERS = 10;

        /** An address with a smaller share of the customers, in percent, is not listed: a mobile network can have one. */
        static final int LEAST_PERCENT = 2;

        private static final int MAX_CUSTOMERS = 5_000;

        /** Maximum number of addresses of a customer that are remembered: the first ones. */
        private static final int MAX_OF_CUSTOMER = 4;

        private final Map<KeyedHash, Map<KeyedHash, OrderId>> byCustomer = new HashMap<>();
        private int halvings;

        void add(OrderSnapshot order) {
            KeyedHash customer = order.customer();
            KeyedHash ip = order.ip();
            if (customer == null || ip == null || !isRemembered(customer)) {
                return;
            }
            Map<KeyedHash, OrderId> addresses = byCustomer.computeIfAbsent(customer, key -> HashMap.newHashMap(1));
            if (addresses.size() < MAX_OF_CUSTOMER || addresses.containsKey(ip)) {
                addresses.put(ip, order.id());
            }
            while (byCustomer.size() > MAX_CUSTOMERS) {
                halvings++;
                byCustomer.keySet().removeIf(key -> !isRemembered(key));
            }
        }

        /** A keyed hash is as good as random, so each further bit halves the customers. */
        private boolean isRemembered(KeyedHash customer) {
            byte[] bytes = customer.bytes();
            for (int i = 0; i < halvings; i++) {
                if ((bytes[bytes.length - 1 - i / Byte.SIZE] >> i % Byte.SIZE & 1) != 0) {
                    return false;
                }
            }
            return true;
        }

        /** Returns how many customers with an address there are; an estimate if some were forgotten. */
        long customers(Scale scale) {
            return scaled(byCustomer.size(), scale);
        }

        private long scaled(long remembered, Scale scale) {
            return scale.of(remembered << halvings);
        }

        /** Returns the addresses that look like a proxy's, most customers first. */
        List<SharedAddress> shared(Scale scale) {
            Map<KeyedHash, List<OrderId>> byAddress = new HashMap<>();
            byCustomer
                    .values()
                    .forEach(addresses -> addresses.forEach((address, order) -> byAddress
                            .computeIfAbsent(address, key -> new ArrayList<>())
                            .add(order)));
            return byAddress.entrySet().stream()
                    .filter(entry -> isSuspicious(entry.getValue().size()))
                    .sorted(Comparator.comparingInt((Map.Entry<KeyedHash, List<OrderId>> entry) ->
                                    entry.getValue().size())
                            .reversed()
                            .thenComparing(Map.Entry::getKey))
                    .limit(MAX_ADDRESSES)
                    .map(entry -> new SharedAddress(
                            entry.getKey(),
                            scaled(entry.getValue().size(), scale),
                            Examples.shortened(entry.getValue().stream().sorted())))
                    .toList();
        }

        private boolean isSuspicious(int customers) {
            return customers >= LEAST_CUSTOMERS && (long) customers * 100 >= (long) byCustomer.size() * LEAST_PERCENT;
        }
    }
}
