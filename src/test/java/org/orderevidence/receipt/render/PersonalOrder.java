package org.orderevidence.receipt.render;

import java.util.List;
import org.orderevidence.order.Address;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Order;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.ReceiptBuilder;

/** An order with all data of its customer. */
final class PersonalOrder {
    /** Shown to the cardholder. */
    static final List<String> CONTACT =
            List.of("Zyxwv", "Utsrq", "+49 30 4711", "Ponml Street 1", "Kjihg Street 2", "98765");

    /** Shown to support agents only. */
    static final List<String> IDENTITY = List.of(
            "buyer@example.com",
            "203.0.113.77",
            "device-id-of-the-buyer",
            "fingerprint-of-the-buyer",
            "login-of-buyer");

    private PersonalOrder() {}

    static Order made() {
        Order bare = HostilePages.bare(1_999, "USD");
        return new Order(
                bare.id(),
                null,
                bare.charge(),
                new Customer(
                        new PersonalText("203.0.113.77"),
                        new PersonalText("device-id-of-the-buyer"),
                        new PersonalText("fingerprint-of-the-buyer"),
                        new PersonalText("login-of-buyer")),
                new ReceiptBuilder()
                        .customerName(new Receipt.PersonName("Zyxwv", "Utsrq"))
                        .customerPhone(new PersonalText("+49 30 4711"))
                        .customerEmail("buyer@example.com")
                        .billingAddress(new Address("Ponml Street 1", null, "Berlin", null, "98765", "DE", null, null))
                        .shippingAddress(new Address("Kjihg Street 2", null, "Berlin", null, "98765", "DE", null, null))
                        .build());
    }
}
