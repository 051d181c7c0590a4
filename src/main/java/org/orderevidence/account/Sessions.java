package org.orderevidence.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.account.OpenIdProvider.Person;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.sealing.Hmac;
import org.orderevidence.store.AccessToken;
import org.orderevidence.store.AccessToken.TokenKind;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.Tokens;
import org.orderevidence.store.UnknownOutcome;

/**
 * The sessions of the console, shared by all instances. A session ends {@link #IDLE} after its last use, {@link #LIFE}
 * after its start, and {@link Accounts#SEEN_WITHIN} after its key has ended. The store has only hashes of tokens and
 * keys. Each sign-in makes a new token, so a token that was planted in a browser never becomes a session.
 */
public final class Sessions {
    /** Longest time without a request. */
    public static final Duration IDLE = Duration.ofHours(12);

    public static final Duration LIFE = Duration.ofHours(24);

    /** How long a sign-in code is valid. */
    public static final Duration CODE_LIFE = Duration.ofMinutes(5);

    /** Most sessions of a key. A further one ends the oldest. */
    public static final int MAX_PER_KEY = 50;

    /** Most unused codes of a key. A further one ends the oldest. */
    public static final int MAX_CODES_PER_KEY = 10;

    /** How far the stored end of a session may lag behind its last use. It saves a write for each request. */
    static final Duration COARSE = Duration.ofMinutes(5);

    /** A key that has ended gets one entry of a failed sign-in in this time. */
    static final Duration FAILED_ONCE_IN = Duration.ofHours(1);

    /** How long the name of a person is stored: an entry of the audit log that is made at the end of a session has it. */
    private static final Duration NAMED_FOR = AuditLog.DATA_KEPT_FOR.plusDays(2);

    private static final Set<TokenKind> SESSIONS = EnumSet.of(TokenKind.SESSION, TokenKind.PERSON_SESSION);

    private static final int MAX_FAILED = 10_000;

    private final Cache<Bytes, Boolean> failed = Caffeine.newBuilder()
            .maximumSize(MAX_FAILED)
            .expireAfterWrite(FAILED_ONCE_IN)
            .build();

    private final Tokens store;
    private final Accounts accounts;
    private final Clock clock;
    private final RandomGenerator random;
    private final UnknownReads unknownReads;
    private final @Nullable OpenIdProvider provider;

    /**
     * @param random for new tokens: must be cryptographically strong
     * @param provider where people sign in; {@code null} if keys alone sign in
     */
    public Sessions(
            Tokens store, Accounts accounts, Clock clock, RandomGenerator random, @Nullable OpenIdProvider provider) {
        this(store, accounts, clock, random, provider, new UnknownReads("unknown sessions"));
    }

    Sessions(
            Tokens store,
            Accounts accounts,
            Clock clock,
            RandomGenerator random,
            @Nullable OpenIdProvider provider,
            UnknownReads unknownReads) {
        this.provider = provider;
        this.store = store;
        this.accounts = accounts;
        this.clock = clock;
        this.random = random;
        this.unknownReads = unknownReads;
        accounts.audit()
                .people(id -> store.find(TokenKind.PERSON, AccessToken.hash(id))
                        .map(person -> person.content().utf8()));
    }

    /** Returns where people sign in, or {@code null} if keys alone sign in. */
    public @Nullable OpenIdProvider provider() {
        return provider;
    }

    /** Returns the random token of a sign-in at the provider. Nothing is stored. */
    public SecretToken newAttempt() {
        return SecretToken.generate(random, SecretToken.OF_SESSION);
    }

    /**
     * Returns a new session of a person who has signed in at the provider. It ends when the settings of the provider change.
     * The name of the person is stored, encrypted, for as long as the audit log can have entries of the session.
     */
    public SignedIn signIn(Person person) {
        OpenIdSettings settings = Objects.requireNonNull(provider).settings();
        Instant now = now();
        remember(person, settings.space(), now);
        KeyCheck.Accepted accepted = accepted(person, settings);
        accounts.audit().add(accepted.actor(), accepted.space(), AuditAction.SIGN_IN, null, null);
        String scopes = person.scopes().stream().map(Scope::wireName).sorted().collect(Collectors.joining(","));
        Bytes content = Bytes.utf8(String.join("\n", settings.fingerprint(), scopes, person.name()));
        SecretToken token = added(TokenKind.PERSON_SESSION, accepted, content, now, IDLE, MAX_PER_KEY);
        return new SignedIn(token, session(token, accepted, now, person.name()));
    }

