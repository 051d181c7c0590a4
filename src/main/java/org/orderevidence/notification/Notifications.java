package org.orderevidence.notification;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Actor;
import org.orderevidence.account.AuditLog;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.notification.Endpoint.EndpointState;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.ChangeStore;
import org.orderevidence.store.ChangeStore.Change;
import org.orderevidence.store.ChangeStore.ChangePage;
import org.orderevidence.store.ChangeStore.ChangeType;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.document.RecordDocument;

/**
 * What has changed for merchants, and where they want it sent. Changes of an endpoint have an entry in the audit log.
 *
 * @param allowsPrivate true if changes may be sent to private addresses, and by http
 */
public record Notifications(
        ChangeStore changes,
        IntegrationStore store,
        AuditLog audit,
        RandomGenerator random,
        boolean allowsPrivate,
        Clock clock) {
    private static final RecordDocument<Endpoint> DOCUMENT = new RecordDocument<>('P', Endpoint.class);
    private static final String GROUP = "notifications";
    private static final int PAGE = 100;
    private static final int MOST_COUNTED = 1_000;

    /**
     * Returns changes of the last 30 days, the oldest first.
     *
     * @param after cursor behind which to start; {@code null} for the first
     */
    public ChangePage page(AccountSpace space, @Nullable String after, int limit) {
        return changes.page(space, after, clock.instant(), limit);
    }

    /** Returns what is wrong with the address of an endpoint, or empty if it can be used. */
    public Optional<String> fault(String url) {
        return Sender.fault(url, allowsPrivate);
    }

    /** Returns the endpoint of a space; empty if it has none. */
    public Optional<Endpoint> endpoint(AccountSpace space) {
        return store.read(key(space)).map(Notifications::endpoint);
    }

    /**
     * Sets the endpoint of a space. A new one gets a secret, and the changes from now on. Others keep theirs.
     *
     * @param types only these are sent; empty for all, or, with a new secret, for those as before
     * @param rotates true for a new secret
     */
    public Endpoint set(Actor actor, AccountSpace space, String url, Set<ChangeType> types, boolean rotates) {
        boolean keepsAddress =
                endpoint(space).filter(held -> held.url().equals(url)).isPresent();
        AuditAction action =
                rotates && keepsAddress ? AuditAction.NOTIFICATIONS_ROTATED : AuditAction.NOTIFICATIONS_SET;
        audit.add(actor, space, action, null, null);
        byte[] key = new byte[Endpoint.SECRET_BYTES];
        random.nextBytes(key);
        Instant now = clock.instant();
        return change(space, held -> {
                    if (held == null) {
                        return Endpoint.of(url, types, key, ChangeStore.cursor(now));
                    }
                    Endpoint set = new Endpoint(
                            url,
                            rotates && types.isEmpty() ? held.types() : types,
                            held.secret(),
                            held.previous(),
                            held.previousUntil(),
                            held.progress().from(held.progress().cursor()));
                    return rotates ? set.withSecret(key, now) : set;
                })
                .orElseThrow();
    }

    public void remove(Actor actor, AccountSpace space) {
        audit.add(actor, space, AuditAction.NOTIFICATIONS_REMOVED, null, null);
        store.remove(key(space));
    }

    /** Sends the changes behind a cursor again, and those that wait, at once. Returns empty if there is no endpoint. */
    public Optional<Endpoint> replay(Actor actor, AccountSpace space, String cursor) {
        audit.add(actor, space, AuditAction.NOTIFICATIONS_REPLAYED, null, null);
        return change(
                space, held -> held == null ? null : held.with(held.progress().from(cursor)));
    }

    /** Adds a change that shows whether changes arrive. */
    public Change test(AccountSpace space) {
        Instant at = changes.next(space, clock.instant());
        Change test = Change.of(UUID.randomUUID().toString(), ChangeType.TEST, at, Map.of());
        changes.add(space, test);
        return test;
    }

    /**
     * Changes that are to be sent to an endpoint.
     *
     * @param count at most 1,000
     * @param oldest when the first of them was found; {@code null} if there is none
     */
    public record Waiting(
            AccountSpace space,
            EndpointState state,
            int count,
            @Nullable Instant oldest) {}

    public List<Waiting> waiting() {
        Instant now = clock.instant();
        return endpoints().stream()
                .map(record -> {
                    Endpoint endpoint = endpoint(record);
                    List<Change> behind =
                            changes
                                    .page(record.space(), endpoint.progress().cursor(), now, MOST_COUNTED)
                                    .changes()
                                    .stream()
                                    .filter(endpoint::takes)
                                    .toList();
                    return new Waiting(
                            record.space(),
                            endpoint.state(),
                            behind.size(),
                            behind.isEmpty() ? null : behind.getFirst().at());
                })
                .toList();
    }

    private Optional<Endpoint> change(AccountSpace space, Function<@Nullable Endpoint, @Nullable Endpoint> change) {
        RecordKey key = key(space);
        return store.update(key, held -> {
                    Endpoint after = change.apply(held == null ? null : endpoint(held));
                    return after == null
                            ? null
                            : held == null
                                    ? IntegrationRecord.of(space, key, null, content(after))
                                    : held.next(null, content(after));
                })
                .map(Notifications::endpoint);
    }

    List<IntegrationRecord> endpoints() {
        return store.all(GROUP, PAGE)
                .filter(record ->
                        RecordSealer.ifReadable(() -> endpoint(record)).isPresent())
                .toList();
    }

    static Endpoint endpoint(IntegrationRecord record) {
        return record.as(DOCUMENT);
    }

    /** Returns the record of what an endpoint became; {@code null} if somebody else has changed it. */
    @Nullable
    IntegrationRecord replace(IntegrationRecord before, Endpoint endpoint) {
        IntegrationRecord after = before.next(null, content(endpoint));
        return store.replace(before, after) ? after : null;
    }

    private static Bytes content(Endpoint endpoint) {
        return DOCUMENT.encode(endpoint);
    }

    private static RecordKey key(AccountSpace space) {
        return new RecordKey(GROUP, space.path());
    }
}
