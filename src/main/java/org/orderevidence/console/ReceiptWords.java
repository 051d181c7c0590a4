package org.orderevidence.console;

/** The words for missing parts of a receipt. */
public final class ReceiptWords {
    private ReceiptWords() {}

    /** Returns the words for a path of {@code completeness.missing}. An unknown path stays as it is. */
    public static String missing(String path) {
        return switch (path) {
            case "order.orderItems" -> "items or a description";
            case "merchantProfile.name" -> "merchant name";
            case "merchantProfile.merchantReceiptContact.phoneForReceipt" -> "merchant phone";
            case "merchantProfile.merchantReceiptContact.websiteForReceipt" -> "merchant website";
            case "accountProfile.email" -> "e-mail or phone of the customer";
            default -> path;
        };
    }
}
