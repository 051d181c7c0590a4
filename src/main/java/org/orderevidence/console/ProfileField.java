package org.orderevidence.console;

import java.util.Arrays;
import java.util.List;

/** A field of the account's profile, as the form has it. */
public enum ProfileField {
    NAME("Merchant name", "The name that customers know.", "text", "name"),
    DESCRIPTION("What the merchant does", "", "text", "description"),
    WEBSITE("Website", "", "text", "merchantReceiptContact/websiteForReceipt"),
    EMAIL("Contact e-mail", "", "text", "merchantReceiptContact/emailForReceipt"),
    PHONE("Contact phone", "", "text", "merchantReceiptContact/phoneForReceipt"),
    REFUND_POLICY("Refund policy", "An http or https link.", "url", "refundPolicyLink"),
    CANCELLATION_POLICY("Cancellation policy", "An http or https link.", "url", "cancellationPolicyLink"),
    TERMS("Terms and conditions", "An http or https link.", "url", "termsAndConditionsLink"),
    LOGO("Logo", "An http or https link. This service never loads it. An image needs an https link.", "url", "logoUrl"),
    LINE_1("Street and number", "", "text", "merchantReceiptContact/receiptAddress/line1"),
    LINE_2("Address line 2", "", "text", "merchantReceiptContact/receiptAddress/line2"),
    POSTAL_CODE("Postal code", "", "text", "merchantReceiptContact/receiptAddress/postalCode"),
    CITY("City", "", "text", "merchantReceiptContact/receiptAddress/city"),
    REGION("State, province or region", "", "text", "merchantReceiptContact/receiptAddress/countrySubdivision"),
    COUNTRY(
            "Country",
            "A code such as US, or the English name.",
            "text",
            "merchantReceiptContact/receiptAddress/country"),
    LATITUDE("Latitude", "Decimal degrees.", "text", "merchantReceiptContact/receiptAddress/latitude"),
    LONGITUDE("Longitude", "Decimal degrees.", "text", "merchantReceiptContact/receiptAddress/longitude");

    private final String label;
    private final String hint;
    private final String type;
    private final String pointer;

    ProfileField(String label, String hint, String type, String path) {
        this.label = label;
        this.hint = hint;
        this.type = type;
        this.pointer = "/merchantInfo/" + path;
    }

    /** Returns the label of the field with a JSON pointer, before what is wrong with it; empty if there is none. */
    static String label(String pointer) {
        return Arrays.stream(values())
                .filter(field -> field.pointer.equals(pointer))
                .map(field -> field.label + ": ")
                .findFirst()
                .orElse("");
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
