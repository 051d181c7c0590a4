package org.orderevidence.console;

import java.util.Optional;
import org.orderevidence.account.ApiKey;

/** Starts, finds and ends sessions. */
public interface SessionSource {
    /**
     * A new session.
     *
     * @param token the secret for the cookie
     * @param session what it may see and do
     */
    record SignedIn(String token, ConsoleSession session) {
        @Override
        public String toString() {
            return "SignedIn[" + session.keyId() + "]";
        }
    }

    /** Starts a session, or returns empty if the key does not exist or has ended. */
    Optional<SignedIn> signIn(ApiKey key);

    /** Starts a session, or returns empty if the code is unknown, used or too old. */
    Optional<SignedIn> signInWithCode(String code);

    /** Returns the session, or empty if it does not exist or has ended. */
    Optional<ConsoleSession> find(String token);

    /** Ends a session. Does nothing if it does not exist. */
    void end(String token);
}
