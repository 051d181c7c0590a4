package org.orderevidence.order.part;

import org.orderevidence.order.Customer;
import org.orderevidence.order.Receipt;

/**
 * The fields that one source states about an order. It holds only what was sent: a field that was left out, {@code null}
 * or blank is empty here, and no default is filled in.
 *
 * @param charge about the card movement
 * @param customer about the device, address and login
 * @param receipt about what was bought; no line items means that none are stated
 */
public record Statement(StatedCharge charge, Customer customer, Receipt receipt) {
    /** States nothing. */
    public static final Statement EMPTY = new Statement(StatedCharge.EMPTY, Customer.NONE, Receipt.EMPTY);
}
