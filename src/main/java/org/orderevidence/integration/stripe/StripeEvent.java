package org.orderevidence.integration.stripe;

import static org.orderevidence.integration.EventJson.required;

import java.time.Instant;
import java.util.Currency;
import java.util.Set;
import org.orderevidence.integration.EventHead;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventVersion;
import org.orderevidence.integration.MinorUnits;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Money;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Values;

/**
 * An event of Stripe.
 *
 * @param head what it states about itself
 * @param time when it was created
 * @param apiVersion the version of Stripe's API in which the object is written, such as {@code 2025-03-31.basil}
 * @param object the object that it is about, as it was at that time
 */
record StripeEvent(EventHead head, Instant time, String apiVersion, EventJson object) {
    /** Reads an event. */
    static StripeEvent read(EventJson event) throws UnmappableEvent {
        String id = required(event.id("id"), "id");
        String type = required(event.line("type", EventJson.LONGEST_ID), "type");
        Instant created = required(event.seconds("created"), "created");
        Boolean live = required(event.flag("livemode"), "livemode");
        Mode mode = live ? Mode.LIVE : Mode.TEST;
        String apiVersion = event.line("api_version", EventJson.LONGEST_ID);
        return new StripeEvent(
                new EventHead(id, type, created, mode),
                created,
                apiVersion == null ? "" : apiVersion,
                event.in("data").in("object"));
    }

    /** Returns the version of what the event states about its object. */
    long version(int rank) {
        return EventVersion.of(time, rank, head.id());
    }

    private static final Set<String> WITHOUT_DECIMALS = Set.of(
            "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF");

    private static final Set<String> WITH_THREE_DECIMALS = Set.of("BHD", "JOD", "KWD", "OMR", "TND");

    /** Returns the currency of an object. */
    static Currency currency(EventJson object) throws UnmappableEvent {
        return MinorUnits.currency(EventJson.required(object.line("currency", 3), "currency"));
    }

    /** Returns an amount of Stripe in minor units of ISO 4217. */
    static Money money(long amount, Currency currency) throws UnmappableEvent {
        return MinorUnits.money(amount, digits(currency.getCurrencyCode()), currency);
    }

    /** Returns how many decimal digits Stripe uses for a currency. */
    static int digits(String code) {
        if (WITHOUT_DECIMALS.contains(code)) {
            return 0;
        }
        return WITH_THREE_DECIMALS.contains(code) ? 3 : 2;
    }

    private static final int LONGEST_DEVICE = 256;

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
