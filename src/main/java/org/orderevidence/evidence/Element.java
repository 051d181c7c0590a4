package org.orderevidence.evidence;

import org.orderevidence.order.WireNamed;

/**
 * A piece of data that can be equal across orders. Elements are listed in this order everywhere.
 *
 * <p>Sources: A for the list, and for the condition that it contains an IP address or a device. B: device ID and device
 * fingerprint count once. E: the e-mail, in profile {@code stripe} only.
 */
public enum Element implements WireNamed {
    IP("ip", "IP address", Slot.IP, true),
    DEVICE_ID("deviceId", "device ID", Slot.DEVICE, true),
    DEVICE_FINGERPRINT("deviceFingerprint", "device fingerprint", Slot.DEVICE, true),
    ACCOUNT_ID("accountId", "customer account ID", Slot.ACCOUNT, false),
    SHIPPING_ADDRESS("shippingAddress", "shipping address", Slot.ADDRESS, false),
    EMAIL("email", "e-mail address", Slot.EMAIL, false);

    /** A slot that elements fill: two elements of one slot count once. */
    enum Slot {
        IP,
        DEVICE,
        ACCOUNT,
        ADDRESS,
        EMAIL
    }

    private final String wireName;
    private final String noun;
    private final Slot slot;
    private final boolean anchor;

    Element(String wireName, String noun, Slot slot, boolean anchor) {
        this.wireName = wireName;
        this.noun = noun;
        this.slot = slot;
        this.anchor = anchor;
    }

    @Override
    public String wireName() {
        return wireName;
    }

    /** Returns its name in texts, in the singular. */
    public String noun() {
        return noun;
    }

    /** Returns its name in texts, with a capital letter. */
    public String label() {
        return Wording.capital(noun);
    }

    /** True when one of its kind must be among the equal elements. */
    public boolean isAnchor() {
        return anchor;
    }

    Slot slot() {
        return slot;
    }
}
