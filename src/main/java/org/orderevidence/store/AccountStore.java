package org.orderevidence.store;

import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Micros;
import org.orderevidence.store.Kind.Bucket;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.document.RecordDocument;

/**
 * Keeps accounts, their keys, the log of their changes, and the few facts about the installation. They are rarely
 * written and not sealed. Writes are on stable storage when they return. Throws as {@link EvidenceStore} does.
 */
public class AccountStore {
    private static final Kind ACCOUNT = Kind.of("accounts", Kind.Mode.GUARDED);
    private static final Kind KEY = Kind.of("keys", Kind.Mode.GUARDED);
    private static final Kind KEY_ID = Kind.of("key_ids", Kind.Mode.NEWEST);
    private static final Kind KEY_OF_SPACE = Kind.of("keys_of_spaces", Kind.Mode.NEWEST);
    private static final Kind AUDIT = Kind.of("audit", Kind.Mode.FIRST);
    private static final Kind DATA_AUDIT = Kind.of("audit_of_data", Kind.Mode.FIRST)
            .inBuckets(Bucket.MONTH_OF_MICROS)
            .ending();
    /** Facts about one installation. Walks over the whole store leave them out. */
    static final Kind NOTE = Kind.of("notes", Kind.Mode.GUARDED);

    private static final RecordDocument<Account> ACCOUNT_DOCUMENT = new RecordDocument<>('A', Account.class);
    private static final RecordDocument<KeyRow> KEY_DOCUMENT = new RecordDocument<>('B', KeyRow.class);
    private static final RecordDocument<AuditRow> AUDIT_DOCUMENT = new RecordDocument<>('L', AuditRow.class);

    /** What walks over a whole store know of accounts. */
    public static final List<Meaning> MEANINGS = List.of(
            Meaning.of(ACCOUNT, "accounts")
                    .inSpace((record, content) ->
                            new AccountSpace(account(record).id(), AccountSpace.Mode.LIVE))
                    .inWords((record, content) -> "the account"),
            Meaning.of(AUDIT, "audit entries")
                    .inSpace((record, content) -> audit(record).space())
                    .inWords((record, content) -> "audit entry " + audit(record).id()),
            Meaning.of(DATA_AUDIT, "audit entries about data")
                    .inWords((record, content) -> "audit entry " + audit(record).id()));

    /** What walks over a whole store know of keys. They come last: without a key, no one uses an unfinished copy. */
    public static final List<Meaning> KEYS = List.of(
            Meaning.of(KEY, "keys")
                    .inSpace((record, content) -> key(record).space())
                    .inWords((record, content) -> "key " + key(record).id())
                    // The service writes the day of the last use, also while a store is only read.
                    .comparedAs(
                            (record, content) -> KEY_DOCUMENT.encode(key(record).usedOn(null)))
                    .withRows((record, content) -> rows(record)),
            Meaning.ofRows(KEY_ID, "key IDs", row -> keyKey(row.body())),
            Meaning.ofRows(KEY_OF_SPACE, "keys of accounts", row -> keyKey(row.body())));

    private static final int BYTES = 1024;

    private final RecordStore records;
    private final InstantSource clock;

    /** @param clock orders the writes, also for a copy to another store */
    public AccountStore(RecordStore records, InstantSource clock) {
        this.records = records;
        this.clock = clock;
    }

    /** False when the account exists; nothing changed. */
    public boolean createAccount(Account account) {
        return change(
                accountKey(account.id()),
                held -> held == null
                        ? put(held, accountKey(account.id()), ACCOUNT_DOCUMENT.encode(account))
                        : Decision.keep(false));
    }

    public Optional<Account> account(String id) {
        return records.read(accountKey(id)).map(AccountStore::account);
    }

    public List<Account> accounts(@Nullable String after, int limit) {
        Bytes from = after == null ? Bytes.EMPTY : Bytes.utf8(after).successor();
        return range(ACCOUNT, AccountSpace.INSTALLATION, from, Bytes.EMPTY, false, limit).stream()
                .map(AccountStore::account)
                .toList();
    }

