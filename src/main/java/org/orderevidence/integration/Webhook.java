package org.orderevidence.integration;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A received webhook. {@link #toString} hides its content. */
public final class Webhook {
    /** The largest body that is read, in bytes. A Shopify order of 500 lines with shipments has about 2 MB. */
    public static final int MAX_BODY_BYTES = 4 * 1024 * 1024;

    /**
     * The longest body whose signature is checked although the body is not kept, in bytes. A platform that is refused
     * again and again would drop the subscription.
     */
    public static final int MAX_SIGNED_BYTES = 32 * 1024 * 1024;

    private final Map<String, String> headers;
    private final byte[] body;

    /**
     * @param headers by name; names are compared without case
     * @param body all bytes as they were received: signatures are made over them. The caller does not change them
     */
    public Webhook(Map<String, String> headers, byte[] body) {
        this.headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        this.headers.putAll(headers);
        this.body = body;
    }

    /** Returns the value of a header, or empty if it was not sent. */
    public @Nullable String header(String name) {
        return headers.get(name);
    }

    /** Returns the bytes as they were received. They must not be changed. */
    public byte[] body() {
        return body;
    }

    @Override
    public String toString() {
        return "[webhook]";
    }
}
