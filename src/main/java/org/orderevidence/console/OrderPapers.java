package org.orderevidence.console;

import org.orderevidence.account.Scope;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Operation;
import org.orderevidence.http.Routes;
import org.orderevidence.http.limits.Places;

/** The receipt, the worksheet and the evidence for the issuer of an order: the operations of the HTTP interface, for a session. */
final class OrderPapers {
    private static final String PATH = "/console/orders/{id}";

    private static final String API = "/api/v2/orders/{id}";

    private OrderPapers() {}

    /**
     * Adds the pages.
     *
     * @param pages gets them
     * @param routes has the operations of the HTTP interface
     */
    static void addTo(PageRoutes pages, Routes routes) {
        add(pages, "/receipt", routes.operation("GET", API + "/receipt.html"));
        add(pages, "/receipt.pdf", routes.operation("GET", API + "/receipt.pdf"));
        add(pages, "/evidence", routes.operation("GET", API + "/evidence.html"));
        add(pages, "/evidence.pdf", routes.operation("GET", API + "/evidence.pdf"));
    }

    private static void add(PageRoutes pages, String end, Operation operation) {
        pages.add(PATH + end, "GET", Scope.READ, visit -> show(visit, operation));
    }

    private static Answer show(Visit visit, Operation operation) {
        try (Places.Place _ = visit.read()) {
            Answer answer = operation.answer(visit.exchange());
            return switch (answer.status()) {
                case 200 -> answer;
                case 404 -> OrderPages.notFound(visit);
                // The page of the order says what is missing.
                case 409 -> Visit.redirect(Visit.orderPath(visit.parameter("id")) + "#issuer");
                case 503 -> visit.error(ErrorPage.BUSY, answer.headers());
                default ->
                    visit.notFound(
                            "Page not found", "The address of this page is not valid. Open the page from the order.");
            };
        }
    }
}