    public void forEachAccount(Consumer<Account> taking) {
        List<Account> page = accounts(null, RecordStore.MAX_WRITES);
        while (!page.isEmpty()) {
            page.forEach(taking);
            page = accounts(page.getLast().id(), RecordStore.MAX_WRITES);
        }
    }

    public void forEachSpace(Consumer<AccountSpace> taking) {
        forEachAccount(account -> AccountSpace.of(account.id()).forEach(taking));
    }

    /** Replaces an account; false when there is none of its ID. */
    public boolean putProfile(Account changed) {
        return change(
                accountKey(changed.id()),
                held -> held == null ? Decision.keep(false) : put(held, held.key(), ACCOUNT_DOCUMENT.encode(changed)));
    }

    /** False when a key of this hash or this id exists; nothing changed. */
    public boolean createKey(KeyRow key) {
        if (hashOfId(key.id()).filter(hash -> !hash.equals(key.hash())).isPresent()) {
            return false;
        }
        return change(keyKey(key.hash()), held -> held == null ? put(held, key) : Decision.keep(false));
    }

    public Optional<KeyRow> keyByHash(Bytes hash) {
        return records.read(keyKey(hash)).map(AccountStore::key);
    }

    /** The key of an account with this id; empty when there is none. */
    public Optional<KeyRow> key(String account, String keyId) {
        return hashOfId(keyId)
                .flatMap(this::keyByHash)
                .filter(key -> key.account().equals(account) && key.id().equals(keyId));
    }

    private Optional<Bytes> hashOfId(String keyId) {
        return records.read(idKey(keyId)).map(Stored::body);
    }

    /**
     * Returns keys of a space, oldest first. A row of a key that was never stored, or stored under another ID or in
     * another space, is left out. The keys after it then fill the page.
     */
    public List<KeyRow> keys(AccountSpace space, @Nullable KeyRow after, int limit) {
        List<KeyRow> keys = new ArrayList<>();
        Bytes from = after == null ? Bytes.EMPTY : keySort(after).successor();
        List<Stored> rows;
        int most;
        do {
            most = Math.min(limit - keys.size(), RecordStore.MAX_RANGES);
            rows = range(KEY_OF_SPACE, space, from, Bytes.EMPTY, false, most);
            List<List<Stored>> found = records.read(
                    rows.stream().map(row -> Range.one(keyKey(row.body()))).toList());
            for (int i = 0; i < rows.size(); i++) {
                Bytes sort = rows.get(i).key().sort();
                found.get(i).stream()
                        .map(AccountStore::key)
                        .filter(key -> key.space().equals(space) && keySort(key).equals(sort))
                        .forEach(keys::add);
            }
            from = rows.isEmpty() ? from : rows.getLast().key().sort().successor();
        } while (rows.size() == most && keys.size() < limit);
        return keys;
    }

    /** Returns the number of keys of a space, ended ones included. */
    public long countKeys(AccountSpace space) {
        return keys(space, null, Integer.MAX_VALUE).size();
    }

    /** Ends a key at a time, also one that ends already; false when the account has no such key. */
    public boolean endKey(String account, String keyId, Instant at) {
        return changeKey(account, keyId, key -> key.ending(at, key.replacedBy()));
    }

    /**
     * Ends a key because another takes its place.
     *
     * @return false if the account has no such key, or the key was ended or replaced before; nothing changed
     */
    public boolean replaceKey(String account, String keyId, Instant endedAt, String successor) {
        return changeKey(account, keyId, key -> key.endedAt() == null ? key.ending(endedAt, successor) : null);
    }

