package org.orderevidence.service;

import org.orderevidence.evidence.ChargeKeys.ReferenceHasher;
import org.orderevidence.evidence.ElementReading.ElementHasher;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Email;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderReference;

/** The keys under which orders, customers and elements are found and compared: derived from the installation's secret. */
public interface CaseKeys {
    /** The key of a customer. */
    KeyedHash customer(AccountSpace space, Email email);

    /**
     * The key of a card that is known by BIN, last four digits and network.
     *
     * @param binKeyText see {@link org.orderevidence.order.PaymentCredential#binKeyText}
     */
    KeyedHash binCredential(AccountSpace space, String binKeyText);

    /**
     * The reference by which orders with a value are found.
     *
     * @param kind not the customer: see {@link #customer}
     * @param value of a card the first six and the last four digits, otherwise as it was stated
     */
    OrderReference reference(AccountSpace space, OrderReference.Kind kind, String value);

    /** Hashes the elements of orders of this space. */
    ElementHasher elements(AccountSpace space);

    /** Hashes the references of charges of this space. */
    ReferenceHasher references(AccountSpace space);
}
