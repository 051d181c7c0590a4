package org.orderevidence.api;

import java.net.URI;
import java.util.Optional;
import java.util.function.Function;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Failures;
import org.orderevidence.http.RequestPath.Resource;
import org.orderevidence.http.Routes;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.VisitorLimit;
import org.orderevidence.service.ReceiptLinks;

/** The routes of receipt links. */
public final class ReceiptLinkRoutes {
    private ReceiptLinkRoutes() {}

    /**
     * Adds the routes.
     *
     * @param links makes and opens links
     * @param publicUrl the address for a link, by the header {@code Host} of the request; empty if it is not known
     * @param visitors limits requests without a key
     * @param failures answers failures of the store, and bugs
     * @param limits limits of requests
     */
    public static Routes addTo(
            Routes routes,
            ReceiptLinks links,
            Function<String, Optional<URI>> publicUrl,
            VisitorLimit visitors,
            Failures failures,
            Limits limits) {
        return routes.add(Resource.RECEIPT_LINK, "POST", Scope.READ, new CreateReceiptLink(links, publicUrl, limits))
                .add(Resource.RECEIPT_LINKS, "GET", Scope.READ, new ListReceiptLinks(links))
                .add(Resource.RECEIPT_LINK_OF_ORDER, "DELETE", Scope.READ, new RevokeReceiptLink(links))
                .addWithQuery(Resource.RECEIPT_PAGE, "GET", null, new OpenReceiptLink(links, visitors, failures));
    }
}
