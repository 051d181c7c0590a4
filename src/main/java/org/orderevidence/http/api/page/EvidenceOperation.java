package org.orderevidence.http.api.page;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.rule.Eligibility;
import org.orderevidence.http.json.JsonWriter;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.http.server.Answer;
import org.orderevidence.http.server.Exchange;
import org.orderevidence.http.server.Operation;
import org.orderevidence.http.wire.Faults;
import org.orderevidence.http.wire.QueryParameters;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.page.EvidenceSheet;
import org.orderevidence.receipt.render.PageHtml;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.FetchedOrder;

/** Returns the evidence sheet of an order, as HTML or PDF. */
final class EvidenceOperation implements Operation {
    private final EvidenceService service;
    private final PdfWork pdfs;
    private final @Nullable PageFormat named;

    /**
     * @param service reads and judges the order
     * @param pdfs makes PDFs
     * @param named the format that the path names; {@code null} if it names none
     */
    EvidenceOperation(EvidenceService service, PdfWork pdfs, @Nullable PageFormat named) {
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
        FetchQuery asked = FetchQuery.read(query, faults);
        query.refuseOthers(FetchQuery.PARAMETERS, faults);
        if (faults.refuse()) {
            return exchange.invalidParameters(faults);
        }
        return format == PageFormat.PDF
                ? pdfs.inTurn(exchange, () -> answer(exchange, asked, format))
                : answer(exchange, asked, format);
    }

    private Answer answer(Exchange exchange, FetchQuery asked, PageFormat format) {
        exchange.share().hold(RequestMemory.FETCH);
        OrderId id = exchange.orderId();
        Optional<FetchedOrder> fetched =
                id == null ? Optional.empty() : service.fetch(exchange.space(), id, asked.asOf(), asked.profile());
        if (fetched.isEmpty()) {
            return exchange.orderNotFound();
        }
        EvidenceSheet sheet = sheet(exchange, fetched.get());
        return switch (format) {
            case HTML -> PageAnswers.html(exchange, PageHtml.sheet(sheet), PageHtml.POLICY);
            case PDF -> pdfs.pdf(exchange, pdfs.renderer().page(sheet), "evidence-" + sheet.orderId());
        };
    }

    private EvidenceSheet sheet(Exchange exchange, FetchedOrder fetched) {
        List<OrderId> pair = fetched.eligibility().priorTransactions().stream()
                .filter(Eligibility.PriorTransaction::selected)
                .map(Eligibility.PriorTransaction::orderId)
                .toList();
        Map<OrderId, StoredOrder> priors = service.orders(exchange.space(), pair);
        return EvidenceSheet.of(
                fetched.order(),
                fetched.eligibility(),
                priors,
                fetched.account().profile(),
                service.now(),
                factsHash(exchange, fetched, pair, priors));
    }

    /**
     * Returns the SHA-256 of the facts: the answer to a fetch of the order, and after it, each on a line of its own, the
     * charge and the receipt of both chosen orders.
     */
    private static String factsHash(
            Exchange exchange, FetchedOrder fetched, List<OrderId> pair, Map<OrderId, StoredOrder> priors) {
        try (JsonWriter json = exchange.json()) {
            FetchedOrderWriter.write(json, fetched);
        }
        for (OrderId id : pair) {
            StoredOrder prior = priors.get(id);
            if (prior != null) {
                exchange.body().append((byte) '\n');
                try (JsonWriter json = exchange.json()) {
                    json.writeStartObject();
                    FetchedOrderWriter.writeOrder(json, prior, fetched.account().profile());
                    json.writeEndObject();
                }
            }
        }
        MessageDigest digest = sha256();
        digest.update(exchange.body().body());
        exchange.body().clear();
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("the JDK has no SHA-256", missing);
        }
    }
}
