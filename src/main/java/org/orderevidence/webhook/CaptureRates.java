package org.orderevidence.webhook;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Accounts.Account;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.integration.AlarmRule;
import org.orderevidence.integration.CaptureAlarm;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.service.CaptureWalk;
import org.orderevidence.service.Keyring;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.RecordKey;
import org.orderevidence.store.Sightings;
import org.orderevidence.store.document.CaptureDayDocument;

/**
 * How often orders have what evidence needs, by day, source and way of payment. One record has the counts of a day of
 * an account space. A day is always counted completely, and again from time to time: orders can arrive late.
 */
public final class CaptureRates {
    /** How many days are counted and shown. */
    public static final int DAYS = AlarmRule.USUAL_DAYS + AlarmRule.RECENT_DAYS;

    /** A count of today or yesterday is this old at most, if the service has time. */
    static final Duration COUNTED_AGAIN_AFTER = Duration.ofMinutes(10);

    /** The same for older days. Their orders can still arrive, with late webhooks, uploads and imports. */
    static final Duration OLDER_COUNTED_AGAIN_AFTER = Duration.ofHours(6);

    private static final int MAX_REMEMBERED = 100_000;
    private static final int MAX_SPACES = 10_000;
    private static final int ACCOUNTS_AT_ONCE = 1_000;

    /** How long {@link #recentAlarms} are not read again. */
    private static final Duration RECENT = Duration.ofMinutes(1);

    private static final Duration PASS_TIME = Duration.ofSeconds(20);
    private static final Duration BETWEEN_WARNINGS = Duration.ofDays(1);
    private static final Duration LIFE = Duration.ofDays(2L * DAYS);
    private static final System.Logger LOG = System.getLogger(CaptureRates.class.getName());

    private final IntegrationStore store;
    private final EvidenceStore evidence;
    private final RecordKeys keys;
    private final CaptureWalk walk;
    private final Clock clock;
    private volatile Instant nextWarning = Instant.MIN;

    /** When each day is due again, so that days that are not due need not be read each minute. */
    private final Map<RecordKey, Instant> due = new ConcurrentHashMap<>();

    private final Map<AccountSpace, ReadAlarms> recent = new ConcurrentHashMap<>();

    /**
     * The alarms of an account space.
     *
     * @param until when they are read again
     */
    private record ReadAlarms(List<CaptureAlarm> alarms, Instant until) {}

    public CaptureRates(
            IntegrationStore store,
            EvidenceStore evidence,
            Sightings sightings,
            Keyring keyring,
            RuleSettings rule,
            Clock clock) {
        this.store = store;
        this.evidence = evidence;
        this.keys = new RecordKeys(keyring);
        this.walk = new CaptureWalk(evidence, sightings, keyring, rule, clock);
        this.clock = clock;
    }

    /**
     * Counts the days that are due of all account spaces with orders, for at most 20 seconds, the newest days first. Once
     * a day, logs the alarms.
     */
    public void pass(Accounts accounts) {
        Instant end = clock.instant().plus(PASS_TIME);
        List<AccountSpace> spaces = spacesWithOrders(accounts);
        LocalDate today = today();
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
        List<Account> page;
        String after = null;
        do {
            page = accounts.page(after, ACCOUNTS_AT_ONCE);
            for (Account account : page) {
                for (AccountSpace.Mode mode : AccountSpace.Mode.values()) {
                    AccountSpace space = new AccountSpace(account.id(), mode);
                    if (hasOrders(space)) {
                        spaces.add(space);
                    }
                }
                after = account.id();
            }
        } while (page.size() == ACCOUNTS_AT_ONCE);
        return spaces;
    }

    /** A space without orders of the days that are counted is looked at again as seldom as a recent day. */
    private boolean hasOrders(AccountSpace space) {
        RecordKey key = new RecordKey(keys.captureDays(space), "none");
        Instant now = clock.instant();
        if (now.isBefore(due.getOrDefault(key, Instant.MIN))) {
            return false;
        }
        EvidenceStore.DayRange counted = new EvidenceStore.DayRange(today().minusDays(DAYS - 1L), today());
        boolean has = !evidence.places(space, null, counted, false, null, 1).isEmpty();
        if (!has) {
            remember(key, now.plus(COUNTED_AGAIN_AFTER));
        }
        return has;
    }

    /** Counts all days that are due of an account space. */
    void count(AccountSpace space) {
        for (int back = 0; back < DAYS; back++) {
            count(space, today().minusDays(back));
        }
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    /** Counts a day, unless it was counted a short time ago or its count is final. */
    private void count(AccountSpace space, LocalDate day) {
        RecordKey key = key(space, day);
        if (clock.instant().isBefore(due.getOrDefault(key, Instant.MIN))) {
            return;
        }
        Optional<IntegrationRecord> held = store.read(key);
        if (held.isPresent() && !isDue(read(held.get()))) {
            remember(key, dueAt(read(held.get())));
            return;
        }
        CaptureDay counted = walk.count(space, day);
        remember(key, dueAt(counted));
        Bytes content = Bytes.wrap(CaptureDayDocument.encode(counted));
        if (held.isPresent()) {
            // If another instance was faster, its count is as good.
            store.replace(held.get(), held.get().next(null, content));
        } else if (!counted.counts().isEmpty()) {
            store.add(new IntegrationRecord(space, key, 1, null, startOf(day).plus(LIFE), content));
        }
    }

    private void remember(RecordKey key, Instant dueAgain) {
        if (due.size() >= MAX_REMEMBERED) {
            due.clear();
        }
        due.put(key, dueAgain);
    }

    private boolean isDue(CaptureDay counted) {
        return !clock.instant().isBefore(dueAt(counted));
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

    private static CaptureDay read(IntegrationRecord record) {
        return CaptureDayDocument.decode(record.content().toArray());
    }

    /** Returns the days of an account space that were counted, the oldest first. At most {@link #DAYS}. */
    public List<CaptureDay> days(AccountSpace space) {
        String before = today().minusDays(DAYS).toString();
        return store.group(keys.captureDays(space), before, DAYS + 1).records().stream()
                .map(CaptureRates::read)
                .toList();
    }

    /** Returns the alarms of an account space, as its days were last counted. */
    public List<CaptureAlarm> alarms(AccountSpace space) {
        return alarms(days(space));
    }

    /**
     * Returns the alarms of an account space as they were at most a minute ago. A page that is opened often does not read
     * all days each time.
     */
    public List<CaptureAlarm> recentAlarms(AccountSpace space) {
        Instant now = clock.instant();
        ReadAlarms read = recent.get(space);
        if (read == null || !now.isBefore(read.until)) {
            read = new ReadAlarms(alarms(space), now.plus(RECENT));
            if (recent.size() >= MAX_SPACES) {
                recent.clear();
            }
            recent.put(space, read);
        }
        return read.alarms;
    }

    /** Returns the alarms of an account space whose days were read. */
    public List<CaptureAlarm> alarms(List<CaptureDay> days) {
        return AlarmRule.alarms(days, today());
    }

    private void warn(List<AccountSpace> spaces) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        if (now.isBefore(nextWarning)) {
            return;
        }
        nextWarning = now.plus(BETWEEN_WARNINGS);
        List<String> lines = new ArrayList<>();
        spaces.forEach(space -> alarms(space).forEach(alarm -> lines.add(alarm.sentence())));
        lines.forEach(line -> LOG.log(System.Logger.Level.WARNING, "evidence is missing: " + line));
    }
}
