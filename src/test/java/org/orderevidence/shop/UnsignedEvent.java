package org.orderevidence.shop;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/**
 * An event before it is signed. {@link #toString} hides its content.
 *
 * @param id what identifies it
 * @param type the platform's name of what happened
 * @param json the body of the webhook
 */
record UnsignedEvent(String id, String type, ObjectNode json) {
    /** Returns the body as it is sent. */
    byte[] bytes() {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "[" + type + " " + id + "]";
    }
}
