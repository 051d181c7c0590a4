package org.orderevidence.console;

import java.util.Set;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.account.Scope;
import org.orderevidence.order.AccountSpace;

/**
 * A browser that is signed in.
 *
 * @param space the only data that it can see
 * @param keyId public ID of the key that signed in
 * @param scopes permissions of that key
 * @param csrfToken secret that each change must send back
 */
public record ConsoleSession(AccountSpace space, String keyId, Set<Scope> scopes, String csrfToken) {
    public ConsoleSession {
        scopes = Set.copyOf(scopes);
    }

    /** True if one of the scopes includes {@code needed}. */
    public boolean allows(Scope needed) {
        return scopes.stream().anyMatch(scope -> scope.allows(needed));
    }

    boolean isTest() {
        return space.mode() == AccountSpace.Mode.TEST;
    }

    KeyCheck.Accepted asKey() {
        return new KeyCheck.Accepted(keyId, space, scopes, null);
    }

    @Override
    public String toString() {
        return "ConsoleSession[" + keyId + "]";
    }
}