    private static KeyCheck.Accepted accepted(Person person, OpenIdSettings settings) {
        return new KeyCheck.Accepted(person.id(), settings.space(), person.scopes(), null, KeyCheck.Holder.PERSON);
    }

    private void remember(Person person, AccountSpace space, Instant now) {
        Bytes hash = AccessToken.hash(person.id());
        Bytes name = Bytes.utf8(person.name());
        Instant end = now.plus(NAMED_FOR);
        AccessToken held = store.find(TokenKind.PERSON, hash).orElse(null);
        if (held != null && held.content().equals(name)) {
            store.extend(held, end);
            return;
        }
        if (held != null) {
            store.remove(held);
        }
        store.add(new AccessToken(TokenKind.PERSON, hash, space, person.id(), now, end, name));
    }

    /** Returns what a stored session permits; empty if its key has ended, or the settings of the provider have changed. */
    private Optional<Session> session(AccessToken stored, SecretToken token) {
        if (stored.kind() == TokenKind.SESSION) {
            return accounts.checkHash(stored.content()) instanceof KeyCheck.Accepted accepted
                    ? Optional.of(session(token, accepted, stored.created(), null))
                    : Optional.empty();
        }
        OpenIdSettings settings = provider == null ? null : provider.settings();
        String[] content = stored.content().utf8().split("\n", 3);
        if (settings == null || !content[0].equals(settings.fingerprint())) {
            return Optional.empty();
        }
        Person person = new Person(stored.owner(), content[2], Scope.named(List.of(content[1].split(",", -1))));
        return Optional.of(session(token, accepted(person, settings), stored.created(), person.name()));
    }

    /**
     * Returns a new session, or empty if the key is not valid. The audit log has an entry of it. A key that has ended has
     * at most one entry in {@link #FAILED_ONCE_IN}. An unknown key belongs to no account, so it has none.
     */
    public Optional<SignedIn> signIn(ApiKey key) {
        return signIn(accounts.check(key), key.hash());
    }

    private Optional<SignedIn> signIn(KeyCheck check, Bytes keyHash) {
        if (check instanceof KeyCheck.Accepted accepted) {
            return Optional.of(started(accepted, keyHash));
        }
        if (failed.asMap().putIfAbsent(keyHash, true) == null) {
            accounts.signInFailed(keyHash);
        }
        return Optional.empty();
    }

    /**
     * Returns a new session, or empty if the code is unknown, was used, or has expired, or if its key is not valid any
     * more.
     *
     * @throws StoreUnavailable also if too many unknown codes and sessions were sent in this second
     */
    public Optional<SignedIn> signInWithCode(String code) {
        AccessToken taken = SecretToken.parse(code, SecretToken.OF_SESSION)
                .map(SecretToken::hash)
                .flatMap(hash -> unknownReads.read(hash, () -> store.take(TokenKind.SIGN_IN_CODE, hash)))
                .orElse(null);
        if (taken == null || taken.isExpired(clock.instant())) {
            return Optional.empty();
        }
        return signIn(accounts.checkHash(taken.content()), taken.content());
    }

    /**
     * Returns a new code that signs in once, within {@link #CODE_LIFE}.
     *
     * @throws IllegalArgumentException if the key is not valid
     */
    public String newCode(ApiKey key) {
        if (!(accounts.check(key) instanceof KeyCheck.Accepted accepted)) {
            throw new IllegalArgumentException("only a valid key can make a sign-in code");
        }
        return added(TokenKind.SIGN_IN_CODE, accepted, key.hash(), now(), CODE_LIFE, MAX_CODES_PER_KEY)
                .text();
    }

    /**
     * Returns the session with this token, or empty if it does not exist, has ended, or its key has ended.
     *
     * @throws StoreUnavailable also if too many unknown codes and sessions were sent in this second
     */
    public Optional<Session> find(String token) {
        AccessToken stored = stored(token).orElse(null);
        if (stored == null) {
            return Optional.empty();
        }
        Instant now = now();
        if (stored.isExpired(now) || !now.isBefore(stored.created().plus(LIFE))) {
            return Optional.empty();
        }
        Optional<Session> found = session(stored, new SecretToken(token));
        found.ifPresent(_ -> used(stored, now));
        return found;
    }

