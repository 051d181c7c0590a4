package org.orderevidence.store.document;

import org.orderevidence.order.Address;
import org.orderevidence.order.MerchantInfo;

/** The one stored form of an account's profile; also how an order's own merchant information is kept in it. */
public final class ProfileDocument {
    private static final int KIND = 'M';
    private static final int VERSION = 1;

    /** Follows the fields of the merchant, which orders have, too. */
    private static final int SHOWS_LOGO = 11;

    private ProfileDocument() {}

    /**
     * The bytes of a profile; errors as {@link OrderDocument#encode}.
     *
     * @param showsLogo true if receipt pages may show the logo as an image
     */
    public static byte[] encode(MerchantInfo profile, boolean showsLogo) {
        return DocumentWriter.document(KIND, VERSION, profile, (to, merchant) -> {
            writeMerchant(to, merchant);
            to.flag(SHOWS_LOGO, showsLogo);
        });
    }

    /**
     * The profile of these bytes.
     *
     * @throws UnreadableDocument when they are damaged or from a newer program
     */
    public static MerchantInfo decode(byte[] bytes) {
        return DocumentReader.document(KIND, VERSION, bytes, ProfileDocument::readMerchant);
    }

    /** Whether the profile of these bytes allows the logo as an image; errors as {@link #decode}. */
    public static boolean showsLogo(byte[] bytes) {
        return DocumentReader.document(KIND, VERSION, bytes, from -> {
            readMerchant(from);
            return from.flag(SHOWS_LOGO);
        });
    }

    static void writeMerchant(DocumentWriter to, MerchantInfo merchant) {
        to.text(1, merchant.name());
        to.text(2, merchant.description());
        to.text(3, merchant.logoUrl());
        to.text(4, merchant.refundPolicyLink());
        to.text(5, merchant.cancellationPolicyLink());
        to.text(6, merchant.termsAndConditionsLink());
        to.text(7, merchant.phoneForReceipt());
        to.text(8, merchant.emailForReceipt());
        to.text(9, merchant.websiteForReceipt());
        to.group(10, merchant.receiptAddress(), ProfileDocument::writeAddress);
    }

    // Reads like readAddress, but each number is the stored key of one field of one record: they share no code.
    static MerchantInfo readMerchant(DocumentReader from) {
        return new MerchantInfo(
                from.text(1),
                from.text(2),
                from.text(3),
                from.text(4),
                from.text(5),
                from.text(6),
                from.text(7),
                from.text(8),
                from.text(9),
                from.group(10, ProfileDocument::readAddress));
    }

    static void writeAddress(DocumentWriter to, Address address) {
        to.text(1, address.line1());
        to.text(2, address.line2());
        to.text(3, address.city());
        to.text(4, address.countrySubdivision());
        to.text(5, address.postalCode());
        to.text(6, address.country());
        to.text(7, address.latitude());
        to.text(8, address.longitude());
    }

    static Address readAddress(DocumentReader from) {
        return new Address(
                from.text(1),
                from.text(2),
                from.text(3),
                from.text(4),
                from.text(5),
                from.text(6),
                from.text(7),
                from.text(8));
    }
}
