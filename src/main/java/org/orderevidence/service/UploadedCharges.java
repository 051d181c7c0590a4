package org.orderevidence.service;

import java.util.Collection;
import org.orderevidence.order.AccountSpace;

/** Receives the charges of orders that were just uploaded. A platform may have stated them under another order ID. */
@FunctionalInterface
public interface UploadedCharges {
    /** Receives the charges of some orders. Returns immediately. */
    void uploaded(AccountSpace space, Collection<String> chargeIds);
}
