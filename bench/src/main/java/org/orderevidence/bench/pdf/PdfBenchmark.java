package org.orderevidence.bench.pdf;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Currency;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
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
import org.orderevidence.receipt.ReceiptPage;
import org.orderevidence.receipt.ReceiptView;
import org.orderevidence.receipt.render.PageHtml;
import org.orderevidence.receipt.render.PdfFonts;
import org.orderevidence.receipt.render.PdfRenderer;

/** Measures how long a receipt lasts as HTML and as a PDF, when the code is warm. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 3)
public class PdfBenchmark {
    /** Number of items; 500 are the most that an order has. */
    @Param({"5", "500"})
    public int items;

    private final PdfRenderer renderer = new PdfRenderer(PdfFonts.own());
    private ReceiptPage page = page(1);

    /** Makes the receipt. */
    @Setup
    public void make() {
        page = page(items);
    }

    private static ReceiptPage page(int items) {
        Currency currency = Currency.getInstance("USD");
        Charge charge = new Charge(
                new Money(1_999, currency),
                OrderTime.on(LocalDate.of(2026, 11, 1)),
                null,
                null,
                PaymentCredential.NONE,
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
        LineItem item = new LineItem("Tea of the season", "100 g, harvest of May", null, 2, 1_999);
        Receipt receipt = new Receipt(
                MerchantInfo.EMPTY, Collections.nCopies(items, item), null, null, null, null, null, null, null, null);
        Order order = new Order(new OrderId("A-1"), null, charge, Customer.NONE, receipt);
        StoredOrder stored = new StoredOrder(order, OrderSources.NONE, 1, Instant.EPOCH, List.of(), List.of());
        return ReceiptPage.of(stored, MerchantInfo.EMPTY, false, ReceiptView.CARDHOLDER);
    }

    /** Returns the receipt as HTML. */
    @Benchmark
    public String html() {
        return PageHtml.receipt(page);
    }

    /** Returns the receipt as a PDF. */
    @Benchmark
    public byte[] pdf() {
        return renderer.pdf(renderer.page(page));
    }
}
