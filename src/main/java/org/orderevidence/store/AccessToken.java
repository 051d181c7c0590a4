package org.orderevidence.store;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Sha256;

/**
 * A token that gives access for a limited time, without its secret text.
 *
 * @param hash SHA-256 of the text; unique in the whole store
 * @param owner tokens that are listed together: 1 to {@value #MAX_OWNER} characters. See {@link TokenKind}
 * @param expires from when it is refused. Whole microseconds
 * @param content what else is stored, sealed; at most {@value #MAX_CONTENT} bytes
 */
public record AccessToken(
        TokenKind kind, Bytes hash, AccountSpace space, String owner, Instant created, Instant expires, Bytes content) {
    public static final int MAX_OWNER = 200;
    public static final int MAX_CONTENT = 1024;

    public static final int HASH_BYTES = 32;

    public AccessToken {
        if (hash.length() != HASH_BYTES) {
            throw new IllegalArgumentException("a token is stored by its SHA-256");
        }
        if (owner.isEmpty() || owner.length() > MAX_OWNER) {
            throw new IllegalArgumentException("the owner of a token has 1 to " + MAX_OWNER + " characters");
        }
        if (content.length() > MAX_CONTENT) {
            throw new IllegalArgumentException("a token has at most " + MAX_CONTENT + " bytes of content");
        }
        created = created.truncatedTo(ChronoUnit.MICROS);
        expires = expires.truncatedTo(ChronoUnit.MICROS);
    }

    /** Returns the hash under which the token with this text is stored. */
    public static Bytes hash(String text) {
        return Bytes.wrap(Sha256.of(text));
    }

    public boolean isExpired(Instant now) {
        return !now.isBefore(expires);
    }

    /** Returns when its row is deleted. */
    public Instant removed() {
        return expires.plus(kind.keptAfterEnd());
    }

    public AccessToken expiring(Instant changed) {
        return new AccessToken(kind, hash, space, owner, created, changed, content);
    }

    public enum TokenKind {
        /** The console. The owner is the id of the key that signed in. */
        SESSION(1, Duration.ZERO),
        /** One sign-in to the console. The owner is the id of the key that made the code. */
        SIGN_IN_CODE(2, Duration.ZERO),
        /** The receipt of an order. The owner is the id of the order. */
        RECEIPT_LINK(3, Duration.ofDays(30)),
        /** The console. The owner is the id of the person who has signed in. */
        PERSON_SESSION(4, Duration.ZERO),
        /** Nothing: it has the name of a person, who is its owner. */
        PERSON(5, Duration.ZERO);

        private final int code;
        private final Duration keptAfterEnd;

        TokenKind(int code, Duration keptAfterEnd) {
            this.code = code;
            this.keptAfterEnd = keptAfterEnd;
        }

        public int code() {
            return code;
        }

        /** Returns how long an expired token is stored, so that it can be distinguished from an unknown one. */
        public Duration keptAfterEnd() {
            return keptAfterEnd;
        }
    }
}
