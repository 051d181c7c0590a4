package org.orderevidence.order;

import org.jspecify.annotations.Nullable;

/**
 * A purchase of a customer, keyed by the merchant's own id. This is the canonical form that is
 * stored: blank strings are
 * null, names of enumerations folded, the card's token replaced by a keyed hash.
 *
 * @param revision the merchant's own count of changes, 0 to 2^53; null if it keeps none
 * @param customer the device, address and login it came from
 */
public record Order(OrderId id, @Nullable Long revision, Charge charge, Customer customer, Receipt receipt) {
    /** Largest revision: the largest whole number that every JSON reader keeps exactly. */
    public static final long MAX_REVISION = 1L << 53;

    public Order {
        if (revision != null && (revision < 0 || revision > MAX_REVISION)) {
            throw new IllegalArgumentException("a revision is 0 to 2^53");
        }
    }

    /** Returns name, e-mail address or ID of the customer; {@code null} if none is known. */
    public @Nullable PersonalText knownCustomer() {
        Receipt.PersonName name = receipt.customerName();
        String full = name == null ? null : name.full();
        if (full != null) {
            return new PersonalText(full);
        }
        return receipt.customerEmail() == null ? customer.accountId() : receipt.customerEmail();
    }

    public Order withCharge(Charge changed) {
        return new Order(id, revision, changed, customer, receipt);
    }

    public Order withReceipt(Receipt changed) {
        return new Order(id, revision, charge, customer, changed);
    }
}
