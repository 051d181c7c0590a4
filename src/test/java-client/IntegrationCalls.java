import client.ApiClient;
import client.api.AdministrationApi;
import client.api.IntegrationsApi;
import client.model.AuditAction;
import client.model.AuditEntry;
import client.model.Integration;
import client.model.IntegrationReplay;
import client.model.IntegrationRequest;
import client.model.IntegrationRotation;
import client.model.KeyMode;
import client.model.PlatformName;
import client.model.PrivacyTaskFilter;
import client.model.ProblemCode;
import java.util.List;

/** Makes every call that administers integrations. */
final class IntegrationCalls {
    private final ApiClient client;
    private final AdministrationApi administration;
    private final IntegrationsApi integrations;

    IntegrationCalls(ApiClient client) {
        this.client = client;
        administration = new AdministrationApi(client);
        integrations = new IntegrationsApi(client);
    }

    void make() throws Exception {
        Integration made = integrations.addIntegration(
                new IntegrationRequest().platform(PlatformName.PLATFORM_NAME_STRIPE).secret("whsec_of_every_call"));
        EveryCall.same(PlatformName.PLATFORM_NAME_STRIPE, made.getPlatform());
        EveryCall.same(KeyMode.KEY_MODE_LIVE, made.getMode());
        EveryCall.same(1, made.getSecrets());
        EveryCall.same(false, made.getTrustClientReference());
        String id = made.getId();
        EveryCall.same("/api/v2/integrations/stripe/" + id, made.getPath());
        EveryCall.same(0, integrations.fetchIntegration(id).getOpenTasks());
        EveryCall.same(id, integrations.listIntegrations(1, null).getIntegrations().getFirst().getId());
        Integration rotated = integrations.rotateIntegration(id, new IntegrationRotation().secret("whsec_of_next_call"));
        EveryCall.same(2, rotated.getSecrets());
        EveryCall.same(1, integrations.rotateIntegration(id, new IntegrationRotation().end(true)).getSecrets());
        EveryCall.same(0, integrations.replayIntegration(id, new IntegrationReplay().reason("unknown_type")).getReplayed());
        EveryCall.same(List.of(), integrations.listIntegrationEvents(id, 5, null, "unknown_type").getEvents());
        EveryCall.same(List.of(), integrations.listPrivacyTasks(id, null, null, PrivacyTaskFilter.PRIVACY_TASK_FILTER_OPEN).getTasks());
        EveryCall.same(
                ProblemCode.PROBLEM_CODE_TASK_NOT_FOUND,
                EveryCall.problem(client, EveryCall.failure(() -> integrations.finishPrivacyTask(id, "0"))).getCode());
        EveryCall.same(id, integrations.removeIntegration(id).getId());
        EveryCall.same(
                ProblemCode.PROBLEM_CODE_INTEGRATION_NOT_FOUND,
                EveryCall.problem(client, EveryCall.failure(() -> integrations.fetchIntegration(id))).getCode());
        AuditEntry newest = administration.listAudit(100, null).getEntries().stream()
                .filter(entry -> entry.getAction() == AuditAction.AUDIT_ACTION_INTEGRATION_REMOVED)
                .findFirst()
                .orElseThrow();
        EveryCall.same(id, newest.getIntegrationId());
    }
}
