package org.orderevidence.api;

import java.time.Duration;
import org.orderevidence.account.Scope;
import org.orderevidence.http.RequestPath.Resource;
import org.orderevidence.http.Routes;
import org.orderevidence.http.limits.LargeWorkTurns;
import org.orderevidence.receipt.render.PdfRenderer;
import org.orderevidence.service.EvidenceService;

/** The routes of receipts and evidence sheets. */
public final class ReceiptRoutes {
    /** Longest time in which a PDF waits for other PDFs. */
    public static final Duration PATIENCE = Duration.ofSeconds(20);

    private ReceiptRoutes() {}

    /**
     * Adds the routes.
     *
     * @param service reads and judges orders
     * @param renderer makes PDFs
     * @param patience longest time in which a PDF waits for other PDFs
     */
    public static Routes addTo(Routes routes, EvidenceService service, PdfRenderer renderer, Duration patience) {
        LargeWorkTurns turns = new LargeWorkTurns(Runtime.getRuntime().availableProcessors());
        PdfWork pdfs = new PdfWork(renderer, turns, patience);
        return routes.addWithQuery(Resource.RECEIPT, "GET", Scope.READ, new ReceiptOperation(service, pdfs, null))
                .addWithQuery(
                        Resource.RECEIPT_HTML, "GET", Scope.READ, new ReceiptOperation(service, pdfs, PageFormat.HTML))
                .addWithQuery(
                        Resource.RECEIPT_PDF, "GET", Scope.READ, new ReceiptOperation(service, pdfs, PageFormat.PDF))
                .addWithQuery(Resource.EVIDENCE, "GET", Scope.READ, new EvidenceOperation(service, pdfs, null))
                .addWithQuery(
                        Resource.EVIDENCE_HTML,
                        "GET",
                        Scope.READ,
                        new EvidenceOperation(service, pdfs, PageFormat.HTML))
                .addWithQuery(
                        Resource.EVIDENCE_PDF, "GET", Scope.READ, new EvidenceOperation(service, pdfs, PageFormat.PDF));
    }
}