    /** Ends a session on all instances immediately. Does nothing if there is none. */
    public void end(String token) {
        stored(token).ifPresent(store::remove);
    }

    private Optional<AccessToken> stored(String token) {
        return SecretToken.parse(token, SecretToken.OF_SESSION)
                .map(SecretToken::hash)
                .flatMap(hash -> unknownReads.read(
                        hash, () -> store.find(hash).filter(found -> SESSIONS.contains(found.kind()))));
    }

    /** Notes the use of a session. A store that cannot write now must not fail the request. */
    private void used(AccessToken stored, Instant now) {
        Instant idle = now.plus(IDLE);
        Instant latest = stored.created().plus(LIFE);
        boolean isLast = !idle.isBefore(latest);
        Instant end = isLast ? latest : idle;
        if (isLast
                ? end.equals(stored.expires())
                : end.isBefore(stored.expires().plus(COARSE))) {
            return;
        }
        try {
            store.extend(stored, end);
        } catch (StoreUnavailable | UnknownOutcome notStored) {
            // The next request notes the use.
        }
    }

    private SignedIn started(KeyCheck.Accepted key, Bytes keyHash) {
        Instant now = now();
        accounts.audit().add(key.actor(), key.space(), AuditAction.SIGN_IN, key.keyId(), null);
        SecretToken token = added(TokenKind.SESSION, key, keyHash, now, IDLE, MAX_PER_KEY);
        return new SignedIn(token, session(token, key, now, null));
    }

    private static Session session(SecretToken token, KeyCheck.Accepted key, Instant startedAt, @Nullable String name) {
        Instant latest = startedAt.plus(LIFE);
        Instant keyEnds = key.endsAt();
        return new Session(
                key, name, csrfToken(token), startedAt, keyEnds != null && keyEnds.isBefore(latest) ? keyEnds : latest);
    }

    /** Returns the token of the session's forms. It follows from the session's token, so it is not stored. */
    private static String csrfToken(SecretToken token) {
        byte[] code = Hmac.of(token.text().getBytes(StandardCharsets.US_ASCII), "csrf token of a console session");
        return Base64.getUrlEncoder().withoutPadding().encodeToString(code);
    }

    private SecretToken added(
            TokenKind kind, KeyCheck.Accepted key, Bytes keyHash, Instant now, Duration life, int most) {
        SecretToken token = SecretToken.generate(random, SecretToken.OF_SESSION);
        AccessToken added = new AccessToken(kind, token.hash(), key.space(), key.keyId(), now, now.plus(life), keyHash);
        if (!store.add(added)) {
            throw new IllegalStateException("256 random bits were drawn twice: the random generator is broken");
        }
        unknownReads.made(added.hash());
        makeRoom(added, most);
        return token;
    }

    /**
     * Ends the oldest other tokens of a key until there are at most this many. It runs after the new token is stored:
     * of parallel sign-ins, the last one to list sees the tokens of all, and therefore leaves no more than allowed.
     */
    private void makeRoom(AccessToken added, int most) {
        List<AccessToken> others = store.of(added.space(), added.kind(), added.owner()).stream()
                .filter(token -> !token.hash().equals(added.hash()))
                .sorted(Comparator.comparing(AccessToken::created))
                .toList();
        for (int i = 0; i <= others.size() - most; i++) {
            store.remove(others.get(i));
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    /** A new session. */
    public record SignedIn(SecretToken token, Session session) {}

    /**
     * A signed-in visitor of the console. {@link #toString} hides the token of the forms.
     *
     * @param key the key that signed in, as it is now, or what a person may do
     * @param name of the person who signed in at the provider; {@code null} if a key did
     */
    public record Session(
            KeyCheck.Accepted key, @Nullable String name, String csrfToken, Instant startedAt, Instant endsAt) {
        /** Returns true if a form sent the token of this session. The time does not depend on the text. */
        public boolean isCsrfToken(String sent) {
            return MessageDigest.isEqual(
                    csrfToken.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String toString() {
            return "Session[" + key.keyId() + ", ends " + endsAt + "]";
        }
    }
}
