package org.orderevidence.api;

import org.orderevidence.account.Accounts;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Failures;
import org.orderevidence.http.RequestPath.Resource;
import org.orderevidence.http.Routes;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.webhook.IntegrationAdministration;

/** The routes of the administration of integrations. */
public final class IntegrationRoutes {
    private IntegrationRoutes() {}

    /** Adds the routes. */
    public static void addTo(
            Routes routes,
            IntegrationAdministration integrations,
            Accounts accounts,
            Failures failures,
            Limits limits) {
        IntegrationAnswers answers = new IntegrationAnswers(integrations, accounts, limits);
        routes.addWithQuery(Resource.INTEGRATIONS, "GET", Scope.ADMIN, new ListIntegrations(integrations))
                .add(Resource.INTEGRATIONS, "POST", Scope.ADMIN, new AddIntegration(answers, failures))
                .add(Resource.INTEGRATION, "GET", Scope.ADMIN, new FetchIntegration(answers))
                .add(Resource.INTEGRATION, "DELETE", Scope.ADMIN, new RemoveIntegration(answers))
                .add(Resource.INTEGRATION_ROTATION, "POST", Scope.ADMIN, new RotateIntegration(answers))
                .add(Resource.INTEGRATION_REPLAY, "POST", Scope.ADMIN, new ReplayIntegration(answers))
                .addWithQuery(Resource.INTEGRATION_EVENTS, "GET", Scope.ADMIN, new ListIntegrationEvents(answers))
                .addWithQuery(Resource.INTEGRATION_TASKS, "GET", Scope.ADMIN, new ListPrivacyTasks(answers))
                .add(Resource.INTEGRATION_TASK_DONE, "POST", Scope.ADMIN, new FinishPrivacyTask(answers));
    }
}
