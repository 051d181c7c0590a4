package org.orderevidence.notification;

import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import org.orderevidence.notification.Endpoint.Progress;
import org.orderevidence.store.ChangeStore.Change;
import org.orderevidence.store.ChangeStore.ChangePage;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends changes to the endpoints of merchants, in order and at least once, as Standard Webhooks specifies. The record of
 * an endpoint is also the claim of the instance that sends to it. After a crash the claim ends, and changes that were sent
 * under it are sent again, with the same IDs.
 */
public final class Deliveries implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Deliveries.class.getName());

    /** Time between two looks for changes that wait. */
    public static final Duration LOOK = Duration.ofSeconds(2);

    /** How long a claim is valid: longer than a turn with its last attempt. */
    private static final Duration CLAIM = Duration.ofSeconds(90);

    private static final Duration TURN = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Longest wait for turns when the service stops. */
    private static final long CLOSE_SECONDS = 2;

    /** Maximum number of changes of a turn. */
    private static final int PAGE = 100;

    /** Maximum number of turns at a time. */
    private static final int TOGETHER = 8;

    private final Notifications notifications;
    private final Sender sender;
    private final Clock clock;
    private final Set<RecordKey> underWay = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosing;

    /** Platform threads: finding the address of a name holds the thread. */
    private final ExecutorService threads = Executors.newFixedThreadPool(
            TOGETHER,
            Thread.ofPlatform().daemon().name("evidence-notifications-", 0).factory());

    Deliveries(Notifications notifications, Sender sender) {
        this.notifications = notifications;
        this.sender = sender;
        this.clock = notifications.clock();
    }

    public Deliveries(Notifications notifications) {
        this(
                notifications,
                new Sender(notifications.allowsPrivate(), (SSLSocketFactory) SSLSocketFactory.getDefault(), PATIENCE));
    }

    /** Starts a turn of each endpoint that is ready. To be called again after {@link #LOOK}. */
    public void pass() {
        Instant now = clock.instant();
        for (IntegrationRecord record : notifications.endpoints()) {
            boolean isReady = Notifications.endpoint(record).progress().isReady(now);
            if (isReady && !isClosing && underWay.add(record.key())) {
                threads.execute(() -> run(record));
            }
        }
    }

    private void run(IntegrationRecord record) {
        try {
            turn(record);
        } catch (RuntimeException failed) {
            if (!isClosing) {
                LOG.log(Level.WARNING, "changes could not be sent and will be sent later", failed);
            }
        } finally {
            underWay.remove(record.key());
        }
    }

    /** Sends changes to an endpoint until one fails. */
    void turn(IntegrationRecord record) {
        Endpoint endpoint = Notifications.endpoint(record);
        Instant start = clock.instant();
        ChangePage page =
                notifications.changes().page(record.space(), endpoint.progress().cursor(), start, PAGE);
        if (page.next().equals(endpoint.progress().cursor())) {
            return;
        }
        Progress claim = endpoint.progress().notBefore(start.plus(CLAIM));
        IntegrationRecord claimed = notifications.replace(record, endpoint.with(claim));
        if (claimed == null) {
            return;
        }
        long end = System.nanoTime() + TURN.toNanos();
        Progress progress = endpoint.progress().notBefore(null);
        if (page.changes().isEmpty()) {
            progress = progress.from(page.next());
        }
        for (Change change : page.changes()) {
            if (isClosing || System.nanoTime() - end > 0 || !progress.isReady(clock.instant())) {
                break;
            }
            progress = endpoint.takes(change)
                    ? progress.after(change, reply(endpoint, change), clock.instant())
                    : progress.from(change.cursor());
        }
        tell(record, endpoint.progress(), progress);
        // If it was changed in the meantime, the changes are sent again.
        notifications.replace(claimed, endpoint.with(progress));
    }

    /** Returns what became of a change. A fault of its own counts as no response: the claim would be repeated for ever. */
    private Sender.Reply reply(Endpoint endpoint, Change change) {
        try {
            return send(endpoint, change);
        } catch (RuntimeException fault) {
            return Sender.Reply.none(
                    "the request could not be made: " + fault.getClass().getSimpleName());
        }
    }

    private Sender.Reply send(Endpoint endpoint, Change change) {
        // The setting may have changed.
        String fault = notifications.fault(endpoint.url()).orElse(null);
        if (fault != null) {
            return Sender.Reply.none("the address " + fault);
        }
        Instant now = clock.instant();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", change.id());
        fields.put("type", change.type().wireName());
        fields.put("timestamp", change.at().truncatedTo(ChronoUnit.SECONDS).toString());
        fields.put("data", new TreeMap<>(change.data()));
        byte[] body = JsonMapper.shared().writeValueAsBytes(fields);
        long seconds = now.getEpochSecond();
        return sender.post(
                URI.create(endpoint.url()),
                Map.of(
                        "webhook-id", change.id(),
                        "webhook-timestamp", Long.toString(seconds),
                        "webhook-signature", endpoint.signatures(change.id(), seconds, body, now)),
                body);
    }

    /** Logs what needs attention, without the address of the endpoint. */
    private static void tell(IntegrationRecord record, Progress before, Progress after) {
        String words = after.failure();
        boolean isNew = before.failures() == 0 || after.skipped() > before.skipped() || after.isGone();
        if (words != null && isNew) {
            LOG.log(
                    Level.WARNING,
                    "changes do not reach the endpoint of account {0} ({1}): {2}; given up so far: {3}",
                    record.space().account(),
                    record.space().mode().wireName(),
                    words,
                    Long.toString(after.skipped()));
        }
    }

    /** Starts no other turn, and waits a short time for those in progress. */
    @Override
    public void close() {
        isClosing = true;
        threads.shutdown();
        try {
            threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
