package org.orderevidence.notification;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.integration.AlarmRule.CaptureAlarm;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.DisputePlace;
import org.orderevidence.order.DisputePlace.ListedDispute;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Sha256;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.Coverages.SpaceWatch;
import org.orderevidence.service.Evidence;
import org.orderevidence.store.ChangeStore;
import org.orderevidence.store.ChangeStore.Change;
import org.orderevidence.store.ChangeStore.ChangeType;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.Stored;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.webhook.CaptureRates;

/**
 * Finds what changes in account spaces: compares what is the case with what was the case before. What is found when a
 * space is looked at for the first time is no change.
 */
public final class ChangeFinder implements SpaceWatch {
    /** How long before its deadline a dispute is due soon. */
    static final Duration SOON = Duration.ofDays(3);

    /** An order that is first stored so long after its transaction is imported, and not new. */
    private static final Duration LATE = Duration.ofDays(7);

    /** How long an import is no change: longer than the time between two passes over a large space. */
    private static final Duration IMPORT = Duration.ofDays(1);

    /** How long what was the case on a transaction day is stored: longer than its orders can be disputed. */
    private static final Duration LIFE = Duration.ofDays(400);

    /** Orders that are read together, and changes that are stored together. */
    private static final int TOGETHER = 100;

    /** The most open disputes of a space that are compared, those with the soonest deadlines. */
    private static final int MOST_DISPUTES = 10_000;

    /** The most cases of a space, or of a transaction day of it, that are compared. */
    private static final int MOST_CASES = 100_000;

    private final Evidence evidence;
    private final CaptureRates rates;
    private final IntegrationStore store;
    private final ChangeStore changes;
    private final Clock clock;
    private final int mostDisputes;

    public ChangeFinder(Evidence evidence, CaptureRates rates, IntegrationStore store, ChangeStore changes) {
        this(evidence, rates, store, changes, MOST_DISPUTES);
    }

    ChangeFinder(Evidence evidence, CaptureRates rates, IntegrationStore store, ChangeStore changes, int mostDisputes) {
        this.mostDisputes = mostDisputes;
        this.evidence = evidence;
        this.rates = rates;
        this.store = store;
        this.changes = changes;
        this.clock = evidence.clock();
    }

    private static RecordKey key(AccountSpace space, String id) {
        return new RecordKey(RecordKey.COMPUTED + "changes/" + space.path(), id);
    }

    /** A record that cannot be read is removed: the space is looked at as if for the first time. */
    private @Nullable IntegrationRecord read(RecordKey key) {
        try {
            return store.read(key).orElse(null);
        } catch (UnreadableDocument | DocumentTooNew unreadable) {
            store.remove(key);
            return null;
        }
    }

    @Override
    public void look(AccountSpace space, BooleanSupplier mayContinue) {
        if (areDisputesFound(space, mayContinue)) {
            findAlarms(space);
        }
    }

    private Cases cases(AccountSpace space, String id) {
        RecordKey key = key(space, id);
        IntegrationRecord record = read(key);
        return new Cases(space, key, null, record, record == null);
    }

    /**
     * Finds the changes of open disputes whose deadline has not passed, the soonest first. Returns false, without changes,
     * if it was stopped.
     */
    private boolean areDisputesFound(AccountSpace space, BooleanSupplier mayContinue) {
        Cases cases = cases(space, "disputes");
        DisputePlace past = new DisputePlace(true, DisputePlace.minutes(OrderTime.on(evidence.today())) - 1);
        ListedDispute last = new ListedDispute(past, new OrderId("~"));
        List<ListedDispute> page;
        boolean isWhole = true;
        int listed = 0;
        do {
            if (!mayContinue.getAsBoolean()) {
                return false;
            }
            page = evidence.orders().disputes(space, true, last, TOGETHER);
            List<OrderId> ids =
                    page.stream().map(ListedDispute::order).distinct().toList();
            Collection<StoredOrder> orders = readable(space, ids);
            isWhole &= orders.size() == ids.size();
            for (StoredOrder order : orders) {
                order.disputes().stream()
                        .filter(dispute -> dispute.status() == Dispute.Status.OPEN)
                        .forEach(dispute -> add(order.order().id(), dispute, cases));
            }
            listed += page.size();
            last = page.isEmpty() ? last : page.getLast();
        } while (page.size() == TOGETHER && listed < mostDisputes);
        if (isWhole && page.size() < TOGETHER) {
            cases.end();
        } else {
            cases.endOfPart();
        }
        return true;
    }

