package org.orderevidence.evidence;

/** A piece of data that can be equal across orders (rule document, "Elements"). */
public enum Element {
    IP("ip"),
    DEVICE_ID("deviceId"),
    DEVICE_FINGERPRINT("deviceFingerprint"),
    ACCOUNT_ID("accountId"),
    SHIPPING_ADDRESS("shippingAddress"),
    EMAIL("email");

    private final String wireName;

    Element(String wireName) {
        this.wireName = wireName;
    }

    /** The name in answers. */
    public String wireName() {
        return wireName;
    }
}
