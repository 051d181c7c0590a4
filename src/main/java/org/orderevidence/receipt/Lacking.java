package org.orderevidence.receipt;

/** Words for the data that a valid receipt lacks. */
final class Lacking {
    private Lacking() {}

    /**
     * Returns the words.
     *
     * @param path one of {@link org.orderevidence.receipt.DigitalReceipt.Completeness#missing}
     */
    static String words(String path) {
        return switch (path.substring(path.lastIndexOf('.') + 1)) {
            case "orderItems" -> "what was bought";
            case "name" -> "the name of the merchant";
            case "phoneForReceipt" -> "a telephone number of the merchant";
            case "websiteForReceipt" -> "a website of the merchant";
            case "email" -> "an e-mail address or a telephone number of the customer";
            default -> path;
        };
    }
}
