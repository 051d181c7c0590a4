package org.orderevidence.integration;

/** What an order should have so that it can be evidence. */
public enum CapturedField {
    /** A token of the card, or its first and last digits. */
    CARD("card", "card"),
    /** A usable IP address, of the order itself or tracked. */
    IP("ip", "IP address"),
    /** The customer's account at the merchant. */
    LOGIN("login", "login"),
    /** A shipping address that can be compared. */
    ADDRESS("address", "shipping address"),
    /** A description of what was bought. */
    ITEMS("items", "product description");

    private final String wireName;
    private final String words;

    CapturedField(String wireName, String words) {
        this.wireName = wireName;
        this.words = words;
    }

    /** Returns its name in answers. */
    public String wireName() {
        return wireName;
    }

    /** Returns its name in sentences. */
    public String words() {
        return words;
    }
}
