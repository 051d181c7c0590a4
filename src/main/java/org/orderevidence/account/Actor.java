package org.orderevidence.account;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;

/**
 * The author of a change: it decides what a new key may be granted, and is named in the audit log.
 *
 * @param key the key of a caller of the service; {@code null} for the operator at the command line, who has access to
 *     the store and can grant everything
 */
public record Actor(KeyCheck.@Nullable Accepted key) {
    private static final Actor OPERATOR = new Actor(null);

    public static Actor operator() {
        return OPERATOR;
    }

    /** Returns the author of what the service does by itself in a space, because a setting says so. */
    public static Actor service(AccountSpace space) {
        return new Actor(new KeyCheck.Accepted("service", space, Set.of(Scope.ADMIN), null, KeyCheck.Holder.OPERATOR));
    }

    /** Returns the name in the audit log: the ID of a key, {@code cli}, or {@code service}. */
    public String name() {
        return key == null ? "cli" : key.keyId();
    }

    boolean mayGrant(Scope scope) {
        return key == null || key.allows(scope);
    }

    /** Returns until when the actor's own permission lasts; {@code null} if it does not end. */
    public @Nullable Instant endsAt() {
        return key == null ? null : key.endsAt();
    }

    /** True if the actor may change the keys of a space. A live key may change those of the test data too. */
    public boolean mayChange(AccountSpace space) {
        return key == null
                || key.space().equals(space)
                || (key.space().mode() == AccountSpace.Mode.LIVE
                        && key.space().account().equals(space.account()));
    }
}
