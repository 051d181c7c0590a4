package org.orderevidence.webhook;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.orderevidence.account.Accounts;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.integration.AlarmRule;
import org.orderevidence.integration.AlarmRule.CaptureAlarm;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.integration.CaptureDay.CapturePath;
import org.orderevidence.integration.CaptureDay.CapturedField;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Charge;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.StoredOrder.OrderSources;
import org.orderevidence.order.part.Source;
import org.orderevidence.service.DerivedOrders.OrderKeys;
import org.orderevidence.service.Evidence;
import org.orderevidence.service.Evidence.Unseen;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.document.RecordDocument;

/**
 * How often orders have what evidence needs, by day, source and way of payment. One record has the counts of a day of
 * an account space. A day is always counted completely, and again from time to time: orders can arrive late.
 */
public final class CaptureRates {
    private static final RecordDocument<CaptureDay> DOCUMENT = new RecordDocument<>('C', CaptureDay.class);

    public static final int DAYS = AlarmRule.USUAL_DAYS + AlarmRule.RECENT_DAYS;

    /** A count of today or yesterday is this old at most, if the service has time. */
    static final Duration COUNTED_AGAIN_AFTER = Duration.ofMinutes(10);

    /** The same for older days. Their orders can still arrive, with late webhooks, uploads and imports. */
    static final Duration OLDER_COUNTED_AGAIN_AFTER = Duration.ofHours(6);

    private static final int MAX_ORDERS = 10_000;

    private static final int ORDERS_AT_ONCE = 100;
    private static final int MAX_REMEMBERED = 100_000;

    private static final Duration PASS_TIME = Duration.ofSeconds(20);
    private static final Duration BETWEEN_WARNINGS = Duration.ofDays(1);
    private static final Duration LIFE = Duration.ofDays(2L * DAYS);
    private static final System.Logger LOG = System.getLogger(CaptureRates.class.getName());

    private final IntegrationStore store;
    private final Evidence evidence;
    private final RecordKeys keys;
    private final Clock clock;
    private volatile Instant nextWarning = Instant.MIN;

    /** When each day is due again, so that days that are not due need not be read each minute. */
    private final Map<RecordKey, Instant> due = new ConcurrentHashMap<>();

    public CaptureRates(IntegrationStore store, Evidence evidence) {
        this.store = store;
        this.evidence = evidence;
        this.keys = new RecordKeys(evidence.keyring());
        this.clock = evidence.clock();
    }

    /**
     * Counts the days that are due of all account spaces with orders, for at most 20 seconds, the newest days first. Once
     * a day, logs the alarms.
     */
    public void pass(Accounts accounts) {
        Instant end = clock.instant().plus(PASS_TIME);
        List<AccountSpace> spaces = spacesWithOrders(accounts);
        LocalDate today = evidence.today();
        for (int back = 0; back < DAYS; back++) {
            for (AccountSpace space : spaces) {
                if (clock.instant().isAfter(end) || Thread.currentThread().isInterrupted()) {
                    return;
                }
                count(space, today.minusDays(back));
            }
        }
        warn(spaces);
    }

    private List<AccountSpace> spacesWithOrders(Accounts accounts) {
        List<AccountSpace> spaces = new ArrayList<>();
        accounts.eachSpace((account, space) -> {
            if (hasOrders(space)) {
                spaces.add(space);
            }
            return true;
        });
        return spaces;
    }

    /** A space without orders of the days that are counted is looked at again as seldom as a recent day. */
    private boolean hasOrders(AccountSpace space) {
        RecordKey key = new RecordKey(keys.captureDays(space), "none");
        Instant now = clock.instant();
        if (now.isBefore(due.getOrDefault(key, Instant.MIN))) {
            return false;
        }
        DateRange counted = new DateRange(evidence.today().minusDays(DAYS - 1L), evidence.today());
        boolean has =
                !evidence.orders().places(space, null, counted, false, null, 1).isEmpty();
        if (!has) {
            remember(key, now.plus(COUNTED_AGAIN_AFTER));
        }
        return has;
    }

    /** Counts all days that are due of an account space. */
    void count(AccountSpace space) {
        for (int back = 0; back < DAYS; back++) {
            count(space, evidence.today().minusDays(back));
        }
    }

    /** Counts a day, unless it was counted a short time ago or its count is final. */
    private void count(AccountSpace space, LocalDate day) {
        RecordKey key = key(space, day);
        if (clock.instant().isBefore(due.getOrDefault(key, Instant.MIN))) {
            return;
        }
        IntegrationRecord held = store.read(key).orElse(null);
        CaptureDay counted = held == null
                ? null
                : RecordSealer.ifReadable(() -> held.as(DOCUMENT)).orElse(null);
        if (counted == null || !clock.instant().isBefore(dueAt(counted))) {
            counted = counted(space, day);
            if (held != null || !counted.counts().isEmpty()) {
                store.put(IntegrationRecord.of(space, key, startOf(day).plus(LIFE), DOCUMENT.encode(counted)));
            }
        }
        remember(key, dueAt(counted));
    }

    private void remember(RecordKey key, Instant dueAgain) {
        if (due.size() >= MAX_REMEMBERED) {
            due.clear();
        }
        due.put(key, dueAgain);
    }

