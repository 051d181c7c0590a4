package org.orderevidence.evidence.element;

/** Why an element that is present cannot be used. */
public enum ElementFault {
    IP_INVALID(2),
    IP_NOT_PUBLIC(3),
    DEVICE_ID_TOO_SHORT(4),
    DEVICE_FINGERPRINT_TOO_SHORT(5),
    SHIPPING_ADDRESS_INCOMPLETE(6),
    EMAIL_INVALID(7);

    /** Greatest number. */
    static final int MAX_CODE = 7;

    private static final ElementFault[] BY_CODE = new ElementFault[MAX_CODE + 1];

    static {
        for (ElementFault fault : values()) {
            BY_CODE[fault.code] = fault;
        }
    }

    private final int code;

    ElementFault(int code) {
        this.code = code;
    }

    /** Its number in kept facts; never changes. */
    int code() {
        return code;
    }

    /** The fault of a number that {@link #code} gave. */
    static ElementFault of(int code) {
        if (code < IP_INVALID.code || code >= BY_CODE.length) {
            throw new IllegalArgumentException("no element fault has the number " + code);
        }
        return BY_CODE[code];
    }
}
