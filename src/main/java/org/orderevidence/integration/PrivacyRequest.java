package org.orderevidence.integration;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.PersonalText;

/** A request of a shop platform on behalf of a customer or a shop. A person decides about it. */
public sealed interface PrivacyRequest {
    /**
     * A customer.
     *
     * @param id the platform's id; empty if not sent
     * @param email empty if not sent
     * @param phone empty if not sent
     */
    record Customer(
            @Nullable PersonalText id,
            @Nullable PersonalText email,
            @Nullable PersonalText phone) {}

    /**
     * Erase the data of these orders of a customer.
     *
     * @param shop the shop's domain
     * @param customer the customer whose data is meant
     * @param orders the orders
     */
    record EraseCustomer(String shop, Customer customer, List<ObjectReference> orders) implements PrivacyRequest {
        public EraseCustomer {
            orders = List.copyOf(orders);
        }
    }

    /**
     * Give the customer the data of these orders.
     *
     * @param shop the shop's domain
     * @param customer the customer whose data is meant
     * @param orders the orders
     */
    record ExportCustomer(String shop, Customer customer, List<ObjectReference> orders) implements PrivacyRequest {
        public ExportCustomer {
            orders = List.copyOf(orders);
        }
    }

    /**
     * Erase all data of a shop that removed the app.
     *
     * @param shop the shop's domain
     */
    record EraseShop(String shop) implements PrivacyRequest {}
}
