package org.orderevidence.service;

/** An order already has as many parts as it may have. */
public final class TooManyParts extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyParts() {
        super("the order has too many parts", null, false, false);
    }
}
