package org.orderevidence.webhook;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.integration.InboxEvent.EventState;
import org.orderevidence.integration.InboxEvent.UnmappedEvent;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.Webhook;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.service.Keyring;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.IntegrationStore.Listing;
import org.orderevidence.store.document.RecordDocument;

public final class Inbox {
    public static final int MAX_PAGE = 100;

    private static final int MEGABYTE = 1024 * 1024;

    private static final RecordDocument<InboxEvent> DOCUMENT = new RecordDocument<>('V', InboxEvent.class);

    private final IntegrationStore store;
    private final RecordKeys keys;

    public Inbox(IntegrationStore store, Keyring keyring) {
        this.store = store;
        this.keys = new RecordKeys(keyring);
    }

    public record Stored(InboxEvent event, IntegrationRecord record) {
        /** Returns the name by which it is replayed. */
        public String name() {
            return record.key().id();
        }
    }

    /** A body can be longer than a document. */
    private static Bytes stored(InboxEvent event) {
        return Bytes.wrap(DOCUMENT.encode(event.withBody(Bytes.EMPTY), event.body()));
    }

    static InboxEvent event(IntegrationRecord record) {
        return DOCUMENT.decode(record.content().toArray(), InboxEvent::withBody);
    }

    /** Stores an event. Returns its key, or empty if it was stored before. */
    Optional<RecordKey> add(AccountSpace space, InboxEvent event) {
        RecordKey key = RecordKeys.event(event.integration(), keys.eventName(space, event.id()));
        IntegrationRecord record = new IntegrationRecord(
                space, key, 1, event.state().due(), event.receivedAt().plus(InboxEvent.LIFE), stored(event), null);
        return store.add(record) ? Optional.of(key) : Optional.empty();
    }

    /**
     * Lists that a webhook was refused without being read, because it was too large.
     *
     * @param number webhooks with the same number are listed once
     */
    void addTooLarge(Integration integration, String number, Instant at) {
        Instant now = at.truncatedTo(ChronoUnit.MILLIS);
        EventState waiting = new EventState.Waiting(0, now.plus(InboxEvent.OWN_TIME));
        String words =
                "refused: a webhook had more than " + Webhook.MAX_BODY_BYTES / MEGABYTE + " MB; upload its order";
        InboxEvent event =
                new InboxEvent(integration.id(), "too_large " + number, null, null, now, waiting, Bytes.EMPTY);
        add(integration.space(), event)
                .flatMap(this::read)
                .ifPresent(stored -> change(stored, new EventState.Unmapped(now, "too_large", words)));
    }

    Optional<Stored> read(RecordKey key) {
        return store.read(key).map(record -> new Stored(event(record), record));
    }

    /** Changes the state of an event. Does nothing if it was changed since it was read. */
    void change(Stored stored, EventState state) {
        IntegrationRecord record = stored.record();
        InboxEvent after = stored.event().withState(state);
        String reason = state instanceof EventState.Unmapped(Instant _, String why, String _) ? why : null;
        if (reason != null) {
            // First: an event that changed nothing must not be forgotten.
            RecordKey listed = new RecordKey(RecordKeys.unmapped(after.integration()), stored.name());
            store.add(IntegrationRecord.of(record.space(), listed, record.expires(), Bytes.EMPTY));
        }
        // A row of the list stays when the event is mapped again: another instance may just have listed it once more.
        // Who reads the list removes it.
        store.replace(record, record.next(state.due(), stored(after)).marked(reason));
    }

    /** Returns events of an integration that changed nothing, without their bodies: a page of bodies could have 100 MB. */
    public Listing<UnmappedEvent> unmapped(String integration, @Nullable String after, int limit) {
        Listing<IntegrationRecord> listing = store.group(RecordKeys.unmapped(integration), after, limit);
        List<UnmappedEvent> events = new ArrayList<>();
        for (IntegrationRecord listed : listing.items()) {
            String name = listed.key().id();
            InboxEvent event =
                    read(RecordKeys.event(integration, name)).map(Stored::event).orElse(null);
            if (event != null
                    && event.state() instanceof EventState.Unmapped(Instant since, String reason, String detail)) {
                events.add(new UnmappedEvent(name, event.type(), event.receivedAt(), since, reason, detail));
            } else if (event == null || !(event.state() instanceof EventState.Waiting)) {
                // Never unmapped again: an event that is mapped or deleted is not mapped again.
                store.remove(listed.key());
            }
        }
        return new Listing<>(events, listing.next());
    }

    /** Erases the events of an integration that changed nothing and have a body that is about somebody. */
    void erase(String integration, Predicate<InboxEvent> isAbout, Instant now) {
        store.all(RecordKeys.unmapped(integration), MAX_PAGE)
                .forEach(row -> erase(RecordKeys.event(integration, row.key().id()), isAbout, now));
    }

    /** Erases an event if its body is about somebody. */
    void erase(RecordKey key, Predicate<InboxEvent> isAbout, Instant now) {
        read(key)
                .filter(stored -> isAbout.test(stored.event()))
                .ifPresent(stored -> change(stored, EventState.erased(now)));
    }

    /**
     * Has an event mapped again by a running service, as if it had just arrived. Returns false if there is none, or it
     * has changed something or is being mapped.
     */
    public boolean replay(String integration, String name, Instant now) {
        // One without a body was refused without being read.
        Optional<Stored> replayed = Optional.of(name)
                .filter(RecordKeys::isEventName)
                .flatMap(each -> read(RecordKeys.event(integration, each)))
                .filter(stored -> stored.event().state() instanceof EventState.Unmapped
                        && !stored.event().body().isEmpty());
        replayed.ifPresent(stored -> change(stored, new EventState.Waiting(0, now)));
        return replayed.isPresent();
    }
}
