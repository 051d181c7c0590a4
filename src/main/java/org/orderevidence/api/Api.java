package org.orderevidence.api;

import java.util.List;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Scope;
import org.orderevidence.api.PaperOperations.PageFormat;
import org.orderevidence.erasure.Erasures;
import org.orderevidence.erasure.Uploads;
import org.orderevidence.http.Failures;
import org.orderevidence.http.Routes;
import org.orderevidence.notification.Notifications;
import org.orderevidence.service.Coverages;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.webhook.CaptureRates;
import org.orderevidence.webhook.IntegrationAdministration;
import org.orderevidence.webhook.WebhookReceiver;

/** The HTTP interface: the table of its paths. */
public final class Api {
    private static final String UPLOAD = "/api/v2/orders/upload";
    private static final String SEARCH = "/api/v2/orders/search";
    private static final String EXPORT = "/api/v2/orders/export";
    private static final String ORDER = "/api/v2/orders/{id}";
    private static final String KEY = "/api/v2/keys/{id}";
    private static final String INTEGRATION = "/api/v2/integrations/{id}";
    private static final String NOTIFICATIONS = "/api/v2/notifications";

    private Api() {}

    /** Returns the table of the interface. */
    public static Routes routes(
            EvidenceService service,
            Uploads uploads,
            Erasures erasures,
            WebhookReceiver webhooks,
            IntegrationAdministration integrations,
            Coverages coverages,
            CaptureRates captureRates,
            Notifications notifications,
            Accounts accounts,
            PaperOperations papers,
            LinkOperations links,
            Failures failures) {
        OrderOperations orders = new OrderOperations(service, erasures, accounts);
        ExportOperation export = new ExportOperation(service, accounts, failures);
        UploadOperations upload = new UploadOperations(service, uploads, accounts, failures);
        FactOperations facts = new FactOperations(service);
        AccountOperations account = new AccountOperations(accounts, failures);
        IntegrationOperations integration = new IntegrationOperations(integrations, accounts, webhooks, failures);
        NotificationOperations notification = new NotificationOperations(notifications, accounts);
        CoverageOperations coverage = new CoverageOperations(service, coverages, captureRates);
        Routes routes = new Routes();
        // Also IDs of orders. Only the order "export" is fetched with another spelling of its path, such as %65xport.
        for (String order : List.of(UPLOAD, SEARCH, EXPORT, ORDER)) {
            routes.addWithQuery("GET", order, Scope.READ, order.equals(EXPORT) ? export : orders::fetch)
                    .add("PATCH", order, Scope.WRITE, orders::patch)
                    .add("DELETE", order, Scope.ADMIN, orders::erase);
        }
        OpenApi.addTo(routes);
        return routes.add("GET", "/livez", null, HealthOperations::alive)
                .add("GET", "/readyz", null, new HealthOperations(service)::ready)
                .add("POST", "/api/v2/track", Scope.WRITE, orders::track)
                .addWithQuery("GET", "/api/v2/orders", Scope.READ, orders::list)
                .add("POST", SEARCH, Scope.READ, orders::search)
                .add("POST", "/api/v2/customers/erase", Scope.ADMIN, orders::eraseCustomer)
                .add("POST", "/api/v2/customers/export", Scope.ADMIN, orders::exportCustomer)
                .add("PUT", ORDER + "/hold", Scope.ADMIN, orders::hold)
                .add("DELETE", ORDER + "/hold", Scope.ADMIN, orders::release)
                .addUpload(UPLOAD, true, upload::orders)
                .addUpload("/api/v2/disputes/upload", false, upload::disputes)
                .addUpload("/api/v2/sightings/upload", false, upload::sightings)
                .addWithQuery("GET", "/api/v2/uploads", Scope.READ, upload::list)
                .add("POST", "/api/v2/uploads/{uploadId}/undo", Scope.ADMIN, upload::undo)
                .addWithQuery("GET", "/api/v2/disputes", Scope.READ, facts::queue)
                .add("GET", ORDER + "/disputes", Scope.READ, facts::disputes)
                .add("POST", ORDER + "/disputes", Scope.WRITE, facts::recordDispute)
                .add("PATCH", ORDER + "/disputes/{disputeId}", Scope.WRITE, facts::changeDispute)
                .add("GET", ORDER + "/fraud-reports", Scope.READ, facts::fraudReports)
                .add("POST", ORDER + "/fraud-reports", Scope.WRITE, facts::recordFraudReport)
                .addWithQuery("GET", "/api/v2/pending", Scope.READ, facts::pending)
                .addWithQuery("GET", ORDER + "/receipt", Scope.READ, e -> papers.receipt(e, null))
                .addWithQuery("GET", ORDER + "/receipt.html", Scope.READ, e -> papers.receipt(e, PageFormat.HTML))
                .addWithQuery("GET", ORDER + "/receipt.pdf", Scope.READ, e -> papers.receipt(e, PageFormat.PDF))
                .addWithQuery("GET", ORDER + "/evidence", Scope.READ, e -> papers.evidence(e, null))
                .addWithQuery("GET", ORDER + "/evidence.html", Scope.READ, e -> papers.evidence(e, PageFormat.HTML))
                .addWithQuery("GET", ORDER + "/evidence.pdf", Scope.READ, e -> papers.evidence(e, PageFormat.PDF))
                .addWithQuery("GET", ORDER + "/submission", Scope.READ, papers::submission)
                .add("POST", ORDER + "/receipt-link", Scope.READ, links::create)
                .add("GET", ORDER + "/receipt-links", Scope.READ, links::list)
                .add("DELETE", ORDER + "/receipt-links/{linkId}", Scope.READ, links::revoke)
                .addWithQuery("GET", "/r/{token*}", null, links::open)
                .addWithQuery("GET", "/api/v2/keys", Scope.ADMIN, account::keys)
                .add("POST", "/api/v2/keys", Scope.ADMIN, account::createKey)
                .add("DELETE", KEY, Scope.ADMIN, account::revokeKey)
                .add("POST", KEY + "/rotate", Scope.ADMIN, account::rotateKey)
                .add("GET", "/api/v2/account", Scope.ADMIN, account::fetch)
                .add("PUT", "/api/v2/account", Scope.ADMIN, account::replace)
                .addWithQuery("GET", "/api/v2/account/audit", Scope.ADMIN, account::audit)
                .addWithQuery("GET", "/api/v2/integrations", Scope.ADMIN, integration::list)
                .add("POST", "/api/v2/integrations", Scope.ADMIN, integration::add)
                .add("GET", INTEGRATION, Scope.ADMIN, integration::fetch)
                .add("DELETE", INTEGRATION, Scope.ADMIN, integration::remove)
                .add("POST", INTEGRATION + "/rotate", Scope.ADMIN, integration::rotate)
                .add("POST", INTEGRATION + "/replay", Scope.ADMIN, integration::replay)
                .addWithQuery("GET", INTEGRATION + "/events", Scope.ADMIN, integration::events)
                .addWithQuery("GET", INTEGRATION + "/tasks", Scope.ADMIN, integration::tasks)
                .add("POST", INTEGRATION + "/tasks/{taskId}/done", Scope.ADMIN, integration::finishTask)
                // No integration has the ID "rotate", "replay", "events" or "tasks".
                .add("POST", "/api/v2/integrations/{platform}/{id}", null, integration::receive)
                .addWithQuery("GET", "/api/v2/changes", Scope.READ, notification::changes)
                .add("GET", NOTIFICATIONS, Scope.ADMIN, notification::fetch)
                .add("PUT", NOTIFICATIONS, Scope.ADMIN, notification::set)
                .add("DELETE", NOTIFICATIONS, Scope.ADMIN, notification::remove)
                .add("POST", NOTIFICATIONS + "/replay", Scope.ADMIN, notification::replay)
                .add("POST", NOTIFICATIONS + "/test", Scope.ADMIN, notification::test)
                .addWithQuery("GET", "/api/v2/coverage", Scope.READ, coverage::fetch)
                .addWithQuery("GET", "/api/v2/coverage/orders", Scope.READ, coverage::orders)
                .addWithQuery("GET", "/api/v2/disputes/stats", Scope.READ, coverage::stats);
    }
}
