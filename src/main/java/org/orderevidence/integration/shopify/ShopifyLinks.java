package org.orderevidence.integration.shopify;

import java.util.List;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.ObjectReference;
import org.orderevidence.integration.UnmappableEvent;

/** What leads from an object of Shopify to its order. */
final class ShopifyLinks {
    /** Shopify's numbers are unique among orders only, so the reference has the form of its GraphQL ids. */
    private static final String ORDER = "gid://shopify/Order/";

    private ShopifyLinks() {}

    /** Returns the reference of an order. */
    static ObjectReference order(long orderId) {
        return new ObjectReference(ORDER + orderId);
    }

    /** Returns the links of an object that belongs to an order. */
    static Links ofOrder(long orderId) throws UnmappableEvent {
        return Links.of(List.of(order(orderId)));
    }
}
