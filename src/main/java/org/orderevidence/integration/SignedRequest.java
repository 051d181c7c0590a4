package org.orderevidence.integration;

import java.util.Map;
import org.orderevidence.order.Bytes;

/**
 * A signed webhook, ready to be sent. {@link #toString} hides headers and body.
 *
 * @param id what identifies its event
 * @param type the platform's name of what happened
 * @param headers by name, without those that the HTTP client sets
 * @param body the bytes that are signed
 */
public record SignedRequest(String id, String type, Map<String, String> headers, Bytes body) {
    public SignedRequest {
        headers = Map.copyOf(headers);
    }

    @Override
    public String toString() {
        return "[" + type + " " + id + "]";
    }
}
