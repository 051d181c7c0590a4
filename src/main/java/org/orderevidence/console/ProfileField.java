package org.orderevidence.console;

import java.util.List;

/** A field of the account's profile, as the form has it. */
public enum ProfileField {
    NAME("Merchant name", "The name that customers know.", "text", "merchantInfo", "name"),
    DESCRIPTION("What the merchant does", "", "text", "merchantInfo", "description"),
    WEBSITE("Website", "", "text", "merchantInfo", "merchantReceiptContact", "websiteForReceipt"),
    EMAIL("Contact e-mail", "", "text", "merchantInfo", "merchantReceiptContact", "emailForReceipt"),
    PHONE("Contact phone", "", "text", "merchantInfo", "merchantReceiptContact", "phoneForReceipt"),
    REFUND_POLICY("Refund policy", "An http or https link.", "url", "merchantInfo", "refundPolicyLink"),
    CANCELLATION_POLICY(
            "Cancellation policy", "An http or https link.", "url", "merchantInfo", "cancellationPolicyLink"),
    TERMS("Terms and conditions", "An http or https link.", "url", "merchantInfo", "termsAndConditionsLink"),
    LOGO(
            "Logo",
            "An http or https link. This service never loads it. An image needs an https link.",
            "url",
            "merchantInfo",
            "logoUrl"),
    LINE_1("Street and number", "", "text", "merchantInfo", "merchantReceiptContact", "receiptAddress", "line1"),
    LINE_2("Address line 2", "", "text", "merchantInfo", "merchantReceiptContact", "receiptAddress", "line2"),
    POSTAL_CODE("Postal code", "", "text", "merchantInfo", "merchantReceiptContact", "receiptAddress", "postalCode"),
    CITY("City", "", "text", "merchantInfo", "merchantReceiptContact", "receiptAddress", "city"),
    REGION(
            "State, province or region",
            "",
            "text",
            "merchantInfo",
            "merchantReceiptContact",
            "receiptAddress",
            "countrySubdivision"),
    COUNTRY(
            "Country",
            "A code such as US, or the English name.",
            "text",
            "merchantInfo",
            "merchantReceiptContact",
            "receiptAddress",
            "country"),
    LATITUDE(
            "Latitude",
            "Decimal degrees.",
            "text",
            "merchantInfo",
            "merchantReceiptContact",
            "receiptAddress",
            "latitude"),
    LONGITUDE(
            "Longitude",
            "Decimal degrees.",
            "text",
            "merchantInfo",
            "merchantReceiptContact",
            "receiptAddress",
            "longitude");

    private final String label;
    private final String hint;
    private final String type;
    private final String pointer;

    ProfileField(String label, String hint, String type, String... path) {
        this.label = label;
        this.hint = hint;
        this.type = type;
        this.pointer = "/" + String.join("/", path);
    }

    /** Returns the label of the input. */
    public String label() {
        return label;
    }

    /** Returns what is expected; empty if the label says it. */
    public String hint() {
        return hint;
    }

    /** Returns the kind of keyboard that helps: {@code text} or {@code url}. */
    public String inputMode() {
        return type;
    }

    /** Returns the name of the input: the path in the account, with dots. */
    public String input() {
        return pointer.substring(1).replace('/', '.');
    }

    /** Returns the JSON pointer of the value in the account. */
    public String pointer() {
        return pointer;
    }

    List<String> path() {
        return List.of(pointer.substring(1).split("/", -1));
    }
}