    /**
     * Takes back the end of a key, unless the key was changed since.
     *
     * @return false if the account has no such key, or it has another end now; nothing changed
     */
    public boolean restoreKey(KeyRow before, Instant endedAt) {
        return changeKey(
                before.account(),
                before.id(),
                key -> Micros.time(Micros.of(endedAt)).equals(key.endedAt())
                        ? key.ending(before.endedAt(), key.replacedBy())
                        : null);
    }

    /** Stores the day of the last use of a key; false when there is no key of this hash. */
    public boolean touchKey(Bytes hash, LocalDate day) {
        return changeKey(hash, key -> key.usedOn(day));
    }

    private boolean changeKey(String account, String keyId, Function<KeyRow, @Nullable KeyRow> changed) {
        return hashOfId(keyId)
                .map(hash -> changeKey(
                        hash,
                        key -> key.account().equals(account) && key.id().equals(keyId) ? changed.apply(key) : null))
                .orElse(false);
    }

    /** @param changed returns {@code null} if the key stays as it is */
    private boolean changeKey(Bytes hash, Function<KeyRow, @Nullable KeyRow> changed) {
        return change(keyKey(hash), held -> {
            KeyRow after = held == null ? null : changed.apply(key(held));
            return after == null ? Decision.keep(false) : put(held, after);
        });
    }

    /** Removes a key. Does nothing if it does not exist. */
    public void deleteKey(KeyRow key) {
        change(
                keyKey(key.hash()),
                held -> held == null
                        ? Decision.keep(false)
                        : Decision.remove(
                                true, rows(held).stream().map(Stored::key).toList(), 0));
    }

    /** Stores an entry of the audit log. Repeating it changes nothing. */
    public void addAudit(AuditRow entry) {
        records.merge(List.of(audit(entry)), List.of());
    }

    /**
     * Removes old entries of the audit log of a space.
     *
     * @param before only entries with an id less than this are removed
     * @param newest how many of the newest entries stay in any case, at least 1
     */
    public void trimAudit(AccountSpace space, String before, int newest) {
        Bytes until = Bytes.EMPTY;
        int left = newest;
        List<Stored> page;
        do {
            page = range(AUDIT, space, Bytes.EMPTY, until, true, RecordStore.MAX_WRITES);
            List<Deletion> old = page.stream()
                    .skip(left)
                    .filter(entry -> entry.key().sort().compareTo(Bytes.utf8(before)) < 0)
                    .map(entry -> new Deletion(entry.key(), entry.version()))
                    .toList();
            records.merge(List.of(), old);
            left = Math.max(0, left - page.size());
            until = page.isEmpty() ? until : page.getLast().key().sort();
        } while (page.size() == RecordStore.MAX_WRITES);
    }

    /** Removes an entry of the audit log. Does nothing if it does not exist. */
    public void removeAudit(AuditRow entry) {
        Stored record = audit(entry);
        records.merge(List.of(), List.of(new Deletion(record.key(), record.version())));
    }

    /** Returns entries of the audit log of a space, newest first. */
    public List<AuditRow> audit(AccountSpace space, @Nullable String before, int limit) {
        return newest(AUDIT, space, before == null ? Bytes.EMPTY : Bytes.utf8(before), limit);
    }

    /** Returns entries about data of a space, as {@link #audit} does. */
    public List<AuditRow> dataAudit(AccountSpace space, @Nullable String before, int limit) {
        return newest(DATA_AUDIT, space, before == null ? Bytes.EMPTY : dataSort(before), limit);
    }

    private List<AuditRow> newest(Kind kind, AccountSpace space, Bytes until, int limit) {
        return range(kind, space, Bytes.EMPTY, until, true, limit).stream()
                .map(AccountStore::audit)
                .toList();
    }

    private static Bytes dataSort(String id) {
        return Bytes.wrap(HexFormat.of().parseHex(id));
    }

    /** A fact about the installation, such as the fingerprint of its secret. */
    public Optional<String> installationFact(String name) {
        return note(name).map(Bytes::utf8);
    }

