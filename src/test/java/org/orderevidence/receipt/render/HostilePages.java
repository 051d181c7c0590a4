package org.orderevidence.receipt.render;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.ReceiptBuilder;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.DisputeEvidence;
import org.orderevidence.receipt.EvidenceSheet;
import org.orderevidence.receipt.EvidenceSheet.IssuerStatement;
import org.orderevidence.receipt.ReceiptPage;
import org.orderevidence.receipt.ReceiptPage.ReceiptView;
import org.orderevidence.receipt.TestVerdict;

/** Pages on which one text is in every place that can have a text. */
final class HostilePages {
    private static final Currency USD = Currency.getInstance("USD");
    private static final Instant NOW = Instant.parse("2026-11-24T10:00:00Z");

    private HostilePages() {}

    static ReceiptPage receipt(String text) {
        return ReceiptPage.of(stored("A-1", text), MerchantInfo.EMPTY, true, ReceiptView.AGENT);
    }

    static ReceiptPage receiptOf(Order order, ReceiptView view) {
        return ReceiptPage.of(TestVerdict.stored(order), MerchantInfo.EMPTY, true, view);
    }

    static EvidenceSheet sheet(String text) {
        StoredOrder first = stored("P-1", text);
        StoredOrder second = stored("P-2", text);
        Eligibility verdict = new TestVerdict()
                .qualified(text, Element.IP, Element.DEVICE_ID)
                .evidence(Element.IP, text)
                .evidence(Element.DEVICE_ID, text)
                .prior("P-1", "2026-03-01", true, null)
                .prior("P-2", "2026-02-01", true, null)
                .gap("P-1", Eligibility.Gap.ARN)
                .made();
        return EvidenceSheet.of(
                stored("A-1", text),
                verdict,
                Map.of(first.order().id(), first, second.order().id(), second),
                MerchantInfo.EMPTY,
                NOW,
                "0".repeat(64));
    }

    /** A statement whose texts are all this text, in addition to the IDs of the orders. */
    static IssuerStatement statement(String text) {
        StoredOrder first = stored("P-1", text);
        StoredOrder second = stored("P-2", text);
        TestVerdict made = new TestVerdict()
                .qualified(text, Element.values())
                .prior("P-1", "2026-03-01", true, null)
                .prior("P-2", "2026-02-01", true, null);
        for (Element element : Element.values()) {
            made.evidence(element, text);
        }
        DisputeEvidence evidence = DisputeEvidence.of(
                stored("A-1", text),
                made.made(),
                new Dispute("D-1" + text, "10.4", OrderTime.on(LocalDate.parse("2026-11-20")), Dispute.Status.OPEN),
                Map.of(first.order().id(), first, second.order().id(), second),
                Charge.Category.MERCHANDISE);
        return IssuerStatement.of(evidence, MerchantInfo.EMPTY);
    }

    /** An order without any data that can be missing. */
    static Order bare(long amount, String currency) {
        return new Order(
                new OrderId("A-1"),
                null,
                ChargeBuilder.on(LocalDate.parse("2026-10-02"))
                        .amount(amount, currency)
                        .build(),
                Customer.NONE,
                Receipt.EMPTY);
    }

    /** An order with many items, all of the same text. */
    static Order large(int items, String text) {
        return bare(1_999, "USD")
                .withReceipt(new ReceiptBuilder()
                        .lineItems(Collections.nCopies(items, new LineItem(text, text, null, 1, 1_999)))
                        .build());
    }

    private static StoredOrder stored(String id, String text) {
        PersonalText personal = new PersonalText(text);
        Address address = new Address(text, text, text, text, text, text, null, null);
        Charge charge = ChargeBuilder.on(LocalDate.parse("2026-10-02"))
                .credential(new PaymentCredential(null, null, "424242", "4242", new Brand(text)))
                .references(new Charge.References(text, text, text, text, text, text))
                .build();
        Receipt receipt = new ReceiptBuilder()
                .merchant(new MerchantInfo(text, text, text, text, text, text, text, text, text, address))
                .lineItems(List.of(new LineItem(text, text, USD, 2, -500)))
                .customerEmail(personal)
                .customerPhone(personal)
                .customerName(new Receipt.PersonName(text, text))
                .billingAddress(address)
                .shippingAddress(address)
                .delivery(new Receipt.Delivery(text, text, text, null))
                .build();
        return TestVerdict.stored(new Order(
                new OrderId(id), null, charge, new Customer(personal, personal, personal, personal), receipt));
    }
}
