package org.orderevidence.webhook;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.OrderId;
import org.orderevidence.service.Keyring;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.IntegrationStore.Listing;
import org.orderevidence.store.document.RecordDocument;

/** The tasks about personal data of all integrations. An open task stays until it is done. */
public final class PrivacyTasks {
    private static final RecordDocument<PrivacyTask> DOCUMENT = new RecordDocument<>('T', PrivacyTask.class);

    public static final int MAX_PAGE = 100;
    static final int MAX_OPEN = 1_000;

    private static final Duration BETWEEN_WARNINGS = Duration.ofDays(1);
    private static final System.Logger LOG = System.getLogger(PrivacyTasks.class.getName());

    private final IntegrationStore store;
    private final RecordKeys keys;
    private final Clock clock;
    private volatile Instant nextWarning = Instant.MIN;

    public PrivacyTasks(IntegrationStore store, Keyring keyring, Clock clock) {
        this.store = store;
        this.keys = new RecordKeys(keyring);
        this.clock = clock;
    }

    /**
     * Stores the task of an event, unless it is stored. Returns false if the integration has no room for it, or it
     * names too many orders.
     */
    boolean add(Integration integration, String name, InboxEvent event, PrivacyTask.Request request) {
        if (request.orders().size() > PrivacyTask.MAX_ORDERS) {
            return false;
        }
        RecordKey key = new RecordKey(RecordKeys.openTasks(integration.id()), name);
        if (store.read(key).isPresent() || store.read(done(key)).isPresent()) {
            return true;
        }
        if (store.group(key.group(), null, MAX_OPEN).next() != null) {
            return false;
        }
        PrivacyTask task = new PrivacyTask(
                integration.id(),
                name,
                request.kind(),
                request.shop(),
                request.subject(),
                request.orders().stream()
                        .map(reference -> named(integration, reference))
                        .toList(),
                event.receivedAt(),
                null);
        store.add(IntegrationRecord.of(integration.space(), key, null, DOCUMENT.encode(task)));
        return true;
    }

    private PrivacyTask.NamedOrder named(Integration integration, ObjectReference reference) {
        OrderId order = store.read(keys.link(integration.space(), reference))
                .map(link -> OrderLinks.found(link.content()).id())
                .orElse(null);
        return new PrivacyTask.NamedOrder(reference.value(), order);
    }

    public Listing<PrivacyTask> list(String integration, boolean done, @Nullable String after, int limit) {
        String group = done ? RecordKeys.doneTasks(integration) : RecordKeys.openTasks(integration);
        Listing<IntegrationRecord> listing = store.group(group, after, limit);
        return new Listing<>(
                listing.items().stream().map(record -> record.as(DOCUMENT)).toList(), listing.next());
    }

    /** Returns all open tasks of an integration. */
    public Stream<PrivacyTask> open(String integration) {
        return store.all(RecordKeys.openTasks(integration), MAX_PAGE).map(record -> record.as(DOCUMENT));
    }

    public boolean hasOpen(String integration) {
        Listing<IntegrationRecord> first = store.group(RecordKeys.openTasks(integration), null, 1);
        // A record that cannot be read is left out of the list, but it is there.
        return !first.items().isEmpty() || first.next() != null;
    }

    /** Returns a task, open or done, or empty if there is none. */
    Optional<PrivacyTask> find(String integration, String id) {
        return Optional.of(id)
                .filter(RecordKeys::isEventName)
                .map(name -> new RecordKey(RecordKeys.openTasks(integration), name))
                .flatMap(open -> store.read(done(open)).or(() -> store.read(open)))
                .map(record -> record.as(DOCUMENT));
    }

    /** Marks a task as done, which erases the personal data in it. Returns the task. */
    PrivacyTask finish(Integration integration, PrivacyTask task, String by) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        PrivacyTask finished = task.finished(new PrivacyTask.Done(now, by));
        RecordKey open = new RecordKey(RecordKeys.openTasks(integration.id()), task.id());
        // First: the event of a task that is neither open nor done would make it again.
        Instant end = now.plus(PrivacyTask.LIFE_WHEN_DONE);
        Bytes content = DOCUMENT.encode(finished);
        store.add(IntegrationRecord.of(integration.space(), done(open), end, content));
        store.remove(open);
        return finished;
    }

    private static RecordKey done(RecordKey open) {
        return new RecordKey("tasks-done" + open.group().substring("tasks".length()), open.id());
    }

    /** Once a day, logs how many tasks of these integrations are overdue, if any is. */
    void warnOfOverdue(Supplier<List<Integration>> integrations) {
        Instant now = clock.instant();
        if (now.isBefore(nextWarning)) {
            return;
        }
        nextWarning = now.plus(BETWEEN_WARNINGS);
        long overdue = integrations.get().stream()
                .mapToLong(each -> count(each.id()).overdue())
                .sum();
        if (overdue > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "privacy tasks are overdue: " + overdue + "; list them with ./evidence integration tasks");
        }
    }

    /** How many tasks of an integration are open, of at most {@value #MAX_OPEN}. */
    public record Count(int open, int overdue) {}

    public Count count(String integration) {
        Instant now = clock.instant();
        List<PrivacyTask> open = open(integration).limit(MAX_OPEN).toList();
        return new Count(
                open.size(),
                Math.toIntExact(open.stream()
                        .filter(task -> task.state(now) == PrivacyTask.State.OVERDUE)
                        .count()));
    }
}
