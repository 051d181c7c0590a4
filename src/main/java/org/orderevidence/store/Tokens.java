package org.orderevidence.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Micros;
import org.orderevidence.store.AccessToken.TokenKind;
import org.orderevidence.store.document.RecordDocument;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * The tokens that give access for a limited time, by the hash of their text. {@code TokensContract} checks them on every
 * engine.
 *
 * <p>An expired token is returned until it is deleted: callers compare the time. A token that cannot be read throws when
 * it is read by its hash, and is left out of lists. Everything of a token is sealed, so a changed record cannot open
 * another order or last longer.
 */
public record Tokens(RecordStore records, RecordSealer sealer) {
    public static final Kind TOKEN =
            Kind.of("access_tokens", Kind.Mode.GUARDED).sealed().ending();

    public static final Kind OF_OWNER =
            Kind.of("tokens_of_owner", Kind.Mode.NEWEST).ending();

    /** What walks over a whole store know of tokens. */
    public static final List<Meaning> MEANINGS = List.of(
            Meaning.of(TOKEN, "access tokens")
                    .inSpace((record, content) -> token(record, content).space())
                    .inWords((record, content) -> words(token(record, content)))
                    // People sign in again.
                    .copiedIf(
                            (record, content) -> switch (token(record, content).kind()) {
                                case RECEIPT_LINK, PERSON -> true;
                                case SESSION, SIGN_IN_CODE, PERSON_SESSION -> false;
                            })
                    .withRows((record, content) -> List.of(ownerRow(token(record, content), record.version()))),
            Meaning.ofRows(OF_OWNER, "tokens of owners", row -> key(row.key().sort())));

    private static final RecordDocument<AccessToken> DOCUMENT = new RecordDocument<>('K', AccessToken.class);

    /** Stores a new token. Returns false, and changes nothing, if there is one of its hash. */
    public boolean add(AccessToken token) {
        return change(
                token.hash(),
                held -> held == null
                        ? put(true, token, Stored.nextVersion(null, Micros.of(token.created())))
                        : Decision.keep(false));
    }

    public Optional<AccessToken> find(TokenKind kind, Bytes hash) {
        return find(hash).filter(token -> token.kind() == kind);
    }

    public Optional<AccessToken> find(Bytes hash) {
        return records.read(key(hash)).map(this::token);
    }

    /**
     * Changes the end of a token.
     *
     * @return false if it was deleted or got another end since; then nothing changed
     */
    public boolean extend(AccessToken token, Instant expires) {
        return change(
                token.hash(),
                held -> held != null && token(held).expires().equals(token.expires())
                        ? put(true, token.expiring(expires), held.version() + 1)
                        : Decision.keep(false));
    }

    /**
     * Deletes a token and returns it. Of several callers, also on several instances, one gets it.
     *
     * @return empty if there is no such token, or another caller took it
     */
    public Optional<AccessToken> take(TokenKind kind, Bytes hash) {
        return change(hash, held -> {
            AccessToken token = held == null ? null : token(held);
            return token == null || token.kind() != kind
                    ? Decision.keep(Optional.<AccessToken>empty())
                    : Decision.remove(Optional.of(token), List.of(ownerKey(token)), 0);
        });
    }

    /** Deletes a token. Does nothing if there is none. */
    public void remove(AccessToken token) {
        change(
                token.hash(),
                held -> held == null ? Decision.keep(false) : Decision.remove(true, List.of(ownerKey(token)), 0));
    }

    /** Returns the tokens of an owner, by hash. One that cannot be read is left out: store verify reports it. */
    public List<AccessToken> of(AccountSpace space, TokenKind kind, String owner) {
        List<Stored> rows = records.readAll(Range.part(OF_OWNER, space, owner(kind, owner), 1), Integer.MAX_VALUE);
        return records
                .readAll(rows.stream()
                        .map(row -> Range.one(key(row.key().sort())))
                        .toList())
                .stream()
                .flatMap(List::stream)
                .flatMap(record -> RecordSealer.ifReadable(() -> token(record)).stream())
                .filter(token -> token.kind() == kind)
                .toList();
    }

    private AccessToken token(Stored record) {
        return token(record, sealer.open(record));
    }

    private static AccessToken token(Stored record, byte[] content) {
        AccessToken token = DOCUMENT.decode(content);
        if (!token.removed().equals(record.expires())) {
            throw new UnreadableDocument("a column of an access token was changed");
        }
        return token;
    }

    private <T> T change(Bytes hash, Function<@Nullable Stored, Decision<T>> decision) {
        return records.update(Update.of(key(hash), AccessToken.MAX_CONTENT, decision));
    }

    private <T> Decision<T> put(T outcome, AccessToken token, long version) {
        Key key = key(token.hash());
        Stored record = Stored.of(key, version, Bytes.EMPTY, sealer.seal(key, DOCUMENT.encode(token)))
                .until(token.removed());
        // The row comes first: a token without it could not be found by those who end all tokens of an owner.
        return new Decision<>(outcome, record, false, List.of(ownerRow(token, version)), List.of(), List.of(), 0);
    }

    private static String words(AccessToken token) {
        return switch (token.kind()) {
            case SESSION -> "session of key " + token.owner();
            case SIGN_IN_CODE -> "sign-in code of key " + token.owner();
            case RECEIPT_LINK -> "receipt link of order " + token.owner();
            case PERSON_SESSION -> "session of " + token.owner();
            case PERSON -> "name of " + token.owner();
        };
    }

    private static Stored ownerRow(AccessToken token, long version) {
        return Stored.of(ownerKey(token), version, Bytes.EMPTY, Bytes.EMPTY).until(token.removed());
    }

    private static Key key(Bytes hash) {
        return new Key(TOKEN, AccountSpace.INSTALLATION, hash, Bytes.EMPTY);
    }

    private static Key ownerKey(AccessToken token) {
        return new Key(OF_OWNER, token.space(), owner(token.kind(), token.owner()), token.hash());
    }

    private static Bytes owner(TokenKind kind, String owner) {
        return Bytes.wrap(new byte[] {(byte) kind.code()}).and(Bytes.utf8(owner));
    }
}
