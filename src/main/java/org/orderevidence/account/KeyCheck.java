package org.orderevidence.account;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore.KeyRow;

public sealed interface KeyCheck {
    /** A valid key. */
    record Accepted(
            String keyId,
            AccountSpace space,
            Set<Scope> scopes,
            @Nullable Instant endsAt,
            Holder holder) implements KeyCheck {
        public Accepted(String keyId, AccountSpace space, Set<Scope> scopes, @Nullable Instant endsAt) {
            this(keyId, space, scopes, endsAt, Holder.KEY);
        }

        static Accepted of(KeyRow key) {
            return new Accepted(key.id(), key.space(), Scope.named(key.scopes()), key.endsAt());
        }

        /** Returns what the operator may do, who has access to the store: everything in a space. */
        public static Accepted operator(AccountSpace space) {
            return new Accepted(Actor.operator().name(), space, Set.of(Scope.ADMIN), null, Holder.OPERATOR);
        }

        /** Returns the author of changes, as the key was when it was checked. */
        public Actor actor() {
            return holder == Holder.OPERATOR ? Actor.operator() : new Actor(this);
        }

        public boolean allows(Scope needed) {
            for (Scope scope : scopes) {
                if (scope.allows(needed)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Who may do what a valid key allows. */
    enum Holder {
        KEY,
        /** No key was needed, because the operator makes the request in this process. */
        OPERATOR,
        /** A person who has signed in at the provider. The ID of the key is that of the person. */
        PERSON
    }

    /** The key starts like a key of this service, but its form or checksum is wrong: a typing or copying error. */
    record Malformed() implements KeyCheck {}

    /** The key does not exist or has expired. Callers cannot distinguish the two. */
    record Unknown() implements KeyCheck {}
}
