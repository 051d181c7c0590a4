package org.orderevidence.account;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;

/** Result of the check of an API key. */
public sealed interface KeyCheck {
    /**
     * A valid key.
     *
     * @param keyId public ID of the key
     * @param space the only data that the key can access
     * @param scopes permissions of the key
     * @param endsAt when the key ends; {@code null} if it does not
     */
    record Accepted(
            String keyId,
            AccountSpace space,
            Set<Scope> scopes,
            @Nullable Instant endsAt) implements KeyCheck {
        public Accepted {
            scopes = Set.copyOf(scopes);
        }

        /** True if one of the scopes includes {@code needed}. */
        public boolean allows(Scope needed) {
            for (Scope scope : scopes) {
                if (scope.allows(needed)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The key starts like a key of this service, but its form or checksum is wrong: a typing or copying error. */
    record Malformed() implements KeyCheck {}

    /** The key does not exist or has expired. Callers cannot distinguish the two. */
    record Unknown() implements KeyCheck {}
}
