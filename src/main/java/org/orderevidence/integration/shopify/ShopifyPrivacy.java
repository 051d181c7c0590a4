package org.orderevidence.integration.shopify;

import static org.orderevidence.integration.EventJson.required;

import java.util.List;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.ObjectReference;
import org.orderevidence.integration.PrivacyRequest;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.PersonalText;

/** Maps the topics about personal data that every app of Shopify must take. */
final class ShopifyPrivacy {
    private ShopifyPrivacy() {}

    static PrivacyRequest map(String topic, EventJson body) throws UnmappableEvent {
        String shop = required(body.line("shop_domain", 255), "shop_domain");
        return switch (topic) {
            case "customers/redact" ->
                new PrivacyRequest.EraseCustomer(shop, customer(body), orders(body, "orders_to_redact"));
            case "customers/data_request" ->
                new PrivacyRequest.ExportCustomer(shop, customer(body), orders(body, "orders_requested"));
            case "shop/redact" -> eraseShop(shop, body);
            default -> throw new UnmappableEvent(Mapping.Reason.UNKNOWN_TYPE, topic);
        };
    }

    /** A recorded request about one customer must not erase the shop: the topic is not signed. */
    private static PrivacyRequest eraseShop(String shop, EventJson body) throws UnmappableEvent {
        if (body.has("customer") || body.has("orders_to_redact") || body.has("orders_requested")) {
            throw new UnmappableEvent(Mapping.Reason.UNREADABLE, "the body is that of another topic");
        }
        return new PrivacyRequest.EraseShop(shop);
    }

    private static PrivacyRequest.Customer customer(EventJson body) throws UnmappableEvent {
        if (!body.hasObject("customer")) {
            throw new UnmappableEvent(Mapping.Reason.MISSING_FIELD, "customer");
        }
        EventJson customer = body.in("customer");
        String id = customer.id("id");
        return new PrivacyRequest.Customer(
                id == null ? null : new PersonalText(id), customer.personal("email"), customer.telephone("phone"));
    }

    private static List<ObjectReference> orders(EventJson body, String name) throws UnmappableEvent {
        if (!body.hasList(name)) {
            throw new UnmappableEvent(Mapping.Reason.MISSING_FIELD, name);
        }
        return body.integers(name).stream().map(ShopifyLinks::order).toList();
    }
}
