package org.orderevidence.receipt;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderSources;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;

/** An order of no merchant, for previews of receipts. */
public final class SampleOrder {
    private static final Instant TIME = Instant.parse("2026-03-14T09:30:00Z");
    private static final long TOTAL = 4_350;
    private static final Receipt.Totals TOTALS = new Receipt.Totals(3_800L, 0L, 550L, null);

    private SampleOrder() {}

    /**
     * Returns its receipt for the cardholder.
     *
     * @param showsLogo true if the account allows that pages show the logo as an image
     */
    public static ReceiptPage receipt(MerchantInfo profile, boolean showsLogo) {
        return ReceiptPage.of(stored(), profile, showsLogo, ReceiptView.CARDHOLDER);
    }

    private static StoredOrder stored() {
        Charge charge = new Charge(
                new Money(TOTAL, Currency.getInstance("USD")),
                OrderTime.at(TIME),
                null,
                null,
                new PaymentCredential(null, null, null, "4242", new Brand("visa")),
                Charge.References.NONE,
                Charge.Verification.NONE,
                Charge.Status.SUCCEEDED,
                false,
                null,
                false,
                false,
                false,
                Charge.Type.PURCHASE,
                null,
                null);
        Receipt receipt = new Receipt(
                MerchantInfo.EMPTY,
                List.of(
                        new LineItem("Green tea, 100 g", "First harvest", null, 2, 2_400),
                        new LineItem("Porcelain cup", null, null, 1, 1_400)),
                null,
                null,
                null,
                null,
                null,
                null,
                new Receipt.Delivery("delivered", "Parcel post", null, OrderTime.on(LocalDate.of(2026, 3, 17))),
                TOTALS);
        Order order = new Order(new OrderId("SAMPLE-1"), null, charge, Customer.NONE, receipt);
        return new StoredOrder(order, OrderSources.NONE, 1, TIME, List.of(), List.of());
    }
}
