package org.orderevidence.account;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the audit log.
 *
 * @param id unique in the account space; sorts by time
 * @param at time of the change
 * @param actor ID of the key that made the change, or {@code cli}
 * @param action name of an {@link AuditAction}; another one if a newer release wrote it
 * @param keyId ID of the changed key; {@code null} if no key was changed
 * @param newKeyId ID of the key that replaces it; {@code null} if none does
 * @param integrationId ID of the changed integration; {@code null} if none was changed
 * @param taskId ID of the task of the integration that was done; {@code null} if none was
 * @param orderId order of the receipt link that was made or revoked; {@code null} if none was
 * @param linkId ID of that receipt link
 */
public record AuditEntry(
        String id,
        Instant at,
        String actor,
        String action,
        @Nullable String keyId,
        @Nullable String newKeyId,
        @Nullable String integrationId,
        @Nullable String taskId,
        @Nullable String orderId,
        @Nullable String linkId) {}
