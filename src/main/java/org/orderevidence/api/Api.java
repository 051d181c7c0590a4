package org.orderevidence.api;

import java.util.function.Consumer;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Scope;
import org.orderevidence.http.AccessLog;
import org.orderevidence.http.Failures;
import org.orderevidence.http.HttpServer;
import org.orderevidence.http.RequestPath.Resource;
import org.orderevidence.http.Routes;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.LimitsDoNotFit;
import org.orderevidence.service.Coverages;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.webhook.CaptureRates;
import org.orderevidence.webhook.IntegrationAdministration;
import org.orderevidence.webhook.WebhookReceiver;
import tools.jackson.databind.JsonNode;

/** The HTTP interface: all its routes, served. */
public final class Api {
    private Api() {}

    /**
     * Serves the interface on a port.
     *
     * @param host name or address to listen on
     * @param port port to listen on; 0 picks a free one
     * @param limits what requests must keep to
     * @param service performs the operations
     * @param webhooks receives webhooks
     * @param integrations changes integrations
     * @param coverages returns the coverage of an account
     * @param captureRates returns how often its new orders have what evidence needs
     * @param accounts finds the account of a key
     * @param failures answers failures that the client did not cause
     * @param log has an entry for each request
     * @param more adds the routes of other interfaces
     * @throws HttpServer.CannotListen when it cannot listen there
     * @throws LimitsDoNotFit when the heap is too small for the limits
     */
    public static HttpServer serve(
            String host,
            int port,
            Limits limits,
            EvidenceService service,
            WebhookReceiver webhooks,
            IntegrationAdministration integrations,
            Coverages coverages,
            CaptureRates captureRates,
            Accounts accounts,
            Failures failures,
            AccessLog log,
            Consumer<Routes> more) {
        Routes routes =
                routes(limits, service, webhooks, integrations, coverages, captureRates, accounts, failures);
        more.accept(routes);
        return HttpServer.start(host, port, limits, routes, accounts, failures, log);
    }

    /** Returns the routes of the interface, see {@link #serve}. */
    public static Routes routes(
            Limits limits,
            EvidenceService service,
            WebhookReceiver webhooks,
            IntegrationAdministration integrations,
            Coverages coverages,
            CaptureRates captureRates,
            Accounts accounts,
            Failures failures) {
        Routes routes = ofOrders(service, webhooks, accounts, limits, failures)
                .addWithQuery(Resource.COVERAGE, "GET", Scope.READ, new CoverageOperation(coverages, captureRates));
        IntegrationRoutes.addTo(routes, integrations, accounts, failures, limits);
        return routes;
    }

    /** Returns the OpenAPI description of the interface. */
    public static JsonNode description() {
        return OpenApiOperation.tree();
    }

    private static Routes ofOrders(
            EvidenceService service, WebhookReceiver webhooks, Accounts accounts, Limits limits, Failures failures) {
        PatchOperation patch = new PatchOperation(service, limits);
        FetchOperation fetch = new FetchOperation(service);
        DisputeOperation dispute = new DisputeOperation(service, limits);
        return Administration.addTo(new Routes(), accounts, failures, limits)
                .add(Resource.TRACK, "POST", Scope.WRITE, new TrackOperation(service, limits))
                .add(Resource.UPLOAD, "POST", Scope.WRITE, new UploadOperation(service, failures, limits))
                // "upload" is an order id as well.
                .addWithQuery(Resource.UPLOAD, "GET", Scope.READ, fetch)
                .add(Resource.UPLOAD, "PATCH", Scope.WRITE, patch)
                .add(Resource.SEARCH, "POST", Scope.READ, new SearchOperation(service, limits))
                // The same applies to "search".
                .addWithQuery(Resource.SEARCH, "GET", Scope.READ, fetch)
                .add(Resource.SEARCH, "PATCH", Scope.WRITE, patch)
                .addWithQuery(Resource.ORDERS, "GET", Scope.READ, new ListOperation(service, limits))
                .addWithQuery(Resource.ORDER, "GET", Scope.READ, fetch)
                .add(Resource.ORDER, "PATCH", Scope.WRITE, patch)
                .add(Resource.DISPUTES, "POST", Scope.WRITE, dispute::record)
                .add(Resource.DISPUTES, "GET", Scope.READ, FactListOperation.disputes(service))
                .add(Resource.DISPUTE, "PATCH", Scope.WRITE, dispute::change)
                .add(Resource.FRAUD_REPORTS, "POST", Scope.WRITE, new FraudReportOperation(service, limits))
                .add(Resource.FRAUD_REPORTS, "GET", Scope.READ, FactListOperation.fraudReports(service))
                .addWithQuery(Resource.PENDING, "GET", Scope.READ, new PendingOperation(service, limits))
                .add(Resource.WEBHOOK, "POST", null, new WebhookOperation(webhooks, limits))
                .add(Resource.OPENAPI, "GET", null, OpenApiOperation.json())
                .add(Resource.DOCS, "GET", null, ReferencePage.page(OpenApiOperation::tree))
                .add(Resource.DOCS_STYLE, "GET", null, ReferencePage.style())
                .add(Resource.PROBLEM, "GET", null, ProblemPage::answer)
                .add(Resource.LIVEZ, "GET", null, HealthOperation::alive)
                .add(Resource.READYZ, "GET", null, new HealthOperation(service, failures));
    }
}
