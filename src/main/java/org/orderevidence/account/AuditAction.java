package org.orderevidence.account;

import java.util.Arrays;
import java.util.Locale;

/** The kind of an entry of the audit log. */
public enum AuditAction {
    KEY_CREATED,
    KEY_IMPORTED,
    KEY_ROTATED,
    KEY_REVOKED,
    PROFILE_CHANGED,
    SIGN_IN,
    SIGN_IN_FAILED,
    RECEIPT_LINK_CREATED,
    RECEIPT_LINK_REVOKED,
    INTEGRATION_ADDED,
    INTEGRATION_ROTATED,
    INTEGRATION_ROTATION_ENDED,
    INTEGRATION_REPLAYED,
    INTEGRATION_REMOVED,
    PRIVACY_TASK_DONE;

    /** Returns the name in the HTTP interface, such as {@code key_created}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns true if an integration was changed, and no key. */
    boolean isOfIntegration() {
        return compareTo(INTEGRATION_ADDED) >= 0;
    }

    /** Returns true if this is the name of an action that makes or revokes a receipt link. */
    static boolean isOfLink(String wireName) {
        return wireName.equals(RECEIPT_LINK_CREATED.wireName()) || wireName.equals(RECEIPT_LINK_REVOKED.wireName());
    }

    /** Returns true if this is the name of an action that changes an integration. */
    static boolean isOfIntegration(String wireName) {
        return Arrays.stream(values())
                .anyMatch(
                        action -> action.isOfIntegration() && action.wireName().equals(wireName));
    }
}
