package org.orderevidence.store.document;

import org.orderevidence.order.Address;
import org.orderevidence.order.MerchantInfo;

/** The one stored form of an account's profile; also how an order's own merchant information is kept in it. */
public final class ProfileDocument {
    private static final int KIND = 'M';
    private static final int VERSION = 1;

    private ProfileDocument() {}

    /** The bytes of a profile; errors as {@link OrderDocument#encode}. */
    public static byte[] encode(MerchantInfo profile) {
        return DocumentWriter.document(KIND, VERSION, profile, ProfileDocument::writeMerchant);
    }

    /**
     * The profile of these bytes.
     *
     * @throws UnreadableDocument when they are damaged or from a newer program
     */
    public static MerchantInfo decode(byte[] bytes) {
        return DocumentReader.document(KIND, VERSION, bytes, ProfileDocument::readMerchant);
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
