package org.orderevidence.http;

import io.helidon.http.DateTime;
import io.helidon.http.Status;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Status line and headers of an answer, as bytes. */
final class AnswerHead {
    private static final int ROOM = 512;
    private static final byte[] DATE = ascii("Date: ");

    /** On every answer: nothing here is for a cache, and nothing is to be guessed from its bytes. */
    private static final byte[] ALWAYS =
            ascii("X-Content-Type-Options: nosniff\r\nCache-Control: private, no-store\r\nRequest-Id: ");

    private static final byte[] CONTENT_TYPE = ascii("\r\nContent-Type: ");
    private static final byte[] CONTENT_LENGTH = ascii("\r\nContent-Length: ");
    private static final byte[] CLOSE = ascii("\r\nConnection: close");
    private static final byte[] END = ascii("\r\n\r\n");
    private static final byte[] NEW_LINE = ascii("\r\n");
    private static final byte[] COLON = ascii(": ");

    private byte[] bytes = new byte[ROOM];
    private int length;

    private AnswerHead() {}

    /**
     * @param answer what is answered
     * @param bodyLength length of its body, if it has one
     * @param requestId names the request
     * @param close true when the connection ends after it
     */
    static byte[] of(Answer answer, int bodyLength, String requestId, boolean close) {
        AnswerHead head = new AnswerHead();
        head.add(statusLine(answer.status())).add(DATE).add(DateTime.http1Bytes());
        head.add(ALWAYS).add(ascii(requestId));
        if (answer.hasBody()) {
            head.add(CONTENT_TYPE).add(ascii(answer.contentType()));
            head.add(CONTENT_LENGTH).add(ascii(Integer.toString(bodyLength)));
        }
        List<String> more = answer.headers();
        for (int i = 0; i < more.size(); i += 2) {
            head.add(NEW_LINE).add(ascii(more.get(i))).add(COLON).add(ascii(more.get(i + 1)));
        }
        if (close) {
            head.add(CLOSE);
        }
        head.add(END);
        return java.util.Arrays.copyOf(head.bytes, head.length);
    }

    private AnswerHead add(byte[] more) {
        if (length + more.length > bytes.length) {
            bytes = java.util.Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more.length));
        }
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
        return this;
    }

    private static byte[] statusLine(int status) {
        return ascii("HTTP/1.1 " + status + ' ' + Status.create(status).reasonPhrase() + "\r\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
