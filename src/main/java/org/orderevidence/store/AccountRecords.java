package org.orderevidence.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.store.document.CategoryName;
import org.orderevidence.store.document.DocumentFormat;
import org.orderevidence.store.document.DocumentReader;
import org.orderevidence.store.document.DocumentWriter;
import org.orderevidence.store.document.ProfileDocument;

/** Accounts, keys, the audit log and the facts about the installation, in records. They are not sealed. */
public final class AccountRecords implements AccountStore {
    private static final Kind ACCOUNT = Kind.of("accounts", Kind.Mode.GUARDED);
    private static final Kind KEY = Kind.of("keys", Kind.Mode.GUARDED);
    private static final Kind KEY_ID = Kind.of("key_ids", Kind.Mode.NEWEST);
    private static final Kind KEY_OF_SPACE = Kind.of("keys_of_spaces", Kind.Mode.NEWEST);
    private static final Kind AUDIT = Kind.of("audit", Kind.Mode.FIRST);
    /** Facts about one installation. Walks over the whole store leave them out. */
    static final Kind NOTE = Kind.of("notes", Kind.Mode.GUARDED);

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
                    .comparedAs((record, content) -> encode(unused(key(record))))
                    .withRows((record, content) -> rows(record)),
            Meaning.ofRows(KEY_ID, "key IDs", row -> keyKey(row.body())),
            Meaning.ofRows(KEY_OF_SPACE, "keys of accounts", row -> keyKey(row.body())));

    private static final int BYTES = 1024;
    private static final int ACCOUNT_DOCUMENT = 'A';
    private static final int KEY_DOCUMENT = 'B';
    private static final int AUDIT_DOCUMENT = 'L';

    private final RecordStore records;
    private final InstantSource clock;

    /** @param clock orders the writes, also for a copy to another store */
    public AccountRecords(RecordStore records, InstantSource clock) {
        this.records = records;
        this.clock = clock;
    }

    @Override
    public boolean createAccount(AccountRow account) {
        return change(
                accountKey(account.id()),
                held -> held == null ? put(held, accountKey(account.id()), encode(account)) : Decision.keep(false));
    }

    @Override
    public Optional<AccountRow> account(String id) {
        return one(accountKey(id)).map(AccountRecords::account);
    }

    @Override
    public List<AccountRow> accounts(@Nullable String after, int limit) {
        Bytes from = after == null ? Bytes.EMPTY : ascii(after).successor();
        return range(ACCOUNT, AccountSpace.INSTALLATION, from, Bytes.EMPTY, false, limit).stream()
                .map(AccountRecords::account)
                .toList();
    }

    @Override
    public boolean putProfile(
            String id, MerchantInfo profile, Charge.@Nullable Category defaultCategory, boolean showsLogo) {
        return change(accountKey(id), held -> {
            if (held == null) {
                return Decision.keep(false);
            }
            AccountRow before = account(held);
            return put(
                    held,
                    held.key(),
                    encode(new AccountRow(id, before.createdAt(), profile, defaultCategory, showsLogo)));
        });
    }

    @Override
    public boolean createKey(KeyRow key) {
        if (hashOfId(key.id()).filter(hash -> !hash.equals(key.hash())).isPresent()) {
            return false;
        }
        return change(keyKey(key.hash()), held -> held == null ? put(held, key) : Decision.keep(false));
    }

    @Override
    public Optional<KeyRow> keyByHash(Bytes hash) {
        return one(keyKey(hash)).map(AccountRecords::key);
    }

    @Override
    public Optional<KeyRow> key(String account, String keyId) {
        return hashOfId(keyId)
                .flatMap(this::keyByHash)
                .filter(key -> key.account().equals(account) && key.id().equals(keyId));
    }

    private Optional<Bytes> hashOfId(String keyId) {
        return one(idKey(keyId)).map(Stored::body);
    }

    /**
     * A row of a key that was never stored, or stored under another ID or in another space, is left out. The
     * keys after it then fill the page.
     */
    @Override
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
                        .map(AccountRecords::key)
                        .filter(key -> key.space().equals(space) && keySort(key).equals(sort))
                        .forEach(keys::add);
            }
            from = rows.isEmpty() ? from : rows.getLast().key().sort().successor();
        } while (rows.size() == most && keys.size() < limit);
        return keys;
    }

    @Override
    public long countKeys(AccountSpace space) {
        return keys(space, null, Integer.MAX_VALUE).size();
    }

    @Override
    public boolean endKey(String account, String keyId, Instant at) {
        return changeKey(account, keyId, key -> with(key, at, key.replacedBy()));
    }

    @Override
    public boolean replaceKey(String account, String keyId, Instant endedAt, String successor) {
        return changeKey(account, keyId, key -> key.endedAt() == null ? with(key, endedAt, successor) : null);
    }

    @Override
    public boolean restoreKey(KeyRow before, Instant endedAt) {
        return changeKey(
                before.account(),
                before.id(),
                key -> truncated(endedAt).equals(key.endedAt()) ? with(key, before.endedAt(), key.replacedBy()) : null);
    }

    @Override
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

    @Override
    public void deleteKey(KeyRow key) {
        change(
                keyKey(key.hash()),
                held -> held == null
                        ? Decision.keep(false)
                        : Decision.remove(
                                true, rows(held).stream().map(Stored::key).toList(), 0));
    }

    @Override
    public void addAudit(AuditRow entry) {
        records.merge(List.of(audit(entry)), List.of());
    }

    @Override
    public void trimAudit(AccountSpace space, String before, int newest) {
        Bytes until = Bytes.EMPTY;
        int left = newest;
        List<Stored> page;
        do {
            page = range(AUDIT, space, Bytes.EMPTY, until, true, RecordStore.MAX_WRITES);
            List<Deletion> old = page.stream()
                    .skip(left)
                    .filter(entry -> entry.key().sort().compareTo(ascii(before)) < 0)
                    .map(entry -> new Deletion(entry.key(), entry.version()))
                    .toList();
            records.merge(List.of(), old);
            left = Math.max(0, left - page.size());
            until = page.isEmpty() ? until : page.getLast().key().sort();
        } while (page.size() == RecordStore.MAX_WRITES);
    }

    @Override
    public void removeAudit(AuditRow entry) {
        Stored record = audit(entry);
        records.merge(List.of(), List.of(new Deletion(record.key(), record.version())));
    }

    @Override
    public List<AuditRow> audit(AccountSpace space, @Nullable String before, int limit) {
        Bytes until = before == null ? Bytes.EMPTY : ascii(before);
        return range(AUDIT, space, Bytes.EMPTY, until, true, limit).stream()
                .map(AccountRecords::audit)
                .toList();
    }

    @Override
    public Optional<String> installationFact(String name) {
        return one(noteKey(name)).map(note -> utf8(note.body()));
    }

    @Override
    public String keepInstallationFact(String name, String value) {
        return records.update(List.of(Update.of(
                        noteKey(name),
                        BYTES,
                        held -> held == null
                                ? Decision.put(value, Stored.of(noteKey(name), 1, Bytes.EMPTY, utf8(value)))
                                : Decision.keep(utf8(held.body())))))
                .getFirst();
    }

    @Override
    public void putInstallationFact(String name, String value) {
        change(noteKey(name), held -> put(held, noteKey(name), utf8(value).toArray()));
    }

    private boolean change(Key key, Function<@Nullable Stored, Decision<Boolean>> decision) {
        return records.update(List.of(Update.of(key, BYTES, decision))).getFirst();
    }

    private Decision<Boolean> put(@Nullable Stored held, Key key, byte[] body) {
        return Decision.put(true, Stored.of(key, nextVersion(held), Bytes.EMPTY, Bytes.wrap(body)));
    }

    private long nextVersion(@Nullable Stored held) {
        return Stored.nextVersion(held, micros(clock.instant()));
    }

    /** The rows come first: a key that works must never be missing in the list. */
    private Decision<Boolean> put(@Nullable Stored held, KeyRow key) {
        Stored put = Stored.of(keyKey(key.hash()), nextVersion(held), Bytes.EMPTY, Bytes.wrap(encode(key)));
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
        return new Key(ACCOUNT, AccountSpace.INSTALLATION, Bytes.EMPTY, ascii(id));
    }

    private static Key keyKey(Bytes hash) {
        return new Key(KEY, AccountSpace.INSTALLATION, hash, Bytes.EMPTY);
    }

    private static Key idKey(String id) {
        return new Key(KEY_ID, AccountSpace.INSTALLATION, ascii(id), Bytes.EMPTY);
    }

    static Key noteKey(String name) {
        return new Key(NOTE, AccountSpace.INSTALLATION, ascii(name), Bytes.EMPTY);
    }

    private static Bytes keySort(KeyRow key) {
        byte[] id = key.id().getBytes(StandardCharsets.US_ASCII);
        return Bytes.wrap(ByteBuffer.allocate(Long.BYTES + id.length)
                .putLong(micros(key.createdAt()))
                .put(id)
                .array());
    }

    private static byte[] encode(AccountRow account) {
        return DocumentWriter.document(ACCOUNT_DOCUMENT, DocumentFormat.VERSION, account, (to, it) -> {
            to.signed(1, micros(it.createdAt()));
            to.text(2, CategoryName.of(it.defaultCategory()));
            to.bytes(3, ProfileDocument.encode(it.profile(), it.showsLogo()));
        });
    }

    private static AccountRow account(Stored record) {
        return DocumentReader.document(
                ACCOUNT_DOCUMENT, DocumentFormat.VERSION, record.body().toArray(), from -> {
                    Instant createdAt = instant(from.requiredSigned(1));
                    String category = from.text(2);
                    byte[] profile = from.requiredBytes(3);
                    return new AccountRow(
                            ascii(record.key().sort()),
                            createdAt,
                            ProfileDocument.decode(profile),
                            CategoryName.parse(category),
                            ProfileDocument.showsLogo(profile));
                });
    }

    private static byte[] encode(KeyRow key) {
        return DocumentWriter.document(KEY_DOCUMENT, DocumentFormat.VERSION, key, (to, it) -> {
            to.text(1, it.id());
            to.text(2, it.account());
            to.flag(3, it.mode() == AccountSpace.Mode.TEST);
            to.text(4, it.label());
            to.text(5, String.join(",", new TreeSet<>(it.scopes())));
            to.signed(6, micros(it.createdAt()));
            to.signed(7, microsOrNull(it.expiresAt()));
            to.signed(8, microsOrNull(it.endedAt()));
            to.text(9, it.replacedBy());
            LocalDate lastUsedOn = it.lastUsedOn();
            to.signed(10, lastUsedOn == null ? null : (Long) lastUsedOn.toEpochDay());
        });
    }

    private static KeyRow key(Stored record) {
        return DocumentReader.document(
                KEY_DOCUMENT, DocumentFormat.VERSION, record.body().toArray(), from -> {
                    String id = from.requiredText(1);
                    String account = from.requiredText(2);
                    AccountSpace.Mode mode = from.flag(3) ? AccountSpace.Mode.TEST : AccountSpace.Mode.LIVE;
                    String label = from.text(4);
                    String scopes = from.requiredText(5);
                    Instant createdAt = instant(from.requiredSigned(6));
                    Instant expiresAt = instantOrNull(from.signed(7));
                    Instant endedAt = instantOrNull(from.signed(8));
                    String replacedBy = from.text(9);
                    Long lastUsedOn = from.signed(10);
                    return new KeyRow(
                            id,
                            record.key().part(),
                            account,
                            mode,
                            label,
                            scopes.isEmpty() ? Set.of() : Set.copyOf(Arrays.asList(scopes.split(",", -1))),
                            createdAt,
                            expiresAt,
                            endedAt,
                            replacedBy,
                            lastUsedOn == null ? null : LocalDate.ofEpochDay(lastUsedOn));
                });
    }

    private static Stored audit(AuditRow entry) {
        Key key = new Key(AUDIT, entry.space(), Bytes.EMPTY, ascii(entry.id()));
        byte[] body = DocumentWriter.document(AUDIT_DOCUMENT, DocumentFormat.VERSION, entry, (to, it) -> {
            to.signed(1, micros(it.at()));
            to.text(2, it.actor());
            to.text(3, it.action());
            to.text(4, it.keyId());
            to.text(5, it.newKeyId());
        });
        return Stored.of(key, Math.max(1, micros(entry.at())), Bytes.EMPTY, Bytes.wrap(body));
    }

    private static AuditRow audit(Stored record) {
        return DocumentReader.document(
                AUDIT_DOCUMENT,
                DocumentFormat.VERSION,
                record.body().toArray(),
                from -> new AuditRow(
                        record.key().space(),
                        ascii(record.key().sort()),
                        instant(from.requiredSigned(1)),
                        from.requiredText(2),
                        from.requiredText(3),
                        from.text(4),
                        from.text(5)));
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    private static @Nullable Long microsOrNull(@Nullable Instant time) {
        return time == null ? null : (Long) micros(time);
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static @Nullable Instant instantOrNull(@Nullable Long micros) {
        return micros == null ? null : instant(micros);
    }

    private static Instant truncated(Instant time) {
        return time.truncatedTo(ChronoUnit.MICROS);
    }

    private static Bytes ascii(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String ascii(Bytes bytes) {
        return StandardCharsets.US_ASCII.decode(bytes.buffer()).toString();
    }

    private static Bytes utf8(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String utf8(Bytes bytes) {
        return StandardCharsets.UTF_8.decode(bytes.buffer()).toString();
    }
}
