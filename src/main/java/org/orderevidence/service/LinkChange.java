package org.orderevidence.service;

import org.orderevidence.service.ReceiptLinks.LinkToken;

/** Result of the request for a new link. */
public sealed interface LinkChange {
    /**
     * The link was made.
     *
     * @param token the secret, which is available only now
     * @param link the public data
     */
    record Made(LinkToken token, ReceiptLink link) implements LinkChange {}

    /** The account has no order with this ID. */
    record OrderNotFound() implements LinkChange {}

    /** The order has as many links as it can have. */
    record TooMany() implements LinkChange {}
}
