package org.orderevidence.http;

import java.nio.charset.StandardCharsets;
import org.orderevidence.api.Shop;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.part.Platform;
import org.orderevidence.webhook.Integrations;
import org.orderevidence.webhook.SignedWebhooks;

/**
 * What an operation on integrations needs to cause a status.
 *
 * @param path names an integration of the shop, with a task if the status needs one
 * @param body is accepted, or causes a conflict if that is the status
 */
record IntegrationAttempt(String path, String body) {
    /** Returns true if the path is one of the administration. */
    static boolean isFor(String path) {
        return path.startsWith("/api/v2/integrations") && !path.contains("{platform}");
    }

    /** Adds what is needed. */
    static IntegrationAttempt of(ServedApi server, Shop shop, String method, String path, String status) {
        String used = "whsec_used_" + shop.account();
        add(server, shop, Platform.STRIPE, used);
        boolean isConflict = status.equals("409");
        String secret = isConflict ? used : "whsec_new_" + shop.account();
        String body = path.endsWith("/integrations")
                ? "{\"platform\": \"stripe\", \"secret\": \"" + secret + "\"}"
                : path.endsWith("/rotate") ? "{\"secret\": \"" + secret + "\"}" : "{}";
        if (status.equals("404") || path.endsWith("/integrations")) {
            return new IntegrationAttempt(path.replace("{taskId}", "0"), body);
        }
        Integration named = add(server, shop, Platform.SHOPIFY, "shop-secret-" + shop.account());
        boolean isFinished = path.endsWith("/done") && status.equals("200");
        boolean needsTask = isFinished || (method.equals("DELETE") && isConflict);
        String task = needsTask ? task(server, shop, named) : "0";
        return new IntegrationAttempt(path.replace("{id}", named.id()).replace("{taskId}", task), body);
    }

    private static Integration add(ServedApi server, Shop shop, Platform platform, String secret) {
        Integrations.Change change = server.webhooks()
                .integrations()
                .add(
                        new AccountSpace(shop.account(), Mode.LIVE),
                        platform,
                        IntegrationSettings.DEFAULTS,
                        new IntegrationSecrets(new SecretText(secret), null, null));
        return ((Integrations.Change.Made) change).integration();
    }

    private static String task(ServedApi server, Shop shop, Integration named) {
        byte[] event = ("{\"shop_domain\": \"" + shop.account()
                        + "\", \"customer\": {\"id\": 1}, \"orders_to_redact\": []}")
                .getBytes(StandardCharsets.UTF_8);
        server.webhooks()
                .receiver()
                .receive(named, SignedWebhooks.shopify(named.secrets().signing().value(), "customers/redact", event));
        server.webhooks().worker().pass();
        return server.webhooks()
                .tasks()
                .list(named.id(), false, null, 1)
                .tasks()
                .getFirst()
                .id();
    }
}
