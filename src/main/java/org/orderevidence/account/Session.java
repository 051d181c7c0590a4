package org.orderevidence.account;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Set;
import org.orderevidence.order.AccountSpace;

/**
 * A signed-in visitor of the console. {@link #toString} hides the token of the forms.
 *
 * @param key the key that signed in, as it is now
 * @param csrfToken the token that every form of the session must send
 * @param startedAt when it started
 * @param endsAt when it ends at the latest
 */
public record Session(KeyCheck.Accepted key, String csrfToken, Instant startedAt, Instant endsAt) {
    /** Returns the account and mode whose data it can access. */
    public AccountSpace space() {
        return key.space();
    }

    /** Returns the public id of the key. */
    public String keyId() {
        return key.keyId();
    }

    /** Returns the permissions of the key. */
    public Set<Scope> scopes() {
        return key.scopes();
    }

    /** Returns true if the key includes a permission. */
    public boolean allows(Scope needed) {
        return key.allows(needed);
    }

    /** Returns the author of changes that the session makes. */
    public Actor actor() {
        return new Actor.Caller(key);
    }

    /** Returns true if a form sent the token of this session. The time does not depend on the text. */
    public boolean isCsrfToken(String sent) {
        return MessageDigest.isEqual(csrfToken.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "Session[" + key.keyId() + ", ends " + endsAt + "]";
    }
}
