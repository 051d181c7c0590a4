package org.orderevidence.erasure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.UploadId;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.Range;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UploadLists;
import org.orderevidence.store.UploadLists.UndoOutcome;
import org.orderevidence.store.UploadLists.UploadList;
import org.orderevidence.store.document.RecordDocument;

/**
 * Uploads with an ID, which can be undone for {@link UploadLists#LIFE}. Undo removes the orders that an upload has
 * created, as if they had never been sent: they leave nothing, and can be uploaded again.
 *
 * <p>What another request has written to such an order is not undone: the order stays. So does an order that was stored
 * before the upload, as the upload has changed it.
 */
public record Uploads(
        EvidenceService service, UploadLists lists, IntegrationStore store, Accounts accounts, Clock clock) {
    private static final System.Logger LOG = System.getLogger(Uploads.class.getName());
    private static final RecordDocument<Stored> DOCUMENT = new RecordDocument<>('u', Stored.class);
    private static final String GROUP = "uploads/";

    /** After so many orders, or orders that stay, a request ends. */
    private static final int MAX_LOOKED_AT = 10_000;

    private static final int MAX_KEPT = 1_000;

    /** After this time, a request ends: a store on several machines is slow. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** Lists that are read together. Each has at most 1,000 orders. */
    private static final int LISTS = 5;

    /** Longer than a request that was accepted before the undo can store orders. */
    private static final Duration LAST_LOOK = Duration.ofMinutes(5);

    /**
     * The content of the record of an upload.
     *
     * @param undoneAt when its undo was requested; {@code null} if it was not
     * @param looked the last list that an unfinished undo has looked at; {@code null} if none is unfinished
     */
    public record Stored(
            Instant startedAt,
            @Nullable Instant undoneAt,
            @Nullable Bytes looked) {}

    /**
     * An upload.
     *
     * @param created how many orders it has created, as far as it is known
     * @param undoneAt when its undo was requested; {@code null} if it was not
     */
    public record Upload(
            UploadId id,
            Instant startedAt,
            long orders,
            long created,
            @Nullable Instant undoneAt) {}

    /** An order that the upload has created, and that stays. */
    public record Kept(OrderId id, UndoOutcome reason) {}

    /**
     * What a request to undo has done.
     *
     * @param isComplete false if it must be repeated to continue. Otherwise the service does so after five minutes
     */
    public record Undone(int removed, List<Kept> kept, boolean isComplete) {}

    /** An upload was undone: it stores nothing more. */
    public static final class UploadUndone extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UploadUndone() {
            super("the upload was undone", null, false, false);
        }
    }

    /**
     * Stores orders as {@link EvidenceService#upload} does. The audit log has one entry of an upload with an ID.
     *
     * @param id of the upload, of which these are a part; {@code null} if it cannot be undone
     */
    public List<OrderOutcome> upload(
            Actor actor, AccountSpace space, @Nullable UploadId id, List<UploadedOrder> orders) {
        if (id == null || orders.isEmpty()) {
            return service.upload(space, orders, null);
        }
        begin(actor, space, id);
        UploadList list =
                UploadLists.listOf(orders.stream().map(UploadedOrder::id).toList(), clock.instant());
        // First: if this process ends, undo still finds the orders.
        lists.put(space, id.value(), list);
        List<OrderOutcome> outcomes = service.upload(space, orders, id.value());
        List<OrderId> created = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i) instanceof OrderOutcome.Created) {
                created.add(orders.get(i).id());
            }
        }
        lists.put(space, id.value(), list.ofCreated(created));
        return outcomes;
    }

    private void begin(Actor actor, AccountSpace space, UploadId id) {
        RecordKey key = key(space, id);
        Optional<IntegrationRecord> held = store.read(key);
        if (held.isEmpty()) {
            Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
            accounts.audit().add(actor, space, AuditAction.ORDERS_UPLOADED, id.value(), null);
            store.add(new IntegrationRecord(
                    space,
                    key,
                    1,
                    null,
                    now.plus(UploadLists.LIFE),
                    DOCUMENT.encode(new Stored(now, null, null)),
                    null));
        } else if (stored(held.get()).undoneAt != null) {
            throw new UploadUndone();
        }
    }

    private static RecordKey key(AccountSpace space, UploadId id) {
        return new RecordKey(GROUP + space.path(), id.value());
    }

    private static Stored stored(IntegrationRecord record) {
        return record.as(DOCUMENT);
    }

    /**
     * Returns uploads by descending ID.
     *
     * @param before start before this one; {@code null} for the first
     */
    public List<Upload> list(AccountSpace space, @Nullable String before, int limit) {
        return store.newest(GROUP + space.path(), before, limit).stream()
                .map(this::counted)
                .toList();
    }

    private Upload counted(IntegrationRecord record) {
        UploadId id = new UploadId(record.key().id());
        Stored stored = stored(record);
        long orders = 0;
        long created = 0;
        List<UploadList> page = List.of();
        do {
            Bytes after = page.isEmpty() ? null : page.getLast().sort();
            page = lists.of(record.space(), id.value(), after, Range.MAX_LIMIT, false);
            for (UploadList list : page) {
                Integer known = list.counts().created();
                orders += list.counts().orders();
                created += known == null ? 0 : known;
            }
        } while (page.size() == Range.MAX_LIMIT);
        return new Upload(id, stored.startedAt, orders, created, stored.undoneAt);
    }

    /**
     * Removes what an upload has created. May be repeated, and is continued by repeating it.
     *
     * @return empty if there is no such upload, or no longer
     */
    public Optional<Undone> undo(Actor actor, AccountSpace space, UploadId id) {
        RecordKey key = key(space, id);
        Optional<IntegrationRecord> held = store.read(key);
        if (held.isEmpty()) {
            return Optional.empty();
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        if (stored(held.get()).undoneAt == null) {
            accounts.audit().add(actor, space, AuditAction.UPLOAD_UNDONE, id.value(), null);
        }
        // First: later requests are refused, and any instance completes the undo if this one ends.
        Stored stored = change(
                key,
                now.plus(LAST_LOOK),
                before -> new Stored(before.startedAt, before.undoneAt == null ? now : before.undoneAt, before.looked));
        Walk walk = new Walk(space, id.value(), MAX_LOOKED_AT, MAX_KEPT);
        boolean isComplete = walk.from(stored.looked);
        change(
                key,
                now.plus(LAST_LOOK),
                before -> new Stored(before.startedAt, before.undoneAt, isComplete ? null : walk.looked));
        return Optional.of(new Undone(walk.removed, walk.kept, isComplete));
    }

    private Stored change(RecordKey key, @Nullable Instant due, UnaryOperator<Stored> change) {
        return store.update(
                        key, held -> held == null ? null : held.next(due, DOCUMENT.encode(change.apply(stored(held)))))
                .map(Uploads::stored)
                .orElseThrow(() -> new StoreUnavailable("an upload ended while it was undone"));
    }

    /** Completes undos that were cut, and looks once more for what was stored while an upload was undone. */
    public void pass() {
        store.due(GROUP, clock.instant()).forEach(this::resume);
    }

    /** If it fails, the record stays due. */
    private void resume(RecordKey key) {
        try {
            AccountSpace space = AccountSpace.ofPath(key.group().substring(GROUP.length()));
            new Walk(space, key.id(), Integer.MAX_VALUE, 0).from(null);
            change(key, null, before -> new Stored(before.startedAt, before.undoneAt, null));
        } catch (RuntimeException failed) {
            LOG.log(System.Logger.Level.WARNING, "the undo of an upload could not be continued yet", failed);
        }
    }

    /** A walk over the lists of an upload. */
    private final class Walk {
        private final AccountSpace space;
        private final String upload;
        private final int most;
        private final int mostKept;
        private final List<Kept> kept = new ArrayList<>();
        private int removed;
        private int count;
        private @Nullable Bytes looked;

        /**
         * @param most maximum number of orders, approximately
         * @param mostKept likewise of those that stay; 0 to list none
         */
        Walk(AccountSpace space, String upload, int most, int mostKept) {
            this.space = space;
            this.upload = upload;
            this.most = most;
            this.mostKept = mostKept;
        }

        /** Returns true if it came to the end. */
        boolean from(@Nullable Bytes after) {
            looked = after;
            long started = System.nanoTime();
            List<UploadList> page;
            do {
                page = lists.of(space, upload, looked, LISTS, true);
                for (UploadList list : page) {
                    boolean isLong = mostKept > 0
                            && (kept.size() >= mostKept || System.nanoTime() - started > PATIENCE.toNanos());
                    if (count >= most || (isLong && count > 0)) {
                        return false;
                    }
                    undo(list);
                    looked = list.sort();
                }
            } while (page.size() == LISTS);
            return true;
        }

        private void undo(UploadList list) {
            List<UndoOutcome> outcomes = lists.undo(space, upload, list);
            List<OrderId> left = new ArrayList<>();
            for (int i = 0; i < outcomes.size(); i++) {
                OrderId id = list.orders().get(i);
                switch (outcomes.get(i)) {
                    case REMOVED -> removed++;
                    case GONE, OLDER -> {}
                    case CHANGED, DISPUTED, HELD -> {
                        left.add(id);
                        if (mostKept > 0) {
                            kept.add(new Kept(id, outcomes.get(i)));
                        }
                    }
                }
            }
            count += outcomes.size();
            if (left.size() < list.orders().size()) {
                lists.put(space, upload, list.with(left));
            }
        }
    }
}