    private Collection<StoredOrder> readable(AccountSpace space, List<OrderId> ids) {
        try {
            return evidence.orders().readable(space, ids).values();
        } catch (DocumentTooNew newer) {
            return ids.size() == 1
                    ? List.of()
                    : ids.stream()
                            .flatMap(id -> readable(space, List.of(id)).stream())
                            .toList();
        }
    }

    private void findAlarms(AccountSpace space) {
        Cases cases = cases(space, "alarms");
        try {
            rates.alarms(rates.days(space)).forEach(alarm -> add(alarm, cases));
            cases.end();
        } catch (UnreadableDocument | DocumentTooNew unreadable) {
            // The alarms stay as they were: the days are counted again.
        }
    }

    private void add(OrderId order, Dispute dispute, Cases cases) {
        String name = order.value() + "\n" + dispute.disputeId();
        OrderTime deadline = dispute.details().respondBy();
        Map<String, String> data = new HashMap<>(
                Map.of("orderId", order.value(), "disputeId", dispute.disputeId(), "condition", dispute.condition()));
        if (deadline != null) {
            data.put("respondBy", text(deadline));
        }
        cases.add("opened\n" + name, ChangeType.DISPUTE_OPENED, data);
        if (deadline != null && isSoon(deadline) && dispute.details().submittedAt() == null) {
            cases.add("due " + text(deadline) + "\n" + name, ChangeType.DISPUTE_DUE_SOON, data);
        }
    }

    private boolean isSoon(OrderTime deadline) {
        Instant time = Instant.EPOCH.plus(DisputePlace.minutes(deadline), ChronoUnit.MINUTES);
        return !deadline.day().isBefore(evidence.today())
                && !time.isAfter(clock.instant().plus(SOON));
    }

