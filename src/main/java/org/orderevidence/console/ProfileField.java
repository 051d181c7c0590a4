package org.orderevidence.console;

import java.util.List;

/**
 * A field of the account's profile, as the form has it.
 *
 * @param label of the input
 * @param hint what is expected; empty if the label says it
 * @param pointer the JSON pointer of the value in the account
 */
public record ProfileField(String label, String hint, String pointer) {
    private static final String LINK = "An http or https link.";
    private static final String CONTACT = "merchantReceiptContact/";
    private static final String ADDRESS = CONTACT + "receiptAddress/";

    /** All fields, in the sequence of the form. */
    public static final List<ProfileField> ALL = List.of(
            of("Merchant name", "The name that customers know.", "name"),
            of("What the merchant does", "", "description"),
            of("Website", "", CONTACT + "websiteForReceipt"),
            of("Contact e-mail", "", CONTACT + "emailForReceipt"),
            of("Contact phone", "", CONTACT + "phoneForReceipt"),
            of("Refund policy", LINK, "refundPolicyLink"),
            of("Cancellation policy", LINK, "cancellationPolicyLink"),
            of("Terms and conditions", LINK, "termsAndConditionsLink"),
            of("Logo", LINK + " This service never loads it. An image needs an https link.", "logoUrl"),
            of("Street and number", "", ADDRESS + "line1"),
            of("Address line 2", "", ADDRESS + "line2"),
            of("Postal code", "", ADDRESS + "postalCode"),
            of("City", "", ADDRESS + "city"),
            of("State, province or region", "", ADDRESS + "countrySubdivision"),
            of("Country", "A code such as US, or the English name.", ADDRESS + "country"),
            of("Latitude", "Decimal degrees.", ADDRESS + "latitude"),
            of("Longitude", "Decimal degrees.", ADDRESS + "longitude"));

    private static ProfileField of(String label, String hint, String path) {
        return new ProfileField(label, hint, "/merchantInfo/" + path);
    }

    /** Returns the label of the field with a JSON pointer, before what is wrong with it; empty if there is none. */
    static String label(String pointer) {
        return ALL.stream()
                .filter(field -> field.pointer.equals(pointer))
                .map(field -> field.label + ": ")
                .findFirst()
                .orElse("");
    }

    /** Returns the kind of keyboard that helps. */
    public String inputMode() {
        return hint.startsWith(LINK) ? "url" : "text";
    }

    /** Returns the name of the input: the path in the account, with dots. */
    public String input() {
        return pointer.substring(1).replace('/', '.');
    }
}
