package org.orderevidence.http;

import java.nio.charset.StandardCharsets;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.part.Platform;
import org.orderevidence.webhook.Integrations;
import org.orderevidence.webhook.SignedWebhooks;

/**
 * A webhook, sent in the way that causes a status. It needs an integration and a signature instead of a key.
 *
 * @param secret of the integration
 * @param path of the integration
 */
record WebhookAttempt(String secret, String path) {
    private static final String EVENT = "{\"id\": \"evt_1\"}";

    /** Adds an integration. Servers see it if they have not read their integrations yet. */
    static WebhookAttempt of(ServedApi api) {
        String account = api.newShop().account();
        String secret = "whsec_" + account;
        Integrations.Change change = api.webhooks()
                .integrations()
                .add(
                        new AccountSpace(account, Mode.LIVE),
                        Platform.STRIPE,
                        IntegrationSettings.DEFAULTS,
                        new IntegrationSecrets(new SecretText(secret), null, null));
        return new WebhookAttempt(
                secret, ((Integrations.Change.Made) change).integration().path());
    }

    /** Returns true if only an integration can cause the status. */
    static boolean causes(String status) {
        return switch (status) {
            case "200", "408", "413", "500", "503" -> true;
            default -> false;
        };
    }

    Reply at(ServedApi server, String status) {
        int length = switch (status) {
            case "408" -> EVENT.length() + 1;
            case "413" -> DefaultLimits.DEFAULTS.bodyBytes();
            default -> EVENT.length();
        };
        String signature =
                SignedWebhooks.stripeSignature(secret, EVENT.getBytes(StandardCharsets.US_ASCII), ServedApi.NOW);
        String request = "POST " + path + " HTTP/1.1\r\nHost: x\r\nStripe-Signature: " + signature
                + "\r\nContent-Length: " + length + "\r\n\r\n";
        try (RawClient client = new RawClient(server.port())) {
            // The head alone when the body is refused by its announced length.
            Reply reply = client.send(status.equals("413") ? request : request + EVENT)
                    .read(true);
            server.description.check("POST", path, reply);
            return reply;
        }
    }
}
