package org.orderevidence.receipt.render;

import java.util.Collections;
import java.util.List;
import org.orderevidence.receipt.page.Fact;
import org.orderevidence.receipt.page.FactGroup;
import org.orderevidence.receipt.page.ReceiptPage;
import org.orderevidence.receipt.page.ReceiptView;
import org.orderevidence.receipt.page.Status;
import org.orderevidence.receipt.page.Tone;

/** A receipt with invented data, which warms up the renderer. */
final class SampleReceipt {
    private static final int ITEMS = 12;

    private SampleReceipt() {}

    static ReceiptPage page() {
        Fact fact = new Fact("Card", List.of("Visa ending in 4242"), null);
        return new ReceiptPage(
                ReceiptView.CARDHOLDER,
                "Receipt",
                "Merchant",
                "What it sells",
                "A-1",
                "1 January 2026",
                "19.99 USD",
                new Status(Tone.GOOD, "Paid"),
                Collections.nCopies(ITEMS, new ReceiptPage.Item("Item", "More about it", "1", "19.99 USD")),
                List.of(fact),
                List.of(new FactGroup("Payment", List.of(fact, fact)), new FactGroup("Delivery", List.of(fact))),
                List.of(new Fact("Refund policy", List.of("https://example.com"), "https://example.com")),
                List.of());
    }
}
