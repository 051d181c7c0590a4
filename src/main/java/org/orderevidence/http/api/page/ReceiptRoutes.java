package org.orderevidence.http.api.page;

import org.orderevidence.account.Scope;
import org.orderevidence.http.server.RequestPath.Resource;
import org.orderevidence.http.server.Routes;
import org.orderevidence.receipt.render.PdfRenderer;
import org.orderevidence.service.EvidenceService;

/** The routes of receipts and evidence sheets. */
public final class ReceiptRoutes {
    private ReceiptRoutes() {}

    /**
     * Adds the routes.
     *
     * @param service reads and judges orders
     * @param pdfs makes PDFs
     */
    public static Routes addTo(Routes routes, EvidenceService service, PdfRenderer pdfs) {
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
