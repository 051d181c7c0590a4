package org.orderevidence.http;

import org.jspecify.annotations.Nullable;
import org.orderevidence.http.RequestPath.Found;
import org.orderevidence.http.RequestPath.Resource;

/**
 * An integration that a path names, and what the request is about.
 *
 * @param id the integration; {@code null} if none can have the ID in the path
 * @param task the task; {@code null} if the path names none, or none can have the ID
 */
public record IntegrationPath(@Nullable String id, @Nullable String task) {
    static final String PREFIX = "/api/v2/integrations/";

    private static final int MAX_WEBHOOK = 64;
    private static final int MAX_ID = 32;
    private static final int MAX_TASK = 64;

    /** Reads the rest of a path below the list of integrations. */
    static RequestPath parse(String rest) {
        String[] parts = rest.split("/", -1);
        for (String part : parts) {
            if (part.isEmpty()) {
                return new RequestPath.Unknown();
            }
        }
        return switch (parts.length) {
            case 1 -> found(Resource.INTEGRATION, parts[0], null);
            case 2 -> ofTwo(parts[0], parts[1]);
            case 4 ->
                parts[1].equals("tasks") && parts[3].equals("done")
                        ? found(Resource.INTEGRATION_TASK_DONE, parts[0], parts[2])
                        : new RequestPath.Unknown();
            default -> new RequestPath.Unknown();
        };
    }

    /** An ID of an integration has 12 characters, so no webhook is sent to the ID {@code rotate}. */
    private static RequestPath ofTwo(String first, String second) {
        return switch (second) {
            case "rotate" -> found(Resource.INTEGRATION_ROTATION, first, null);
            case "replay" -> found(Resource.INTEGRATION_REPLAY, first, null);
            case "events" -> found(Resource.INTEGRATION_EVENTS, first, null);
            case "tasks" -> found(Resource.INTEGRATION_TASKS, first, null);
            default ->
                first.length() + second.length() < MAX_WEBHOOK
                        ? new Found(Resource.WEBHOOK, null, null, new WebhookPath(first, second), null)
                        : new RequestPath.Unknown();
        };
    }

    private static Found found(Resource resource, String id, @Nullable String task) {
        return new Found(
                resource,
                null,
                null,
                null,
                new IntegrationPath(
                        isName(id, MAX_ID) ? id : null, task != null && isName(task, MAX_TASK) ? task : null));
    }

    private static boolean isName(String text, int longest) {
        return text.length() <= longest
                && text.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_');
    }
}
