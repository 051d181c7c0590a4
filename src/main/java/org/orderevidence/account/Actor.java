package org.orderevidence.account;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;

/** The author of a change: it decides what a new key may be granted, and is named in the audit log. */
public sealed interface Actor {
    /** Returns the operator at the command line, who has access to the store and can grant everything. */
    static Actor operator() {
        return new Operator();
    }

    /** Returns the name in the audit log: the ID of a key, or {@code cli}. */
    String name();

    /** True if the actor may give this scope to a key. */
    boolean mayGrant(Scope scope);

    /** Returns until when the actor's own permission lasts; {@code null} if it does not end. */
    @Nullable
    Instant endsAt();

    /** True if the actor may change the keys of a space. A live key may change those of the test data too. */
    boolean mayChange(AccountSpace space);

    /** The operator. */
    record Operator() implements Actor {
        @Override
        public String name() {
            return "cli";
        }

        @Override
        public boolean mayGrant(Scope scope) {
            return true;
        }

        @Override
        public @Nullable Instant endsAt() {
            return null;
        }

        @Override
        public boolean mayChange(AccountSpace space) {
            return true;
        }
    }

    /**
     * A caller of the service.
     *
     * @param key the caller's key
     */
    record Caller(KeyCheck.Accepted key) implements Actor {
        @Override
        public String name() {
            return key.keyId();
        }

        @Override
        public boolean mayGrant(Scope scope) {
            return key.allows(scope);
        }

        @Override
        public @Nullable Instant endsAt() {
            return key.endsAt();
        }

        @Override
        public boolean mayChange(AccountSpace space) {
            boolean isTestOfLive = key.space().mode() == AccountSpace.Mode.LIVE
                    && space.account().equals(key.space().account());
            return isTestOfLive || key.space().equals(space);
        }
    }
}
