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
    /** A warning: the order counts as not paid with Visa. */
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
    /** Several orders have a reference. */
    AMBIGUOUS,
    /** No order has a reference. */
    ORDER_NOT_FOUND,
    /** A warning about an order, otherwise an error. */
    EMAIL_INVALID,
    /** A warning: the address was stored without invisible characters. */
    EMAIL_CLEANED,
    /** An error of a sighting, a warning about an order. */
    IP_INVALID,
    /** An error of a sighting, a warning about an order. */
    IP_NOT_PUBLIC,
    /** A warning: a value that stands for none, such as {@code undefined}. */
    PLACEHOLDER,
    /** A warning: without card data, the order is never found as a prior. */
    CREDENTIAL_MISSING,
    /** A warning. */
    DEVICE_ID_TOO_SHORT,
    /** A warning. */
    DEVICE_FINGERPRINT_TOO_SHORT,
    /** A warning. */
    SHIPPING_ADDRESS_INCOMPLETE,
    /** A warning, or an error if the sender asked for strict handling. */
    UNKNOWN_FIELD,
    /** A warning: a PATCH no longer counts, because a newer value was stated. */
    PATCH_SUPERSEDED,
    /** A warning: a source states another amount or currency than the order has. */
    MISMATCH,
    NOT_PATCHABLE,
    /** Evidence for the dispute was sent before. */
    ALREADY_SUBMITTED,
    /** One line of NDJSON. */
    MALFORMED_JSON,
    /** A query parameter. */
    INVALID
}
