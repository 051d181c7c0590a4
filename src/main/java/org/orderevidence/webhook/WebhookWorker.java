package org.orderevidence.webhook;

import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.integration.InboxEvent.EventState;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.Mapping;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.service.Evidence;
import org.orderevidence.service.EvidenceService.PlatformOrders;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;

/**
 * Maps stored events. Those that this instance received come first, from memory. Those that are due come from the
 * store: other instances may have ended before they mapped theirs. One that fails never stops the others.
 */
public final class WebhookWorker implements PlatformOrders {
    /** How long a payment that nothing names waits for a name. Then its own id is the order id. */
    static final Duration WAIT_FOR_NAME = Duration.ofMinutes(15);

    static final Duration WAIT_FOR_ORDER = Duration.ofDays(3);

    /** A parsed body needs several times its bytes, so few large ones are parsed at the same time. */
    private static final int LARGE_BYTES = 64 << 10;

    private static final int LARGEST_BYTES = 1 << 20;
    private static final int LARGE_TOGETHER = 2;

    /** How often an event that waits for its order is looked at: in its first minute, after it, and after 15 hours. */
    private static final Duration FIRST_LOOKS = Duration.ofSeconds(10);

    private static final Duration NEXT_LOOK = Duration.ofMinutes(1);
    private static final Duration LATER_LOOK = Duration.ofHours(1);

    private static final Duration BETWEEN_SCANS = Duration.ofSeconds(10);

    /** Maximum number of events that are remembered. Others are found in the store. */
    static final int MAX_REMEMBERED = 10_000;

    /** Maximum number of events that are mapped at a time. Most of the time each waits for the store. */
    private static final int TOGETHER = 16;

    private static final long LOOK_FOR_ARRIVED_MILLIS = 20;
    private static final System.Logger LOG = System.getLogger(WebhookWorker.class.getName());

    private final Integrations integrations;
    private final Inbox inbox;
    private final PrivacyTasks tasks;
    private final IntegrationStore store;
    private final Semaphore free = new Semaphore(TOGETHER);
    private final Set<RecordKey> underWay = ConcurrentHashMap.newKeySet();
    private final Semaphore large = new Semaphore(LARGE_TOGETHER);
    private final OrderLinks links;
    private final StatementWriter writer;
    private final Clock clock;
    private final BlockingQueue<RecordKey> arrived = new ArrayBlockingQueue<>(MAX_REMEMBERED);
    private final BlockingQueue<UploadedCharge> uploaded = new ArrayBlockingQueue<>(MAX_REMEMBERED);
    private volatile Instant nextScan = Instant.MIN;

    /** True if an event arrived that could not be remembered. */
    private final AtomicBoolean forgotten = new AtomicBoolean();

    public WebhookWorker(
            Integrations integrations,
            Inbox inbox,
            PrivacyTasks tasks,
            IntegrationStore store,
            Evidence evidence,
            PendingFacts pending) {
        this.integrations = integrations;
        this.inbox = inbox;
        this.tasks = tasks;
        this.store = store;
        this.links = new OrderLinks(store, evidence, pending, true);
        this.writer = new StatementWriter(links, evidence, pending);
        this.clock = evidence.clock();
    }

    /** Remembers an event that was just stored. If there is no room, it is looked for when the others are mapped. */
    void arrived(RecordKey key) {
        if (!arrived.offer(key)) {
            forgotten.set(true);
            LOG.log(Level.DEBUG, "an event is mapped later: many have arrived");
        }
    }

    private record UploadedCharge(AccountSpace space, String id) {}

    @Override
    public List<String> prefixes(AccountSpace space) {
        return integrations.prefixes(space);
    }

    @Override
    public Optional<OrderId> order(AccountSpace space, String objectId) {
        return ObjectReference.of(objectId).stream().findFirst().flatMap(object -> links.order(space, object));
    }

