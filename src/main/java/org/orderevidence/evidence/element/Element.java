package org.orderevidence.evidence.element;

import org.orderevidence.evidence.rule.Profile;

/**
 * A piece of data that can be equal across orders. In the order in which elements are listed wherever they are.
 *
 * <p>Source: A (the list, and that an IP address or a device must be among them), B (device id and device fingerprint
 * count once), E (the e-mail, in profile {@link Profile#STRIPE} only).
 */
public enum Element {
    IP(0, "ip", "IP address", Slot.IP, true),
    DEVICE_ID(1, "deviceId", "device ID", Slot.DEVICE, true),
    DEVICE_FINGERPRINT(2, "deviceFingerprint", "device fingerprint", Slot.DEVICE, true),
    ACCOUNT_ID(3, "accountId", "customer account ID", Slot.ACCOUNT, false),
    SHIPPING_ADDRESS(4, "shippingAddress", "shipping address", Slot.ADDRESS, false),
    EMAIL(5, "email", "e-mail address", Slot.EMAIL, false);

    /** What elements fill: two elements of one slot count once. */
    enum Slot {
        IP,
        DEVICE,
        ACCOUNT,
        ADDRESS,
        EMAIL
    }

    private final int place;
    private final String wireName;
    private final String noun;
    private final Slot slot;
    private final boolean anchor;

    Element(int place, String wireName, String noun, Slot slot, boolean anchor) {
        this.place = place;
        this.wireName = wireName;
        this.noun = noun;
        this.slot = slot;
        this.anchor = anchor;
    }

    /** Its name in the HTTP interface. */
    public String wireName() {
        return wireName;
    }

    /** What people call it, in the singular. */
    public String noun() {
        return noun;
    }

    /** True when one of its kind must be among the equal elements. */
    public boolean isAnchor() {
        return anchor;
    }

    Slot slot() {
        return slot;
    }

    /** Its place among the elements, from 0; kept with facts, so it never changes. */
    public int place() {
        return place;
    }

    /** Its bit in a set of elements, see {@link ElementSets}. */
    public int bit() {
        return 1 << place;
    }
}
