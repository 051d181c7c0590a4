package org.orderevidence.api;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Account;
import org.orderevidence.evidence.Profile;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.order.OrderId;
import org.orderevidence.receipt.ReceiptPage;
import org.orderevidence.receipt.ReceiptView;
import org.orderevidence.receipt.render.PageHtml;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.FetchedOrder;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.QueryParameters;

/** Returns the receipt of an order, as HTML or PDF. */
final class ReceiptOperation implements Operation {
    private final EvidenceService service;
    private final PdfWork pdfs;
    private final @Nullable PageFormat named;

    /**
     * @param service reads and judges the order
     * @param pdfs makes PDFs
     * @param named the format that the path names; {@code null} if it names none
     */
    ReceiptOperation(EvidenceService service, PdfWork pdfs, @Nullable PageFormat named) {
        this.service = service;
        this.pdfs = pdfs;
        this.named = named;
    }

    @Override
    public Answer answer(Exchange exchange) {
        PageFormat format = PageAnswers.format(exchange, named);
        if (format == null) {
            return PageAnswers.notAcceptable(exchange);
        }
        Faults faults = new Faults(Faults.Unknown.REFUSED);
        QueryParameters query = exchange.query();
        ReceiptView view = view(query, faults);
        query.refuseOthers(List.of("view"), faults);
        if (faults.refuse()) {
            return exchange.invalidParameters(faults);
        }
        return format == PageFormat.PDF
                ? pdfs.inTurn(exchange, () -> answer(exchange, view, format))
                : answer(exchange, view, format);
    }

    private Answer answer(Exchange exchange, ReceiptView view, PageFormat format) {
        exchange.share().hold(RequestMemory.FETCH);
        OrderId id = exchange.orderId();
        Optional<FetchedOrder> fetched =
                id == null ? Optional.empty() : service.fetch(exchange.space(), id, null, Profile.VISA);
        if (fetched.isEmpty()) {
            return exchange.orderNotFound();
        }
        Account account = fetched.get().account();
        ReceiptPage page = ReceiptPage.of(fetched.get().order(), account.profile(), account.showsLogo(), view);
        return switch (format) {
            case HTML -> PageAnswers.html(exchange, PageHtml.receipt(page), PageHtml.policy(page));
            case PDF -> pdfs.pdf(exchange, pdfs.renderer().page(page), "receipt-" + page.orderId());
        };
    }

    private static ReceiptView view(QueryParameters query, Faults faults) {
        String text = query.single("view", faults);
        if (text == null) {
            return ReceiptView.CARDHOLDER;
        }
        return ReceiptView.parse(text).orElseGet(() -> {
            QueryParameters.error("view", "view must be cardholder or agent", faults);
            return ReceiptView.CARDHOLDER;
        });
    }
}
