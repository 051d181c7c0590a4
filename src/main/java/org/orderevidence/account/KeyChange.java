package org.orderevidence.account;

import org.jspecify.annotations.Nullable;

/** Result of a change of keys. */
public sealed interface KeyChange {
    /**
     * A key is valid from now on.
     *
     * @param replaced the key that it replaces, with the time at which that key ends; {@code null} if none
     */
    record Made(NewKey made, @Nullable KeyInfo replaced) implements KeyChange {}

    /** A key is not valid any longer. */
    record Ended(KeyInfo key) implements KeyChange {}

    /**
     * Nothing was changed.
     *
     * @param reason why
     */
    record Refused(Reason reason) implements KeyChange {}

    /** Why nothing was changed. */
    enum Reason {
        /** The key of the actor ended before the change was complete. */
        CALLER_ENDED,
        /** The account does not exist. */
        NO_ACCOUNT,
        /** The account space has no such key. */
        NO_KEY,
        /** The key would have a scope that the actor cannot give. */
        MORE_SCOPES,
        /** The key would end later than the key of the actor. */
        ENDS_LATER,
        /** The account space has {@link KeyAdministration#MAX_KEYS} keys, and none of them has ended. */
        TOO_MANY_KEYS,
        /** The key that was to be imported is in use, for this account or another. */
        IN_USE,
        /** The key that was to be imported is too short or too long, has blanks, or is malformed. */
        NOT_IMPORTABLE,
        /** The key that was to be imported names the other mode in its text. */
        WRONG_MODE,
        /** The key has expired or was revoked. */
        ENDED,
        /** The key was replaced by another. */
        REPLACED,
        /** No other admin key of the account space was used before and ends no earlier. */
        LAST_ADMIN_KEY
    }

    /**
     * A key that was just created. Its text is available only now.
     *
     * @param key the secret
     * @param info the public data
     */
    record NewKey(ApiKey key, KeyInfo info) {}
}
