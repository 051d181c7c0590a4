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
        Routes routes = new Routes();
        addOrders(
                routes,
                new OrderOperations(service, erasures, accounts),
                new ExportOperation(service, accounts, failures));
        addUploads(routes, new UploadOperations(service, uploads, accounts, failures));
        addFacts(routes, new FactOperations(service));
        addPapers(routes, papers, links);
        addAdministration(routes, new AccountOperations(accounts, failures));
        addIntegrations(routes, new IntegrationOperations(integrations, accounts, webhooks, failures));
        addOpen(routes, new HealthOperations(service));
        addNotifications(routes, new NotificationOperations(notifications, accounts));
        CoverageOperations coverage = new CoverageOperations(service, coverages, captureRates);
        return routes.addWithQuery("GET", "/api/v2/coverage", Scope.READ, coverage::fetch)
                .addWithQuery("GET", "/api/v2/coverage/orders", Scope.READ, coverage::orders)
                .addWithQuery("GET", "/api/v2/disputes/stats", Scope.READ, coverage::stats);
    }

    /**
     * The last words of the paths are also order IDs. Only the order {@code export} is fetched with another spelling of its
     * path, such as {@code %65xport}.
     */
    private static void addOrders(Routes routes, OrderOperations orders, ExportOperation export) {
        routes.add("POST", "/api/v2/track", Scope.WRITE, orders::track)
                .addWithQuery("GET", "/api/v2/orders", Scope.READ, orders::list)
                .add("POST", SEARCH, Scope.READ, orders::search)
                .add("POST", "/api/v2/customers/erase", Scope.ADMIN, orders::eraseCustomer)
                .add("POST", "/api/v2/customers/export", Scope.ADMIN, orders::exportCustomer);
        for (String order : List.of(UPLOAD, SEARCH, EXPORT, ORDER)) {
            routes.addWithQuery("GET", order, Scope.READ, order.equals(EXPORT) ? export : orders::fetch)
                    .add("PATCH", order, Scope.WRITE, orders::patch)
                    .add("DELETE", order, Scope.ADMIN, orders::erase);
        }
        routes.add("PUT", ORDER + "/hold", Scope.ADMIN, orders::hold)
                .add("DELETE", ORDER + "/hold", Scope.ADMIN, orders::release);
    }

    private static void addUploads(Routes routes, UploadOperations uploads) {
        routes.addUpload(UPLOAD, true, uploads::orders)
                .addUpload("/api/v2/disputes/upload", false, uploads::disputes)
                .addUpload("/api/v2/sightings/upload", false, uploads::sightings)
                .addWithQuery("GET", "/api/v2/uploads", Scope.READ, uploads::list)
                .add("POST", "/api/v2/uploads/{uploadId}/undo", Scope.ADMIN, uploads::undo);
    }

    private static void addFacts(Routes routes, FactOperations facts) {
        routes.addWithQuery("GET", "/api/v2/disputes", Scope.READ, facts::queue);
        routes.add("GET", ORDER + "/disputes", Scope.READ, facts::disputes)
                .add("POST", ORDER + "/disputes", Scope.WRITE, facts::recordDispute)
                .add("PATCH", ORDER + "/disputes/{disputeId}", Scope.WRITE, facts::changeDispute)
                .add("GET", ORDER + "/fraud-reports", Scope.READ, facts::fraudReports)
                .add("POST", ORDER + "/fraud-reports", Scope.WRITE, facts::recordFraudReport)
                .addWithQuery("GET", "/api/v2/pending", Scope.READ, facts::pending);
    }

    private static void addPapers(Routes routes, PaperOperations papers, LinkOperations links) {
        routes.addWithQuery("GET", ORDER + "/receipt", Scope.READ, e -> papers.receipt(e, null))
                .addWithQuery("GET", ORDER + "/receipt.html", Scope.READ, e -> papers.receipt(e, PageFormat.HTML))
                .addWithQuery("GET", ORDER + "/receipt.pdf", Scope.READ, e -> papers.receipt(e, PageFormat.PDF))
                .addWithQuery("GET", ORDER + "/evidence", Scope.READ, e -> papers.evidence(e, null))
                .addWithQuery("GET", ORDER + "/evidence.html", Scope.READ, e -> papers.evidence(e, PageFormat.HTML))
                .addWithQuery("GET", ORDER + "/evidence.pdf", Scope.READ, e -> papers.evidence(e, PageFormat.PDF))
                .addWithQuery("GET", ORDER + "/submission", Scope.READ, papers::submission)
                .add("POST", ORDER + "/receipt-link", Scope.READ, links::create)
                .add("GET", ORDER + "/receipt-links", Scope.READ, links::list)
                .add("DELETE", ORDER + "/receipt-links/{linkId}", Scope.READ, links::revoke)
                .addWithQuery("GET", "/r/{token*}", null, links::open);
    }

    private static void addAdministration(Routes routes, AccountOperations account) {
        routes.addWithQuery("GET", "/api/v2/keys", Scope.ADMIN, account::keys)
                .add("POST", "/api/v2/keys", Scope.ADMIN, account::createKey)
                .add("DELETE", KEY, Scope.ADMIN, account::revokeKey)
                .add("POST", KEY + "/rotate", Scope.ADMIN, account::rotateKey)
                .add("GET", "/api/v2/account", Scope.ADMIN, account::fetch)
                .add("PUT", "/api/v2/account", Scope.ADMIN, account::replace)
                .addWithQuery("GET", "/api/v2/account/audit", Scope.ADMIN, account::audit);
    }

    private static void addIntegrations(Routes routes, IntegrationOperations integrations) {
        routes.addWithQuery("GET", "/api/v2/integrations", Scope.ADMIN, integrations::list)
                .add("POST", "/api/v2/integrations", Scope.ADMIN, integrations::add)
                .add("GET", INTEGRATION, Scope.ADMIN, integrations::fetch)
                .add("DELETE", INTEGRATION, Scope.ADMIN, integrations::remove)
                .add("POST", INTEGRATION + "/rotate", Scope.ADMIN, integrations::rotate)
                .add("POST", INTEGRATION + "/replay", Scope.ADMIN, integrations::replay)
                .addWithQuery("GET", INTEGRATION + "/events", Scope.ADMIN, integrations::events)
                .addWithQuery("GET", INTEGRATION + "/tasks", Scope.ADMIN, integrations::tasks)
                .add("POST", INTEGRATION + "/tasks/{taskId}/done", Scope.ADMIN, integrations::finishTask)
                // No integration has the ID "rotate", "replay", "events" or "tasks".
                .add("POST", "/api/v2/integrations/{platform}/{id}", null, integrations::receive);
    }

    private static void addNotifications(Routes routes, NotificationOperations notifications) {
        routes.addWithQuery("GET", "/api/v2/changes", Scope.READ, notifications::changes)
                .add("GET", NOTIFICATIONS, Scope.ADMIN, notifications::fetch)
                .add("PUT", NOTIFICATIONS, Scope.ADMIN, notifications::set)
                .add("DELETE", NOTIFICATIONS, Scope.ADMIN, notifications::remove)
                .add("POST", NOTIFICATIONS + "/replay", Scope.ADMIN, notifications::replay)
                .add("POST", NOTIFICATIONS + "/test", Scope.ADMIN, notifications::test);
    }

    private static void addOpen(Routes routes, HealthOperations health) {
        routes.add("GET", "/livez", null, HealthOperations::alive).add("GET", "/readyz", null, health::ready);
        OpenApi.addTo(routes);
    }
}
