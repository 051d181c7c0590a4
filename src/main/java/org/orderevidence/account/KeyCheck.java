package org.orderevidence.account;

import java.util.Set;
import org.orderevidence.order.AccountSpace;

/** What a presented API key turned out to be. */
public sealed interface KeyCheck {
    /**
     * A good key.
     *
     * @param keyId its public name
     * @param space the only data it sees
     * @param scopes what it may do
     */
    record Accepted(String keyId, AccountSpace space, Set<Scope> scopes) implements KeyCheck {
        public Accepted {
            scopes = Set.copyOf(scopes);
        }

        /** True when one of its scopes allows what is needed. */
        public boolean allows(Scope needed) {
            for (Scope scope : scopes) {
                if (scope.allows(needed)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** It begins like one of ours, but its form or checksum is wrong: a typing or copying fault. */
    record Malformed() implements KeyCheck {}

    /** No such key, or one that has ended: the two look alike. */
    record Unknown() implements KeyCheck {}
}
