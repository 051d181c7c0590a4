package org.orderevidence.wire;

import org.orderevidence.order.WireNamed;

/** The kinds of faults and warnings about one field. {@code openapi.yaml} describes each of them. */
public enum FaultCode implements WireNamed {
    REQUIRED,
    WRONG_TYPE,
    INVALID_FORMAT,
    NOT_AN_INTEGER,
    OUT_OF_RANGE,
    UNKNOWN_VALUE,
    UNKNOWN_CURRENCY,
    UNKNOWN_BRAND,
    NOT_A_URL,
    INVALID_DATE,
    TOO_MANY,
    STORED_ORDER_UNREADABLE,
    TOO_LONG,
    TOO_SHORT,
    NOT_WELL_FORMED,
    CONTROL_CHARACTER,
    CARD_NUMBER,
    INCONSISTENT,
    AMBIGUOUS,
    ORDER_NOT_FOUND,
    EMAIL_INVALID,
    INVISIBLE_CHARACTERS,
    IP_INVALID,
    IP_NOT_PUBLIC,
    PLACEHOLDER,
    CREDENTIAL_MISSING,
    DEVICE_ID_TOO_SHORT,
    DEVICE_FINGERPRINT_TOO_SHORT,
    SHIPPING_ADDRESS_INCOMPLETE,
    UNKNOWN_FIELD,
    PATCH_SUPERSEDED,
    MISMATCH,
    NOT_PATCHABLE,
    ALREADY_SUBMITTED,
    MALFORMED_JSON,
    INVALID
}
