package org.orderevidence.integration.stripe;

import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.StatementDraft;

/** What charges and sessions of Stripe state in the same form about the customer. */
final class StripeCustomer {
    private static final int LONGEST_DEVICE = 256;

    private StripeCustomer() {}

    /** Stripe does not send the IP address, device or login.
     * A merchant can write them to the metadata of a payment. */
    static void metadata(EventJson object, StatementDraft draft) {
        EventJson metadata = object.in("metadata");
        draft.customer(
                metadata.ip("oe_ip"),
                metadata.personalNumber("oe_device", LONGEST_DEVICE),
                metadata.personalLine("oe_account", EventJson.LONGEST_ID));
    }

    /** Where the goods go and to whom. */
    static void shipping(EventJson shipping, StatementDraft draft) {
        EventJson address = shipping.in("address");
        draft.name(shipping.lines("name"))
                .shippingAddress(
                        address.lines("line1"),
                        address.lines("line2"),
                        address.lines("city"),
                        address.lines("state"),
                        address.lines("postal_code"),
                        address.lines("country"));
    }
}
