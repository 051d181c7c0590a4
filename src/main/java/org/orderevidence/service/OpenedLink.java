package org.orderevidence.service;

import org.orderevidence.account.Accounts.Account;
import org.orderevidence.order.StoredOrder;

/** What someone finds who opens a link. */
public sealed interface OpenedLink {
    /**
     * An order.
     *
     * @param account whose it is; its profile fills the receipt
     * @param order the order as it is now
     */
    record Found(Account account, StoredOrder order) implements OpenedLink {}

    /** The link was valid. */
    record Expired() implements OpenedLink {}

    /** There is no such link, or it was revoked, or its order does not exist any more. */
    record Unknown() implements OpenedLink {}
}
