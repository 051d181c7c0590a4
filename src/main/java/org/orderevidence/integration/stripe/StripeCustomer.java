package org.orderevidence.integration.stripe;

import org.orderevidence.integration.EventJson;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Values;

/** What charges and sessions of Stripe state in the same form about the customer. */
final class StripeCustomer {
    private static final int LONGEST_DEVICE = 256;

    private StripeCustomer() {}

    /** Stripe does not send the IP address, device or login.
     * A merchant can write them to the metadata of a payment. */
    static void metadata(EventJson object, Values draft) {
        EventJson metadata = object.in("metadata");
        draft.put(OrderFields.IP, metadata.ip("oe_ip"))
                .put(OrderFields.DEVICE_ID, metadata.personalNumber("oe_device", LONGEST_DEVICE))
                .put(OrderFields.CUSTOMER_ACCOUNT_ID, metadata.personalLine("oe_account", EventJson.LONGEST_ID));
    }

    /** Where the goods go and to whom. */
    static void shipping(EventJson shipping, Values draft) {
        EventJson address = shipping.in("address");
        // Of a name in one text, the last word is the family name.
        String name = shipping.lines("name");
        int blank = name == null ? -1 : name.lastIndexOf(' ');
        draft.put(
                        OrderFields.CUSTOMER_NAME,
                        name == null || blank < 0
                                ? null
                                : name.substring(0, blank).strip(),
                        name == null ? null : name.substring(blank + 1))
                .put(
                        OrderFields.SHIPPING_ADDRESS,
                        address.lines("line1"),
                        address.lines("line2"),
                        address.lines("city"),
                        address.lines("state"),
                        address.lines("postal_code"),
                        address.lines("country"));
    }
}