    private static String text(OrderTime time) {
        Instant instant = time.instant();
        return instant == null
                ? time.day().toString()
                : instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static void add(CaptureAlarm alarm, Cases cases) {
        Map<String, String> data = Map.of(
                "source", alarm.path().source(),
                "method", alarm.path().method(),
                "field", alarm.field().wireName(),
                "detail", alarm.sentence());
        cases.add(
                String.join("\n", "alarm", data.get("source"), data.get("method"), data.get("field")),
                ChangeType.CAPTURE_ALARM,
                data);
    }

    @Override
    public Verdicts verdicts(AccountSpace space) {
        return new EligibleOrders(space);
    }

    /** The eligible orders of a space, transaction day by transaction day. */
    private final class EligibleOrders implements Verdicts {
        private final AccountSpace space;
        private final RecordKey firstPass;
        private final boolean isFirst;
        private @Nullable LocalDate of;
        private @Nullable Cases cases;

        EligibleOrders(AccountSpace space) {
            this.space = space;
            this.firstPass = key(space, "judged");
            this.isFirst = read(firstPass) == null;
        }

        @Override
        public void judged(LocalDate day, OrderId id, Instant storedAt, Eligibility answer) {
            Cases current = cases;
            if (current == null || !day.equals(of)) {
                endDay();
                RecordKey key = key(space, day.toString());
                Instant end = day.atStartOfDay(ZoneOffset.UTC).toInstant().plus(LIFE);
                current = new Cases(space, key, end, read(key), isFirst);
                cases = current;
                of = day;
            }
            if (answer.status() == Eligibility.Status.QUALIFIED) {
                if (isImported(day, storedAt)) {
                    current.addKnown(id.value());
                }
                current.add(id.value(), ChangeType.ORDER_ELIGIBLE, Map.of("orderId", id.value()));
            } else {
                Map<String, String> data = new HashMap<>(Map.of("orderId", id.value()));
                answer.reasons().stream()
                        .findFirst()
                        .ifPresent(reason -> data.put("reason", reason.code().wireName()));
                current.remove(id.value(), ChangeType.ORDER_NO_LONGER_ELIGIBLE, data);
            }
        }

        /** True for an order of the past that was stored a short time ago: its import would hide what has changed. */
        private boolean isImported(LocalDate day, Instant storedAt) {
            return storedAt.isAfter(day.atStartOfDay(ZoneOffset.UTC).toInstant().plus(LATE))
                    && storedAt.isAfter(clock.instant().minus(IMPORT));
        }

        private void endDay() {
            if (cases != null) {
                cases.end();
            }
        }

        @Override
        public void end() {
            endDay();
            if (isFirst) {
                store.add(IntegrationRecord.of(space, firstPass, null, Bytes.EMPTY));
            }
        }
    }

    /** What is the case now, compared with a record of what was the case before. Both are hashes of names. */
    private final class Cases {
        private final AccountSpace space;
        private final RecordKey key;
        private final @Nullable Instant expires;
        private @Nullable IntegrationRecord record;
        private final boolean isFirst;
        private final Set<Long> known = new HashSet<>();
        private final Set<Long> now = new HashSet<>();
        private final List<Found> found = new ArrayList<>();
        private boolean isChanged;

        /** True if another instance has changed the record. It finds the same. */
        private boolean isOvertaken;

        private record Found(String name, ChangeType type, Map<String, String> data) {}

        Cases(
                AccountSpace space,
                RecordKey key,
                @Nullable Instant expires,
                @Nullable IntegrationRecord record,
                boolean isFirst) {
            this.space = space;
            this.key = key;
            this.expires = expires;
            this.record = record;
            this.isFirst = isFirst;
            if (record != null) {
                LongBuffer hashes = record.content().buffer().asLongBuffer();
                while (hashes.hasRemaining()) {
                    known.add(hashes.get());
                }
            }
        }

        private static long hash(String name) {
            return ByteBuffer.wrap(Sha256.of(name)).getLong();
        }

        void add(String name, ChangeType type, Map<String, String> data) {
            long hash = hash(name);
            if (now.size() < MOST_CASES && now.add(hash) && known.add(hash)) {
                changed(name, type, data);
            }
        }

        /** Takes something for known. */
        void addKnown(String name) {
            isChanged |= known.add(hash(name));
        }

        void remove(String name, ChangeType type, Map<String, String> data) {
            if (known.remove(hash(name))) {
                changed(name, type, data);
            }
        }

        private void changed(String name, ChangeType type, Map<String, String> data) {
            isChanged = true;
            if (!isFirst) {
                found.add(new Found(name, type, data));
                if (found.size() == TOGETHER) {
                    store();
                }
            }
        }

        /** Forgets, without a change, what was neither added nor removed. */
        void end() {
            isChanged |= known.retainAll(now);
            endOfPart();
        }

        /** Ends if it is not known whether the rest is the case: this is kept, unless it is far too much. */
        void endOfPart() {
            if (known.size() > MOST_CASES) {
                isChanged |= known.retainAll(now);
            }
            if (isChanged || (isFirst && record == null)) {
                store();
            }
        }

        private void store() {
            IntegrationRecord before = record;
            String prefix = space.path() + "\n" + key.id() + "\n" + (before == null ? 0 : before.version()) + "\n";
            Instant at = found.isEmpty() ? clock.instant() : changes.next(space, clock.instant());
            Stored[] rows = found.stream()
                    .map(each -> Change.of(prefix + each.type + "\n" + each.name, each.type, at, each.data))
                    .map(change -> changes.record(space, change))
                    .toArray(Stored[]::new);
            found.clear();
            ByteBuffer content = ByteBuffer.allocate(known.size() * Long.BYTES);
            known.stream().sorted().forEach(content::putLong);
            Bytes hashes = Bytes.wrap(content.array());
            IntegrationRecord after =
                    before == null ? IntegrationRecord.of(space, key, expires, hashes) : before.next(null, hashes);
            isOvertaken =
                    isOvertaken || !(before == null ? store.add(after, rows) : store.replace(before, after, rows));
            record = after;
            isChanged = false;
        }
    }
}
