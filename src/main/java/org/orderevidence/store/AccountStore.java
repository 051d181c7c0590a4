package org.orderevidence.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;

/**
 * Keeps accounts, their keys and the few facts about the installation. Rarely written; writes are on stable storage
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
     * @param after the id behind which to begin; absent for the first
     * @param limit most accounts
     */
    List<AccountRow> accounts(@Nullable String after, int limit);

    /** Replaces an account's profile; false when there is no such account. */
    boolean putProfile(String account, MerchantInfo profile, Charge.@Nullable Category defaultCategory);

    /** False when a key of this hash or this id exists; nothing changed. */
    boolean createKey(KeyRow key);

    /** The key of this hash; empty when there is none. */
    Optional<KeyRow> keyByHash(Bytes hash);

    /** All keys of an account, oldest first, at most {@code limit}. */
    List<KeyRow> keys(String account, int limit);

    /** Ends a key at a time; false when the account has no such key. */
    boolean endKey(String account, String keyId, Instant at);

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
     */
    record AccountRow(String id, Instant createdAt, MerchantInfo profile, Charge.@Nullable Category defaultCategory) {}

    /**
     * An API key, without its secret.
     *
     * @param id names the key to people; not secret
     * @param hash SHA-256 of the key's text
     * @param account whose it is
     * @param mode live or test data
     * @param scopes names of what it may do
     * @param createdAt when
     * @param endsAt from when it is refused; absent when it is good for ever
     */
    record KeyRow(
            String id,
            Bytes hash,
            String account,
            AccountSpace.Mode mode,
            Set<String> scopes,
            Instant createdAt,
            @Nullable Instant endsAt) {
        public KeyRow {
            scopes = Set.copyOf(scopes);
        }
    }
}
