package org.orderevidence.store;

import java.time.Duration;

/** What a token gives access to. */
public enum TokenKind {
    /** The console. The owner is the id of the key that signed in. */
    SESSION(1, Duration.ZERO),
    /** One sign-in to the console. The owner is the id of the key that made the code. */
    SIGN_IN_CODE(2, Duration.ZERO),
    /** The receipt of an order. The owner is the id of the order. */
    RECEIPT_LINK(3, Duration.ofDays(30));

    private final int code;
    private final Duration keptAfterEnd;

    TokenKind(int code, Duration keptAfterEnd) {
        this.code = code;
        this.keptAfterEnd = keptAfterEnd;
    }

    /** Returns the number in stored rows. */
    public int code() {
        return code;
    }

    /** Returns how long an expired token is stored, so that it can be distinguished from an unknown one. */
    public Duration keptAfterEnd() {
        return keptAfterEnd;
    }

    /**
     * Returns the kind with this number.
     *
     * @throws IllegalStateException if no kind has it: the row is damaged, or a newer release wrote it
     */
    public static TokenKind of(int code) {
        for (TokenKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalStateException("an access token has an unknown kind");
    }
}
