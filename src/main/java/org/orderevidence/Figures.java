package org.orderevidence;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.orderevidence.erasure.Purge;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.installation.BackupMark;
import org.orderevidence.integration.AlarmRule;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.integration.CaptureDay.CapturedField;
import org.orderevidence.notification.Notifications.Waiting;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.DisputePlace;
import org.orderevidence.order.DisputePlace.ListedDispute;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.process.PacedWork;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.webhook.PrivacyTasks;

/** Sums over the live data of all accounts, which are made in the background: they take too long for each request. */
final class Figures implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Figures.class.getName());

    /** Time between two passes. */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    /** What the days are called that are left to answer a dispute. */
    static final List<String> DAYS_LEFT = List.of("overdue", "0-2", "3-6", "7-13", "14+", "unknown");

    /** A figure for each status of orders that can be disputed. */
    static final String COVERAGE = "coverage";

    /** One for each of {@link #DAYS_LEFT}. */
    static final String DISPUTES = "disputes";

    /** Recent orders of a source, and those of them that have a field. */
    static final String ORDERS = "orders";

    /** The drops of the share of orders that have a field. */
    static final String ALARMS = "alarms";

    static final String TASKS = "tasks";
    static final String INTEGRATIONS = "integrations";
    static final String ENDPOINTS = "endpoints";
    static final String UNSENT = "unsent changes";
    static final String UNSENT_AGE = "unsent changes age";
    static final String PURGED = "purged";
    static final String UNFINISHED_PURGE = "unfinished purge";
    static final String BACKUP_AGE = "backup age";

    /** How many open disputes of a space are counted, those that are due first. */
    private static final int MOST_DISPUTES = 10_000;

    private final OpenInstallation parts;
    private final PacedWork work = new PacedWork("evidence-figures", PAUSE, this::pass, Figures::tell);
    private volatile Map<String, Double> sums = Map.of();

    Figures(OpenInstallation parts) {
        this.parts = parts;
    }

    /** Starts. The store of the parts must stay open until this is closed. */
    static Figures start(OpenInstallation parts) {
        Figures started = new Figures(parts);
        started.work.start();
        return started;
    }

    private static void tell(RuntimeException failed) {
        LOG.log(
                System.Logger.Level.WARNING,
                "the sums for the metrics could not be made, and will be tried again",
                failed);
    }

    /** Returns the names of all kinds of sources, without the integrations' IDs. */
    static List<String> sources() {
        return Stream.concat(
                        Stream.of(Source.UPLOAD.name()),
                        Arrays.stream(Platform.values()).map(Platform::wireName))
                .toList();
    }

    /** Returns a sum; not a number before the first pass. */
    double of(String... name) {
        Map<String, Double> known = sums;
        return known.isEmpty() ? Double.NaN : known.getOrDefault(String.join(" ", name), 0.0);
    }

    /** Returns the share of recent orders of a source that have a field; not a number without orders. */
    double share(String source, CapturedField field) {
        return of(ORDERS, source, field.wireName()) / of(ORDERS, source);
    }

    /** Sums up again. */
    void pass() {
        Pass pass = new Pass();
        parts.installation().accounts().eachSpace((account, space) -> {
            pass.add(account.createdAt());
            if (space.mode() == Mode.LIVE) {
                pass.add(space);
            }
            return work.mayContinue();
        });
        parts.webhooks().integrations().all().stream()
                .filter(integration -> integration.space().mode() == Mode.LIVE && work.mayContinue())
                .forEach(integration -> {
                    pass.plus(1, INTEGRATIONS, integration.platform().wireName());
                    PrivacyTasks.Count tasks = parts.webhooks().tasks().count(integration.id());
                    pass.plus(tasks.open(), TASKS, "open");
                    pass.plus(tasks.overdue(), TASKS, "overdue");
                });
        parts.notifications().waiting().stream()
                .filter(waiting -> waiting.space().mode() == Mode.LIVE)
                .forEach(pass::add);
        // Without a backup, all since the first account would be lost.
        pass.sums.put(BACKUP_AGE, age(BackupMark.read(parts.config().data()).orElse(pass.firstAccount)));
        if (work.mayContinue()) {
            sums = Map.copyOf(pass.sums);
        }
    }

    @Override
    public void close() {
        work.close();
    }

    /** Returns the time since then, in seconds. */
    private double age(Instant then) {
        return Duration.between(then, parts.clock().instant()).toSeconds();
    }

    private final class Pass {
        private final Map<String, Double> sums = new HashMap<>();
        private final LocalDate today = parts.evidence().today();
        private Instant firstAccount = parts.clock().instant();

        void plus(long more, String... name) {
            sums.merge(String.join(" ", name), (double) more, Double::sum);
        }

        void add(Instant accountMade) {
            firstAccount = accountMade.isBefore(firstAccount) ? accountMade : firstAccount;
        }

        void add(AccountSpace space) {
            addDisputes(space);
            parts.coverages().computed(space).ifPresent(computed -> addCoverage(computed.coverage()));
            List<CaptureDay> days = parts.webhooks().captureRates().days(space);
            days.stream()
                    .filter(day -> day.day().isAfter(today.minusDays(AlarmRule.RECENT_DAYS)))
                    .flatMap(CaptureDay::rates)
                    .forEach(this::addRate);
            parts.webhooks()
                    .captureRates()
                    .alarms(days)
                    .forEach(alarm -> plus(
                            1,
                            ALARMS,
                            kind(alarm.path().source()),
                            alarm.field().wireName()));
            parts.purge().run(space).ifPresent(this::addPurge);
        }

        void add(Waiting waiting) {
            plus(1, ENDPOINTS, waiting.state().wireName());
            plus(waiting.count(), UNSENT);
            if (waiting.oldest() != null) {
                sums.merge(UNSENT_AGE, age(waiting.oldest()), Math::max);
            }
        }

        private void addCoverage(Coverage coverage) {
            for (Status status : Status.values()) {
                plus(coverage.of(status).orders(), COVERAGE, status.wireName());
            }
        }

        private void addDisputes(AccountSpace space) {
            ListedDispute last = null;
            int counted = 0;
            do {
                int limit = Math.min(EvidenceStore.MAX_PAGE, MOST_DISPUTES - counted);
                List<ListedDispute> page = parts.installation().evidence().disputes(space, true, last, limit);
                page.forEach(listed -> plus(1, DISPUTES, daysLeft(listed.place())));
                counted += page.size();
                last = page.size() < limit ? null : page.getLast();
            } while (last != null && counted < MOST_DISPUTES && work.mayContinue());
        }

        private String daysLeft(DisputePlace place) {
            if (place.minutes() == DisputePlace.NO_DEADLINE) {
                return "unknown";
            }
            long days = TimeUnit.MINUTES.toDays(place.minutes()) - today.toEpochDay();
            if (days < 0) {
                return "overdue";
            }
            return days < 3 ? "0-2" : days < 7 ? "3-6" : days < 14 ? "7-13" : "14+";
        }

        private void addRate(CaptureDay.Rate rate) {
            String source = kind(rate.path().source());
            plus(rate.count().orders(), ORDERS, source);
            for (CapturedField field : CapturedField.values()) {
                plus(rate.count().having(field), ORDERS, source, field.wireName());
            }
        }

        private void addPurge(Purge.Run run) {
            plus(run.removed(), PURGED);
            if (run.endedAt() == null) {
                sums.merge(UNFINISHED_PURGE, age(run.startedAt()), Math::max);
            }
        }

        /** Returns the kind of a source, such as {@code stripe} for {@code stripe:main}. */
        private static String kind(String source) {
            int colon = source.indexOf(':');
            return colon < 0 ? source : source.substring(0, colon);
        }
    }
}