    /** Keeps a fact unless one of that name is held; answers the one that is held now. */
    public String keepInstallationFact(String name, String value) {
        return records.update(Update.of(
                noteKey(name),
                BYTES,
                held -> held == null
                        ? Decision.put(value, Stored.of(noteKey(name), 1, Bytes.EMPTY, Bytes.utf8(value)))
                        : Decision.keep(held.body().utf8())));
    }

    /** What the program notes about itself in the store; empty if there is no such note. */
    public Optional<Bytes> note(String name) {
        return records.read(noteKey(name)).map(Stored::body);
    }

    /** Replaces a note, or adds it. Of two writes at the same time, one stays. */
    public void putNote(String name, Bytes value) {
        change(noteKey(name), held -> put(held, noteKey(name), value));
    }

    private boolean change(Key key, Function<@Nullable Stored, Decision<Boolean>> decision) {
        return records.update(Update.of(key, BYTES, decision));
    }

    private Decision<Boolean> put(@Nullable Stored held, Key key, Bytes body) {
        return Decision.put(true, Stored.of(key, nextVersion(held), Bytes.EMPTY, body));
    }

    private long nextVersion(@Nullable Stored held) {
        return Stored.nextVersion(held, Micros.of(clock.instant()));
    }

    /** The rows come first: a key that works must never be missing in the list. */
    private Decision<Boolean> put(@Nullable Stored held, KeyRow key) {
        Stored put = Stored.of(keyKey(key.hash()), nextVersion(held), Bytes.EMPTY, KEY_DOCUMENT.encode(key));
        return new Decision<>(true, put, false, rows(put), List.of(), List.of(), 0);
    }

    private static List<Stored> rows(Stored record) {
        KeyRow key = key(record);
        return List.of(
                Stored.of(idKey(key.id()), record.version(), Bytes.EMPTY, key.hash()),
                Stored.of(
                        new Key(KEY_OF_SPACE, key.space(), Bytes.EMPTY, keySort(key)),
                        record.version(),
                        Bytes.EMPTY,
                        key.hash()));
    }

    /** Some callers ask for more than one range has. */
    private List<Stored> range(Kind kind, AccountSpace space, Bytes from, Bytes until, boolean reverse, int limit) {
        Range range = Range.part(kind, space, Bytes.EMPTY, 1).between(from, until);
        return records.readAll(reverse ? range.reversed() : range, limit);
    }

    private static Key accountKey(String id) {
        return new Key(ACCOUNT, AccountSpace.INSTALLATION, Bytes.EMPTY, Bytes.utf8(id));
    }

    private static Key keyKey(Bytes hash) {
        return new Key(KEY, AccountSpace.INSTALLATION, hash, Bytes.EMPTY);
    }

    private static Key idKey(String id) {
        return new Key(KEY_ID, AccountSpace.INSTALLATION, Bytes.utf8(id), Bytes.EMPTY);
    }

    static Key noteKey(String name) {
        return new Key(NOTE, AccountSpace.INSTALLATION, Bytes.utf8(name), Bytes.EMPTY);
    }

    private static Bytes keySort(KeyRow key) {
        return Bytes.ofLong(Micros.of(key.createdAt())).and(Bytes.utf8(key.id()));
    }

    private static Account account(Stored record) {
        return ACCOUNT_DOCUMENT.decode(record.body());
    }

    private static KeyRow key(Stored record) {
        return KEY_DOCUMENT.decode(record.body());
    }

    static Stored audit(AuditRow entry) {
        boolean isOfData = entry.ends() != null;
        Key key = new Key(
                isOfData ? DATA_AUDIT : AUDIT,
                entry.space(),
                Bytes.EMPTY,
                isOfData ? dataSort(entry.id()) : Bytes.utf8(entry.id()));
        return Stored.of(key, Math.max(1, Micros.of(entry.at())), Bytes.EMPTY, AUDIT_DOCUMENT.encode(entry))
                .until(entry.ends());
    }

