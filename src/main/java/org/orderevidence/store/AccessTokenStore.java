package org.orderevidence.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.token.AccessToken;
import org.orderevidence.store.token.TokenKind;

/**
 * Stores tokens that give access for a limited time, by the hash of their text. {@code AccessTokenStoreContract} checks
 * every implementation.
 *
 * <p>A write that returns is on stable storage, and all instances see it immediately.
 * An expired token is returned until it
 * is deleted: callers compare the time. Throws as {@link EvidenceStore} does. A token that cannot be read throws when
 * it is read by its hash, and is left out of lists.
 */
public interface AccessTokenStore {
    /** Maximum number of tokens of a page. */
    int MAX_PAGE = 1_000;

    /** Maximum number of batches of expired tokens that one sweep deletes. */
    int MAX_BATCHES = 20;

    /** Stores a new token. Returns false, and changes nothing, if there is one of its hash. */
    boolean add(AccessToken token);

    /** Returns the token of this kind with this hash, or empty if there is none. */
    Optional<AccessToken> find(TokenKind kind, Bytes hash);

    /**
     * Changes the end of a token.
     *
     * @param token as it was read
     * @return false if it was deleted or got another end since; then nothing changed
     */
    boolean extend(AccessToken token, Instant expires);

    /**
     * Deletes a token and returns it. Of several callers, also on several instances, one gets it.
     *
     * @return empty if there is no such token, or another caller took it
     */
    Optional<AccessToken> take(TokenKind kind, Bytes hash);

    /** Deletes a token. Does nothing if there is none. */
    void remove(AccessToken token);

    /**
     * Returns tokens of an owner, by hash.
     *
     * @param after start after this hash; empty for the first
     * @param limit 1 to {@value #MAX_PAGE}; fewer tokens may be returned, also if there are more, because unreadable
     *     ones are left out
     */
    Listing list(AccountSpace space, TokenKind kind, String owner, @Nullable Bytes after, int limit);

    /**
     * Tokens of an owner.
     *
     * @param tokens those that can be read
     * @param next where the next page starts; empty if this is the last
     */
    record Listing(List<AccessToken> tokens, @Nullable Bytes next) {
        public Listing {
            tokens = List.copyOf(tokens);
        }
    }

    /**
     * Deletes tokens whose time in the store has ended, at most {@value #MAX_PAGE} at a time.
     *
     * @return how many were found; {@value #MAX_PAGE} if there may be more
     */
    int expire(Instant now);

    /** Deletes tokens whose time in the store has ended, in at most {@value #MAX_BATCHES} batches. */
    default void sweep(Instant now) {
        for (int i = 0; i < MAX_BATCHES && expire(now) == MAX_PAGE; i++) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
    }

    /**
     * Returns all tokens, for copies and checks.
     *
     * @param after {@link Page#next} of the page before; empty for the first
     * @param limit 1 to {@value #MAX_PAGE}
     */
    Page<AccessToken> walk(@Nullable String after, int limit);

    /** Stores a token as it is in another store, whatever was stored of it before. */
    default void keep(AccessToken token) {
        if (!add(token)) {
            Optional<AccessToken> held = find(token.kind(), token.hash());
            if (held.isPresent() && !held.get().equals(token)) {
                remove(held.get());
                add(token);
            }
        }
    }

    /** Throws if this is no size of a page. */
    static void requirePage(int limit) {
        if (limit < 1 || limit > MAX_PAGE) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_PAGE + " tokens");
        }
    }
}