    /**
     * Remembers the charges of orders that were just uploaded, if their account has integrations: platforms may have
     * stated them before, under another order ID. If there is no room, they are found later.
     */
    @Override
    public void uploaded(AccountSpace space, Collection<String> chargeIds) {
        if (integrations.mayHave(space)) {
            chargeIds.forEach(id -> uploaded.offer(new UploadedCharge(space, id)));
        }
    }

    /**
     * Maps what has arrived. Every 10 seconds, also maps what is due, and looks for overdue
     * tasks. Ends when nothing is left, or when the next such look is due: events that arrive all the time, and one
     * that hangs, must not keep due ones waiting.
     */
    public void pass() {
        Instant now = clock.instant();
        try {
            if (!now.isBefore(nextScan)) {
                nextScan = now.plus(BETWEEN_SCANS);
                integrations.refresh();
                scan(now);
                tasks.warnOfOverdue(integrations::all);
            }
            while (clock.instant().isBefore(nextScan)) {
                if (isIdle()) {
                    if (!forgotten.compareAndSet(true, false)) {
                        return;
                    }
                    // It becomes due after a minute, for other instances. This one is free to map it now.
                    scan(clock.instant().plus(InboxEvent.OWN_TIME));
                }
                UploadedCharge charge = uploaded.poll();
                if (charge != null) {
                    // Its order is moved later if this fails.
                    run(Level.DEBUG, () -> links.uploaded(charge.space(), charge.id()));
                    continue;
                }
                RecordKey key = arrived.poll(LOOK_FOR_ARRIVED_MILLIS, TimeUnit.MILLISECONDS);
                if (key != null) {
                    start(key);
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isIdle() {
        return arrived.isEmpty() && uploaded.isEmpty() && free.availablePermits() == TOGETHER;
    }

    private void scan(Instant until) throws InterruptedException {
        Iterator<RecordKey> due = store.due("", until).iterator();
        while (due.hasNext()) {
            RecordKey key = due.next();
            if (RecordKeys.isEvent(key) || RecordKeys.isPaymentOrder(key)) {
                start(key);
            }
        }
    }

    /** Starts to map an event, or to look at an order, unless that is being done. If it fails, it stays due. */
    private void start(RecordKey key) throws InterruptedException {
        run(Level.WARNING, () -> {
            if (underWay.add(key)) {
                try {
                    if (RecordKeys.isEvent(key)) {
                        map(key);
                    } else {
                        links.look(key);
                    }
                } finally {
                    underWay.remove(key);
                }
            }
        });
    }

    /** Runs a task when one of {@value #TOGETHER} others is finished. */
    private void run(Level failure, Runnable task) throws InterruptedException {
        free.acquire();
        Thread.ofVirtual().start(() -> {
            try {
                task.run();
            } catch (RuntimeException failed) {
                LOG.log(failure, "an order with the ID of its payment could not be moved yet", failed);
            } finally {
                free.release();
            }
        });
    }

    /** Maps an event that waits. If it can be neither mapped nor changed, it stays due. */
    private void map(RecordKey key) {
        Inbox.Stored stored;
        try {
            stored = inbox.read(key).orElse(null);
        } catch (RuntimeException failed) {
            // An event that cannot be read stays due, and every scan finds it again: no stack trace each time.
            LOG.log(Level.WARNING, "an event could not be read and stays due: " + failed.getMessage());
            return;
        }
        // A failed event may have been found before its next attempt is due.
        if (stored != null
                && stored.event().state() instanceof EventState.Waiting(int failures, Instant due)
                && (failures == 0 || !clock.instant().isBefore(due))) {
            map(stored, failures);
        }
    }

    private void map(Inbox.Stored stored, int failures) {
        int turns = turns(stored.event().body().length());
        large.acquireUninterruptibly(turns);
        try {
            inbox.change(stored, next(stored.name(), stored.event()));
        } catch (RuntimeException failed) {
            LOG.log(Level.WARNING, "an event could not be mapped and will be tried again", failed);
            try {
                inbox.change(
                        stored,
                        EventState.failed(failures, now(), failed.getClass().getSimpleName()));
            } catch (RuntimeException again) {
                LOG.log(Level.DEBUG, "the failure of an event could not be stored", again);
            }
        } finally {
            large.release(turns);
        }
    }

    /** How many of the {@value #LARGE_TOGETHER} turns a body needs. */
    private static int turns(int length) {
        return length <= LARGE_BYTES ? 0 : length <= LARGEST_BYTES ? 1 : LARGE_TOGETHER;
    }

    private EventState next(String name, InboxEvent event) {
        Optional<Integration> integration = integrations.find(event.integration());
        if (integration.isEmpty()) {
            return new EventState.Unmapped(now(), "removed", "the integration was removed");
        }
        return switch (Platforms.map(integration.get(), event)) {
            case Mapping.Unmapped(var _, var reason, String detail) ->
                new EventState.Unmapped(now(), reason.wireName(), detail);
            case Mapping.Privacy(var _, var request) ->
                tasks.add(integration.get(), name, event, request)
                        ? new EventState.Mapped(now())
                        : new EventState.Unmapped(now(), "no_room", "the integration has too many open tasks");
            case Mapping.Mapped(var _, List<EventStatement> statements) ->
                written(integration.get(), event, statements);
        };
    }

    private EventState written(Integration integration, InboxEvent event, List<EventStatement> statements) {
        Instant now = now();
        boolean mayUsePayment = !now.isBefore(event.receivedAt().plus(WAIT_FOR_NAME));
        boolean noOrder = false;
        String refused = null;
        String listed = null;
        for (EventStatement statement : statements) {
            switch (writer.write(integration, statement, mayUsePayment)) {
                case StatementWriter.Written.Done _ -> {}
                case StatementWriter.Written.NoOrder _ -> noOrder = true;
                case StatementWriter.Written.Erased _ -> {
                    return EventState.erased(now);
                }
                case StatementWriter.Written.Refused(String reason) -> refused = reason;
                case StatementWriter.Written.Listed(String reason) -> listed = reason;
            }
        }
        if (refused != null) {
            return new EventState.Unmapped(now, refused, "the order or the account has no room for it");
        }
        if (listed != null) {
            return new EventState.Unmapped(
                    now, listed, "its order ID cannot be used, so its order has the platform's own ID");
        }
        return noOrder ? withoutOrder(event, now) : new EventState.Mapped(now);
    }

    private static EventState withoutOrder(InboxEvent event, Instant now) {
        Duration age = Duration.between(event.receivedAt(), now);
        if (age.compareTo(WAIT_FOR_ORDER) >= 0) {
            return new EventState.Unmapped(now, "no_order", "nothing that was received leads to its order");
        }
        Duration later = Duration.ofMillis(
                Math.clamp(age.dividedBy(15).toMillis(), NEXT_LOOK.toMillis(), LATER_LOOK.toMillis()));
        Duration pause = age.compareTo(NEXT_LOOK) < 0 ? FIRST_LOOKS : later;
        return new EventState.Waiting(0, now.plus(pause));
    }

    /** Erases the stored events of a space that have a body about somebody: those that wait, and that changed nothing. */
    public void eraseEvents(AccountSpace space, Predicate<InboxEvent> isAbout) {
        List<Integration> ofSpace = integrations.all().stream()
                .filter(integration -> integration.space().equals(space))
                .toList();
        if (ofSpace.isEmpty()) {
            return;
        }
        Instant now = now();
        ofSpace.forEach(integration -> inbox.erase(integration.id(), isAbout, now));
        store.due("event/", now.plus(LATER_LOOK))
                .filter(key -> ofSpace.stream().anyMatch(of -> RecordKeys.isEventOf(of.id(), key)))
                .forEach(key -> inbox.erase(key, isAbout, now));
    }

    /** Stored times have milliseconds. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
