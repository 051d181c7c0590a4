package org.orderevidence.shop;

/**
 * A Visa card of a test. {@link #toString} hides everything.
 *
 * @param bin the first six digits
 * @param last4 the last four digits
 * @param token what the payment processor identifies the card by: 8 or more letters and digits
 */
record PaymentCard(String bin, String last4, String token) {
    @Override
    public String toString() {
        return "[card]";
    }
}