    private static Instant dueAt(CaptureDay counted) {
        boolean isRecent = counted.countedAt().isBefore(startOf(counted.day().plusDays(2)));
        return counted.countedAt().plus(isRecent ? COUNTED_AGAIN_AFTER : OLDER_COUNTED_AGAIN_AFTER);
    }

    private static Instant startOf(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private RecordKey key(AccountSpace space, LocalDate day) {
        return new RecordKey(keys.captureDays(space), day.toString());
    }

    /** Returns the days of an account space that were counted, the oldest first. At most {@link #DAYS}. */
    public List<CaptureDay> days(AccountSpace space) {
        String before = evidence.today().minusDays(DAYS).toString();
        return store.group(keys.captureDays(space), before, DAYS + 1).items().stream()
                .map(record -> record.as(DOCUMENT))
                .toList();
    }

    /** Returns the alarms of an account space whose days were read. */
    public List<CaptureAlarm> alarms(List<CaptureDay> days) {
        return AlarmRule.alarms(days, evidence.today());
    }

    private void warn(List<AccountSpace> spaces) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        if (now.isBefore(nextWarning)) {
            return;
        }
        nextWarning = now.plus(BETWEEN_WARNINGS);
        spaces.forEach(space -> alarms(days(space))
                .forEach(alarm -> LOG.log(System.Logger.Level.WARNING, "evidence is missing: " + alarm.sentence())));
    }

    /**
     * Counts the orders of a transaction day. Declined, recurring and in-store payments, and checks of a card, are left
     * out.
     */
    private CaptureDay counted(AccountSpace space, LocalDate day) {
        OrderKeys derived = new OrderKeys(space, evidence.keyring());
        CaptureDay.Builder builder = new CaptureDay.Builder();
        DateRange range = new DateRange(day, day);
        ListPlace place = null;
        int examined = 0;
        while (true) {
            List<ListPlace> places = evidence.orders().places(space, null, range, true, place, ORDERS_AT_ONCE);
            if (places.isEmpty() || examined >= MAX_ORDERS) {
                return builder.build(day, clock.instant(), !places.isEmpty());
            }
            place = places.getLast();
            examined += places.size();
            List<OrderId> ids = places.stream().map(ListPlace::id).toList();
            add(space, derived, evidence.orders().readable(space, ids).values(), day, builder);
        }
    }

    private void add(
            AccountSpace space,
            OrderKeys derived,
            Collection<StoredOrder> orders,
            LocalDate day,
            CaptureDay.Builder builder) {
        Map<OrderId, PriorFacts> facts = new HashMap<>();
        List<Unseen> unseen = new ArrayList<>();
        for (StoredOrder order : orders) {
            // The index of days may be behind a change of the order.
            if (order.order().charge().transactionTime().day().equals(day) && counts(order)) {
                PriorFacts of = derived.facts(order.order());
                KeyedHash customer = of.customer();
                facts.put(order.order().id(), of);
                if (customer != null && !of.hasOwnIp()) {
                    unseen.add(new Unseen(order.order().id(), customer, of.transactionTime()));
                }
            }
        }
        // The orders without their own address to which a tracked one belongs.
        Set<OrderId> tracked = evidence.seen(space, unseen).keySet();
        for (StoredOrder order : orders) {
            OrderId id = order.order().id();
            PriorFacts of = facts.get(id);
            if (of != null) {
                builder.add(sources(order.sources()), method(order), having(order.order(), of, tracked.contains(id)));
            }
        }
    }

    private static boolean counts(StoredOrder stored) {
        Charge charge = stored.order().charge();
        return !stored.isMoved()
                && charge.status() == Charge.Status.SUCCEEDED
                && !charge.validation()
                && !charge.recurring()
                && !charge.cardPresent();
    }

    /** An order comes from what uploaded it or from an integration, even if a PATCH changed it later. */
    private static Map<String, Set<String>> sources(OrderSources sources) {
        Map<String, Set<String>> fields = new TreeMap<>();
        sources.fields().forEach((field, source) -> {
            if (!source.equals(Source.PATCH.name())) {
                fields.computeIfAbsent(source, each -> new TreeSet<>()).add(field);
            }
        });
        return fields;
    }

    private static String method(StoredOrder stored) {
        String stated = stored.sources().paymentMethod();
        if (stated != null) {
            return stated;
        }
        return stored.order().charge().credential().equals(PaymentCredential.NONE)
                ? CapturePath.OTHER
                : CapturePath.CARD;
    }

    private static Set<CapturedField> having(Order order, PriorFacts facts, boolean isTracked) {
        Set<CapturedField> having = EnumSet.noneOf(CapturedField.class);
        for (CapturedField field : CapturedField.values()) {
            boolean has = switch (field) {
                case CARD -> order.charge().credential().isKnown();
                case IP -> isUsable(facts, Element.IP) || isTracked;
                case LOGIN -> isUsable(facts, Element.ACCOUNT_ID);
                case ADDRESS -> isUsable(facts, Element.SHIPPING_ADDRESS);
                case ITEMS -> facts.isDescribed();
            };
            if (has) {
                having.add(field);
            }
        }
        return having;
    }

    private static boolean isUsable(PriorFacts facts, Element element) {
        return facts.mark(element).hash() != null;
    }
}
