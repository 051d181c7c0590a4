package org.orderevidence.store;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;

/**
 * Keeps accounts, their keys, the log of their changes, and the few facts about the installation. Rarely written; writes are on stable storage
 * when they return. Throws as {@link EvidenceStore} does.
 */
public interface AccountStore {
    /** False when the account exists; nothing changed. */
    boolean createAccount(AccountRow account);

    /** The account; empty when there is none. */
    Optional<AccountRow> account(String id);

    /**
     * Accounts by id.
     *
     * @param after the id behind which to begin; null for the first
     * @param limit most accounts
     */
    List<AccountRow> accounts(@Nullable String after, int limit);

    /** Replaces an account's profile; false when there is no such account. */
    boolean putProfile(
            String account, MerchantInfo profile, Charge.@Nullable Category defaultCategory, boolean showsLogo);

    /** False when a key of this hash or this id exists; nothing changed. */
    boolean createKey(KeyRow key);

    /** The key of this hash; empty when there is none. */
    Optional<KeyRow> keyByHash(Bytes hash);

    /** The key of an account with this id; empty when there is none. */
    Optional<KeyRow> key(String account, String keyId);

    /**
     * Returns keys of a space, oldest first.
     *
     * @param after the key after which to start; {@code null} for the first
     * @param limit most keys
     */
    List<KeyRow> keys(AccountSpace space, @Nullable KeyRow after, int limit);

    /** Returns the number of keys of a space, ended ones included. */
    long countKeys(AccountSpace space);

    /** Ends a key at a time, also one that ends already; false when the account has no such key. */
    boolean endKey(String account, String keyId, Instant at);

    /**
     * Ends a key because another takes its place.
     *
     * @param successor id of the other key
     * @return false if the account has no such key, or the key was ended or replaced before; nothing changed
     */
    boolean replaceKey(String account, String keyId, Instant endedAt, String successor);

    /**
     * Takes back the end of a key, unless the key was changed since.
     *
     * @param before the key before it was ended
     * @param endedAt the end to take back
     * @return false if the account has no such key, or it has another end now; nothing changed
     */
    boolean restoreKey(KeyRow before, Instant endedAt);

    /** Stores the day of the last use of a key; false when there is no key of this hash. */
    boolean touchKey(Bytes hash, LocalDate day);

    /** Removes a key. Does nothing if it does not exist. */
    void deleteKey(KeyRow key);

    /** Stores an entry of the audit log. Repeating it changes nothing. */
    void addAudit(AuditRow entry);

    /**
     * Removes old entries of the audit log of a space.
     *
     * @param before only entries with an id less than this are removed
     * @param newest how many of the newest entries stay in any case, at least 1
     */
    void trimAudit(AccountSpace space, String before, int newest);

    /** Removes an entry of the audit log. Does nothing if it does not exist. */
    void removeAudit(AuditRow entry);

    /**
     * Returns entries of the audit log of a space, newest first.
     *
     * @param before id of the entry before which to start; {@code null} for the newest
     * @param limit most entries
     */
    List<AuditRow> audit(AccountSpace space, @Nullable String before, int limit);

    /** A fact about the installation, such as the fingerprint of its secret. */
    Optional<String> installationFact(String name);

    /** Keeps a fact unless one of that name is held; answers the one that is held now. */
    String keepInstallationFact(String name, String value);

    /** Replaces a fact, or adds it. Of two writes at the same time, one stays. */
    void putInstallationFact(String name, String value);

    /**
     * An account.
     *
     * @param id see {@link AccountSpace#isAccountId}
     * @param createdAt when
     * @param profile what fills the receipts of its orders
     * @param defaultCategory what it sells, for orders that do not say
     * @param showsLogo true if receipt pages may show the logo as an image
     */
    record AccountRow(
            String id,
            Instant createdAt,
            MerchantInfo profile,
            Charge.@Nullable Category defaultCategory,
            boolean showsLogo) {}

    /**
     * An API key, without its secret.
     *
     * @param id names the key to people; not secret
     * @param hash SHA-256 of the key's text
     * @param account whose it is
     * @param mode live or test data
     * @param label the owner's name for it; {@code null} if it has none
     * @param scopes names of what it may do
     * @param createdAt when
     * @param expiresAt from when it is refused, as decided at its creation; {@code null} if never
     * @param endedAt from when it is refused, because it was revoked or replaced; {@code null} if it was not
     * @param replacedBy id of the key that replaces it; {@code null} if none does
     * @param lastUsedOn UTC day of its last use; {@code null} if it was not used
     */
    record KeyRow(
            String id,
            Bytes hash,
            String account,
            AccountSpace.Mode mode,
            @Nullable String label,
            Set<String> scopes,
            Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Instant endedAt,
            @Nullable String replacedBy,
            @Nullable LocalDate lastUsedOn) {
        public KeyRow {
            scopes = Set.copyOf(scopes);
        }

        /** A key without label that was not used and not changed. */
        public KeyRow(
                String id,
                Bytes hash,
                String account,
                AccountSpace.Mode mode,
                Set<String> scopes,
                Instant createdAt,
                @Nullable Instant expiresAt) {
            this(id, hash, account, mode, null, scopes, createdAt, expiresAt, null, null, null);
        }

        /** Returns the space whose data it can access. */
        public AccountSpace space() {
            return new AccountSpace(account, mode);
        }
    }

    /**
     * An entry of the audit log: a change of a key or of a profile.
     *
     * @param space whose key or profile
     * @param id unique in the space; sorts by time
     * @param at when
     * @param actor who made the change: the id of a key, or a word for the operator
     * @param action what was done
     * @param keyId the key that was changed; {@code null} if none was
     * @param newKeyId the key that replaces it; {@code null} if none does
     */
    record AuditRow(
            AccountSpace space,
            String id,
            Instant at,
            String actor,
            String action,
            @Nullable String keyId,
            @Nullable String newKeyId) {}
}
