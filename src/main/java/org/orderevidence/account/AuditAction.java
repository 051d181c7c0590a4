package org.orderevidence.account;

import java.util.Locale;

/** The kind of a change. */
public enum AuditAction {
    KEY_CREATED,
    KEY_IMPORTED,
    KEY_ROTATED,
    KEY_REVOKED,
    PROFILE_CHANGED;

    /** Returns the name in the HTTP interface, such as {@code key_created}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
