package org.orderevidence.integration.scenario;

import java.util.Map;

/**
 * A signed webhook, ready to be sent. {@link #toString} hides headers and body.
 *
 * @param id what identifies its event
 * @param type the platform's name of what happened
 * @param headers by name, without those that the HTTP client sets
 * @param body the bytes that are signed; the caller does not change them
 */
public record SignedRequest(String id, String type, Map<String, String> headers, byte[] body) {
    public SignedRequest {
        headers = Map.copyOf(headers);
    }

    @Override
    public String toString() {
        return "[" + type + " " + id + "]";
    }
}
