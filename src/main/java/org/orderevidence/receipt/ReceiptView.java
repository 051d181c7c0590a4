package org.orderevidence.receipt;

import java.util.Optional;

/** The audience of a receipt. Each view shows different data of the customer. */
public enum ReceiptView {
    /** For anyone who has the link: no addresses, no telephone number and no name of the customer. */
    PUBLIC("public", false, false),
    /** For the cardholder: no e-mail address, IP address, device or login. */
    CARDHOLDER("cardholder", true, false),
    /** For the merchant's support agents: all data of the order. */
    AGENT("agent", true, true);

    private final String wireName;
    private final boolean showsContact;
    private final boolean showsIdentity;

    ReceiptView(String wireName, boolean showsContact, boolean showsIdentity) {
        this.wireName = wireName;
        this.showsContact = showsContact;
        this.showsIdentity = showsIdentity;
    }

    /** Returns the view of this exact name that a request can ask for; empty if there is none. */
    public static Optional<ReceiptView> parse(String text) {
        return switch (text) {
            case "cardholder" -> Optional.of(CARDHOLDER);
            case "agent" -> Optional.of(AGENT);
            default -> Optional.empty();
        };
    }

    /** Returns its name in the HTTP interface. */
    public String wireName() {
        return wireName;
    }

    /** Returns true if it shows the name, the addresses and the telephone number of the customer. */
    boolean showsContact() {
        return showsContact;
    }

    /** Returns true if it shows the e-mail address, the IP address, the device and the login of the customer. */
    boolean showsIdentity() {
        return showsIdentity;
    }
}
