package org.orderevidence.integration.stripe;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.ObjectReference;
import org.orderevidence.integration.OrderIdHint;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.Money;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.Values;

/** Maps a completed checkout session of Stripe: what was bought and by whom. The charge has the payment. */
final class StripeSession {
    private final MapperSettings settings;

    StripeSession(MapperSettings settings) {
        this.settings = settings;
    }

    EventStatement map(StripeEvent event) throws UnmappableEvent {
        EventJson session = event.object();
        String id = required(session.id("id"), "id");
        String payment = session.id("payment_intent");
        String invoice = session.id("invoice");
        if (payment == null && invoice == null) {
            throw new UnmappableEvent(Mapping.Reason.NO_PAYMENT, "a session without payment_intent and invoice");
        }
        EventJson customer = session.in("customer_details");
        EventJson collected = session.in("collected_information");
        // The first payment of a subscription has an invoice like its renewals. The session shows that it is not one.
        Values draft = new Values(OrderFields.ORDER)
                .put(OrderFields.RECURRING, Boolean.FALSE)
                .put(OrderFields.CUSTOMER_EMAIL, first(customer.personal("email"), session.personal("customer_email")))
                .put(OrderFields.CUSTOMER_PHONE, customer.telephone("phone"))
                .put(OrderFields.LINE_ITEMS, lineItems(session));
        StripeEvent.metadata(session, draft);
        // Newer API versions moved it.
        StripeEvent.shipping(
                (collected.hasObject("shipping_details") ? collected : session).in("shipping_details"), draft);
        return new EventStatement.OfPart(
                settings.part(
                        "session/" + id,
                        event.version(0),
                        new PlatformObject(PlatformObject.Kind.OTHER, draft.statement())),
                null,
                links(session, id, payment, invoice));
    }

    private Links links(EventJson session, String id, @Nullable String payment, @Nullable String invoice)
            throws UnmappableEvent {
        return Links.named(
                settings,
                ObjectReference.of(payment, id, invoice),
                OrderIdHint.Kind.METADATA,
                session.in("metadata").orderId(settings.text(Stripe.ORDER_ID_KEY)),
                settings.has(Stripe.TRUST_CLIENT_REFERENCE) ? clientReference(session) : null,
                settings.hint(OrderIdHint.Kind.PAYMENT, payment));
    }

    /** A shopper can set it in a payment link. Without a readable amount it is not used. */
    private @Nullable OrderIdHint clientReference(EventJson session) {
        Money total = total(session);
        return total == null
                ? null
                : OrderIdHint.of(
                        OrderIdHint.Kind.CLIENT_REFERENCE,
                        settings.settings().orderIdPrefix(),
                        session.line("client_reference_id", EventJson.LONGEST_ID),
                        total);
    }

    private static @Nullable Money total(EventJson session) {
        Long total = session.integer("amount_total");
        try {
            return total == null ? null : StripeEvent.money(total, StripeEvent.currency(session));
        } catch (UnmappableEvent unreadable) {
            return null;
        }
    }

    /** The items, if the merchant's Stripe account sends them with the session. An item that is odd is left out. */
    private static List<LineItem> lineItems(EventJson session) {
        List<LineItem> items = new ArrayList<>();
        for (EventJson item : session.in("line_items").list("data", Receipt.MAX_LINE_ITEMS)) {
            String name = item.lines("description");
            Long quantity = item.integer("quantity");
            Long total = item.integer("amount_total");
            boolean counted = quantity != null && quantity > 0 && quantity <= LineItem.MAX_QUANTITY;
            if (name != null && total != null && quantity != null && counted) {
                try {
                    Currency currency = StripeEvent.currency(item);
                    long price = StripeEvent.money(total, currency).amountMinor();
                    items.add(new LineItem(name, null, currency, quantity, price));
                } catch (UnmappableEvent odd) {
                    // The item is left out.
                }
            }
        }
        return items;
    }
}
