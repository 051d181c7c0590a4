package org.orderevidence.http;

/** A test of the HTTP interface on any store. */
public interface ServesApi {
    /** The interface that is tested. */
    ServedApi api();

    /** Sends text on a connection of its own, and returns the first answer. */
    default Reply answer(String sent) {
        try (RawClient client = new RawClient(api().port())) {
            return client.send(sent).read();
        }
    }

    /** Sends text that is refused so, on a connection that then ends, and returns the answer. */
    default Reply refusal(String sent, int status, String code) {
        try (RawClient client = new RawClient(api().port())) {
            return client.send(sent).refusal(status, code);
        }
    }
}