    private static AuditRow audit(Stored record) {
        return AUDIT_DOCUMENT.decode(record.body());
    }

    /**
     * An account.
     *
     * @param retentionDays how many days orders and sightings are stored, 0 for ever; {@code null} for what the
     *     installation has set
     */
    public record Account(
            String id,
            Instant createdAt,
            MerchantInfo profile,
            Charge.@Nullable Category defaultCategory,
            boolean showsLogo,
            @Nullable Integer retentionDays) {
        /** Returns the same account with what its owner decides. */
        public Account with(
                MerchantInfo merchant, Charge.@Nullable Category category, boolean logo, @Nullable Integer days) {
            return new Account(id, createdAt, merchant, category, logo, days);
        }
    }

    /**
     * An API key, without its secret.
     *
     * @param expiresAt from when it is refused, as decided at its creation; {@code null} if never
     * @param endedAt from when it is refused, because it was revoked or replaced; {@code null} if it was not
     */
    public record KeyRow(
            String id,
            Bytes hash,
            String account,
            AccountSpace.Mode mode,
            @Nullable String label,
            Set<String> scopes,
            Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Instant endedAt,
            @Nullable String replacedBy,
            @Nullable LocalDate lastUsedOn) {
        public enum State {
            ACTIVE,
            /** Another key replaces it; it is valid until it ends. */
            GRACE,
            EXPIRED,
            /** The key was revoked, or its grace period is over. */
            REVOKED
        }

        /** Returns from when the key is refused; {@code null} if it does not end. */
        public @Nullable Instant endsAt() {
            if (expiresAt == null || endedAt == null) {
                return expiresAt == null ? endedAt : expiresAt;
            }
            return endedAt.isBefore(expiresAt) ? endedAt : expiresAt;
        }

        /** True if the key is refused at this time. */
        public boolean isEnded(Instant now) {
            Instant end = endsAt();
            return end != null && !now.isBefore(end);
        }

        /** True if this key ends before another one does. */
        public boolean endsBefore(KeyRow other) {
            Instant end = endsAt();
            Instant otherEnd = other.endsAt();
            return end != null && (otherEnd == null || end.isBefore(otherEnd));
        }

        public State state(Instant now) {
            if (!isEnded(now)) {
                return endedAt == null ? State.ACTIVE : State.GRACE;
            }
            return endedAt != null && endedAt.equals(endsAt()) ? State.REVOKED : State.EXPIRED;
        }

        /** Returns the same key as it is once it ends at this time, unless it ends earlier. */
        public KeyRow endedBy(Instant at, @Nullable String successor) {
            boolean isFirst = endedAt == null || at.isBefore(endedAt);
            return ending(isFirst ? at : endedAt, successor == null ? replacedBy : successor);
        }

        KeyRow ending(@Nullable Instant end, @Nullable String successor) {
            return new KeyRow(id, hash, account, mode, label, scopes, createdAt, expiresAt, end, successor, lastUsedOn);
        }

        KeyRow usedOn(@Nullable LocalDate day) {
            return new KeyRow(id, hash, account, mode, label, scopes, createdAt, expiresAt, endedAt, replacedBy, day);
        }

        /** Returns the space whose data it can access. */
        public AccountSpace space() {
            return new AccountSpace(account, mode);
        }
    }

    /**
     * An entry of the audit log.
     *
     * @param id unique in the space; sorts by time. That of an entry about data is hexadecimal, and starts with its time
     *     in microseconds
     * @param newKeyId the key that replaces it, or a part of what was changed; {@code null} if there is none
     * @param ends when an entry about data is removed; {@code null} for other entries, which {@link #trimAudit} removes
     */
    public record AuditRow(
            AccountSpace space,
            String id,
            Instant at,
            String actor,
            String action,
            @Nullable String keyId,
            @Nullable String newKeyId,
            @Nullable Instant ends) {}
}
