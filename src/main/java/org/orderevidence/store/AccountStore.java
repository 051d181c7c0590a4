package org.orderevidence.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Micros;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.document.DocumentFormat;
import org.orderevidence.store.document.DocumentReader;
import org.orderevidence.store.document.DocumentWriter;
import org.orderevidence.store.document.ProfileDocument;
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
    /** Facts about one installation. Walks over the whole store leave them out. */
    static final Kind NOTE = Kind.of("notes", Kind.Mode.GUARDED);

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
                    .inWords((record, content) -> "audit entry " + audit(record).id()));

    /** What walks over a whole store know of keys. They come last: without a key, no one uses an unfinished copy. */
    public static final List<Meaning> KEYS = List.of(
            Meaning.of(KEY, "keys")
                    .inSpace((record, content) -> key(record).space())
                    .inWords((record, content) -> "key " + key(record).id())
                    // The service writes the day of the last use, also while a store is only read.
                    .comparedAs((record, content) -> KEY_DOCUMENT.encode(unused(key(record))))
                    .withRows((record, content) -> rows(record)),
            Meaning.ofRows(KEY_ID, "key IDs", row -> keyKey(row.body())),
            Meaning.ofRows(KEY_OF_SPACE, "keys of accounts", row -> keyKey(row.body())));

    private static final int BYTES = 1024;
    private static final int ACCOUNT_DOCUMENT = 'A';

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
                held -> held == null ? put(held, accountKey(account.id()), encode(account)) : Decision.keep(false));
    }

    /** The account; empty when there is none. */
    public Optional<Account> account(String id) {
        return one(accountKey(id)).map(AccountStore::account);
    }

    /**
     * Accounts by id.
     *
     * @param after the id behind which to begin; null for the first
     * @param limit most accounts
     */
    public List<Account> accounts(@Nullable String after, int limit) {
        Bytes from = after == null ? Bytes.EMPTY : Bytes.utf8(after).successor();
        return range(ACCOUNT, AccountSpace.INSTALLATION, from, Bytes.EMPTY, false, limit).stream()
                .map(AccountStore::account)
                .toList();
    }

    /** Replaces an account's profile; false when there is no such account. */
    public boolean putProfile(
            String id, MerchantInfo profile, Charge.@Nullable Category defaultCategory, boolean showsLogo) {
        return change(accountKey(id), held -> {
            if (held == null) {
                return Decision.keep(false);
            }
            Account before = account(held);
            return put(
                    held,
                    held.key(),
                    encode(new Account(id, before.createdAt(), profile, defaultCategory, showsLogo)));
        });
    }

    /** False when a key of this hash or this id exists; nothing changed. */
    public boolean createKey(KeyRow key) {
        if (hashOfId(key.id()).filter(hash -> !hash.equals(key.hash())).isPresent()) {
            return false;
        }
        return change(keyKey(key.hash()), held -> held == null ? put(held, key) : Decision.keep(false));
    }

    /** The key of this hash; empty when there is none. */
    public Optional<KeyRow> keyByHash(Bytes hash) {
        return held(hash);
    }

    private Optional<KeyRow> held(Bytes hash) {
        return one(keyKey(hash)).map(AccountStore::key);
    }

    /** The key of an account with this id; empty when there is none. */
    public Optional<KeyRow> key(String account, String keyId) {
        return hashOfId(keyId)
                .flatMap(this::held)
                .filter(key -> key.account().equals(account) && key.id().equals(keyId));
    }

    private Optional<Bytes> hashOfId(String keyId) {
        return one(idKey(keyId)).map(Stored::body);
    }

    /**
     * Returns keys of a space, oldest first. A row of a key that was never stored, or stored under another ID or in
     * another space, is left out. The keys after it then fill the page.
     *
     * @param after the key after which to start; {@code null} for the first
     * @param limit most keys
     */
    public List<KeyRow> keys(AccountSpace space, @Nullable KeyRow after, int limit) {
        return page(space, after, limit);
    }

    private List<KeyRow> page(AccountSpace space, @Nullable KeyRow after, int limit) {
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
        return page(space, null, Integer.MAX_VALUE).size();
    }

    /** Ends a key at a time, also one that ends already; false when the account has no such key. */
    public boolean endKey(String account, String keyId, Instant at) {
        return changeKey(account, keyId, key -> with(key, at, key.replacedBy()));
    }

    /**
     * Ends a key because another takes its place.
     *
     * @param successor id of the other key
     * @return false if the account has no such key, or the key was ended or replaced before; nothing changed
     */
    public boolean replaceKey(String account, String keyId, Instant endedAt, String successor) {
        return changeKey(account, keyId, key -> key.endedAt() == null ? with(key, endedAt, successor) : null);
    }

    /**
     * Takes back the end of a key, unless the key was changed since.
     *
     * @param before the key before it was ended
     * @param endedAt the end to take back
     * @return false if the account has no such key, or it has another end now; nothing changed
     */
    public boolean restoreKey(KeyRow before, Instant endedAt) {
        return changeKey(
                before.account(),
                before.id(),
                key -> Micros.time(Micros.of(endedAt)).equals(key.endedAt())
                        ? with(key, before.endedAt(), key.replacedBy())
                        : null);
    }

    /** Stores the day of the last use of a key; false when there is no key of this hash. */
    public boolean touchKey(Bytes hash, LocalDate day) {
        return changeKey(hash, key -> with(key, key.endedAt(), key.replacedBy(), day));
    }

    private static KeyRow unused(KeyRow key) {
        return with(key, key.endedAt(), key.replacedBy(), null);
    }

    private static KeyRow with(KeyRow key, @Nullable Instant endedAt, @Nullable String replacedBy) {
        return with(key, endedAt, replacedBy, key.lastUsedOn());
    }

    private static KeyRow with(
            KeyRow key, @Nullable Instant endedAt, @Nullable String replacedBy, @Nullable LocalDate lastUsedOn) {
        return new KeyRow(
                key.id(),
                key.hash(),
                key.account(),
                key.mode(),
                key.label(),
                key.scopes(),
                key.createdAt(),
                key.expiresAt(),
                endedAt,
                replacedBy,
                lastUsedOn);
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

    /**
     * Returns entries of the audit log of a space, newest first.
     *
     * @param before id of the entry before which to start; {@code null} for the newest
     * @param limit most entries
     */
    public List<AuditRow> audit(AccountSpace space, @Nullable String before, int limit) {
        Bytes until = before == null ? Bytes.EMPTY : Bytes.utf8(before);
        return range(AUDIT, space, Bytes.EMPTY, until, true, limit).stream()
                .map(AccountStore::audit)
                .toList();
    }

    /** A fact about the installation, such as the fingerprint of its secret. */
    public Optional<String> installationFact(String name) {
        return one(noteKey(name)).map(note -> note.body().utf8());
    }

    /** Keeps a fact unless one of that name is held; answers the one that is held now. */
    public String keepInstallationFact(String name, String value) {
        return records.update(List.of(Update.of(
                        noteKey(name),
                        BYTES,
                        held -> held == null
                                ? Decision.put(value, Stored.of(noteKey(name), 1, Bytes.EMPTY, Bytes.utf8(value)))
                                : Decision.keep(held.body().utf8()))))
                .getFirst();
    }

    /** Replaces a fact, or adds it. Of two writes at the same time, one stays. */
    public void putInstallationFact(String name, String value) {
        change(noteKey(name), held -> put(held, noteKey(name), Bytes.utf8(value).toArray()));
    }

    private boolean change(Key key, Function<@Nullable Stored, Decision<Boolean>> decision) {
        return records.update(List.of(Update.of(key, BYTES, decision))).getFirst();
    }

    private Decision<Boolean> put(@Nullable Stored held, Key key, byte[] body) {
        return Decision.put(true, Stored.of(key, nextVersion(held), Bytes.EMPTY, Bytes.wrap(body)));
    }

    private long nextVersion(@Nullable Stored held) {
        return Stored.nextVersion(held, Micros.of(clock.instant()));
    }

    /** The rows come first: a key that works must never be missing in the list. */
    private Decision<Boolean> put(@Nullable Stored held, KeyRow key) {
        Stored put =
                Stored.of(keyKey(key.hash()), nextVersion(held), Bytes.EMPTY, Bytes.wrap(KEY_DOCUMENT.encode(key)));
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

    private Optional<Stored> one(Key key) {
        return records.read(List.of(Range.one(key))).getFirst().stream().findFirst();
    }

    /** Reads a part in pages: some callers ask for more than one range has. */
    private List<Stored> range(Kind kind, AccountSpace space, Bytes from, Bytes until, boolean reverse, int limit) {
        List<Stored> all = new ArrayList<>();
        Bytes start = from;
        Bytes end = until;
        List<Stored> page;
        do {
            int most = Math.min(limit - all.size(), Range.MAX_LIMIT);
            page = records.read(List.of(new Range(kind, space, Bytes.EMPTY, start, end, reverse, most, true)))
                    .getFirst();
            all.addAll(page);
            if (page.size() < most) {
                return all;
            }
            Bytes last = page.getLast().key().sort();
            start = reverse ? start : last.successor();
            end = reverse ? last : end;
        } while (all.size() < limit);
        return all;
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
        byte[] id = key.id().getBytes(StandardCharsets.US_ASCII);
        return Bytes.wrap(ByteBuffer.allocate(Long.BYTES + id.length)
                .putLong(Micros.of(key.createdAt()))
                .put(id)
                .array());
    }

    private static byte[] encode(Account account) {
        return DocumentWriter.document(ACCOUNT_DOCUMENT, DocumentFormat.VERSION, account, (to, it) -> {
            to.instant(1, it.createdAt());
            to.text(2, CategoryName.of(it.defaultCategory()));
            to.bytes(3, ProfileDocument.encode(it.profile(), it.showsLogo()));
        });
    }

    private static Account account(Stored record) {
        return DocumentReader.document(
                ACCOUNT_DOCUMENT, DocumentFormat.VERSION, record.body().toArray(), from -> {
                    Instant createdAt = from.requiredInstant(1);
                    String category = from.text(2);
                    byte[] profile = from.requiredBytes(3);
                    return new Account(
                            record.key().sort().utf8(),
                            createdAt,
                            ProfileDocument.decode(profile),
                            CategoryName.parse(category),
                            ProfileDocument.showsLogo(profile));
                });
    }

    private static KeyRow key(Stored record) {
        return KEY_DOCUMENT.decode(record.body().toArray());
    }

    private static Stored audit(AuditRow entry) {
        Key key = new Key(AUDIT, entry.space(), Bytes.EMPTY, Bytes.utf8(entry.id()));
        return Stored.of(
                key, Math.max(1, Micros.of(entry.at())), Bytes.EMPTY, Bytes.wrap(AUDIT_DOCUMENT.encode(entry)));
    }

    private static AuditRow audit(Stored record) {
        return AUDIT_DOCUMENT.decode(record.body().toArray());
    }

    /**
     * An account.
     *
     * @param id see {@link AccountSpace#isAccountId}
     * @param createdAt when
     * @param profile what fills the receipts of its orders
     * @param defaultCategory what it sells, for orders that do not say
     * @param showsLogo true if receipt pages may show the logo as an image
     */
    public record Account(
            String id,
            Instant createdAt,
            MerchantInfo profile,
            Charge.@Nullable Category defaultCategory,
            boolean showsLogo) {}

    /**
     * An API key, without its secret.
     *
     * @param id names the key to people; not secret
     * @param hash SHA-256 of the key's text
     * @param account whose it is
     * @param mode live or test data
     * @param label the owner's name for it; {@code null} if it has none
     * @param scopes names of what it may do
     * @param createdAt when
     * @param expiresAt from when it is refused, as decided at its creation; {@code null} if never
     * @param endedAt from when it is refused, because it was revoked or replaced; {@code null} if it was not
     * @param replacedBy id of the key that replaces it; {@code null} if none does
     * @param lastUsedOn UTC day of its last use; {@code null} if it was not used
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
        public KeyRow {
            scopes = Set.copyOf(scopes);
        }

        /** A key without label that was not used and not changed. */
        public KeyRow(
                String id,
                Bytes hash,
                String account,
                AccountSpace.Mode mode,
                Set<String> scopes,
                Instant createdAt,
                @Nullable Instant expiresAt) {
            this(id, hash, account, mode, null, scopes, createdAt, expiresAt, null, null, null);
        }

        /** Returns the space whose data it can access. */
        public AccountSpace space() {
            return new AccountSpace(account, mode);
        }
    }

    /**
     * An entry of the audit log: a change of a key or of a profile.
     *
     * @param space whose key or profile
     * @param id unique in the space; sorts by time
     * @param at when
     * @param actor who made the change: the id of a key, or a word for the operator
     * @param action what was done
     * @param keyId the key that was changed; {@code null} if none was
     * @param newKeyId the key that replaces it; {@code null} if none does
     */
    public record AuditRow(
            AccountSpace space,
            String id,
            Instant at,
            String actor,
            String action,
            @Nullable String keyId,
            @Nullable String newKeyId) {}

    /** The name under which the stores keep the category of an account. */
    public static final class CategoryName {
        private CategoryName() {}

        /** Returns the stored name of a category. */
        public static @Nullable String of(Charge.@Nullable Category category) {
            return switch (category) {
                case null -> null;
                case MERCHANDISE -> "merchandise";
                case SERVICES -> "services";
            };
        }

        /** Returns the category that is stored under this name. */
        public static Charge.@Nullable Category parse(@Nullable String name) {
            if (name == null) {
                return null;
            }
            for (Charge.Category category : Charge.Category.values()) {
                if (name.equals(of(category))) {
                    return category;
                }
            }
            throw new IllegalStateException("an account has a category that this program does not support");
        }
    }
}
