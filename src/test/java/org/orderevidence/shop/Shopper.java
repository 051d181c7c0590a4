package org.orderevidence.shop;

/**
 * A customer of a test. {@link #toString} hides everything.
 *
 * @param email the e-mail address
 * @param givenName the given name
 * @param familyName the family name
 * @param ip the IP address
 * @param login the ID of the account in the shop: a whole number
 * @param street street and house number of the shipping address
 * @param city city of the shipping address
 * @param region state or province of the shipping address
 * @param postalCode postal code of the shipping address
 * @param country country code (ISO 3166) of the shipping address
 */
record Shopper(
        String email,
        String givenName,
        String familyName,
        String ip,
        long login,
        String street,
        String city,
        String region,
        String postalCode,
        String country) {
    /** Returns the complete name. */
    String name() {
        return givenName + ' ' + familyName;
    }

    @Override
    public String toString() {
        return "[shopper]";
    }
}
