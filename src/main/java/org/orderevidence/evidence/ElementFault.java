package org.orderevidence.evidence;

/** Why an element that is present cannot be used. */
public enum ElementFault {
    IP_INVALID,
    IP_NOT_PUBLIC,
    DEVICE_ID_TOO_SHORT,
    DEVICE_FINGERPRINT_TOO_SHORT,
    /** A placeholder. */
    DEVICE_ID_UNUSABLE,
    /** A placeholder. */
    DEVICE_FINGERPRINT_UNUSABLE,
    /** A placeholder. */
    ACCOUNT_ID_UNUSABLE,
    SHIPPING_ADDRESS_INCOMPLETE,
    EMAIL_INVALID
}
