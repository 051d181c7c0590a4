package org.orderevidence.http;

import java.util.List;
import org.orderevidence.order.Bytes;

/**
 * A request to the interface that a page makes for its visitor, without a connection.
 *
 * @param method in capital letters
 * @param target path, and query if there is one, as a client would send them
 * @param headers names and values in turn
 * @param body empty if there is none
 */
public record InnerCall(String method, String target, List<String> headers, Bytes body) {
    public InnerCall {
        headers = List.copyOf(headers);
    }

    /**
     * The answer.
     *
     * @param status HTTP status
     * @param headers names and values in turn
     * @param body the body, or its start
     * @param length length of the whole body in bytes
     */
    public record Reply(int status, List<String> headers, Bytes body, int length) {
        public Reply {
            headers = List.copyOf(headers);
        }
    }
}
