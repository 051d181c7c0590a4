package org.orderevidence.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** The request of an {@link InnerCall}. Its body is in memory; the connection and the host are those of the page. */
final class InnerRequest extends Request.Wrapper {
    private final String method;
    private final HttpURI uri;
    private final HttpFields headers;
    private final byte[] body;
    private boolean isRead;

    InnerRequest(Request outer, InnerCall call) {
        super(outer);
        method = call.method();
        uri = HttpURI.from(call.target());
        body = call.body().toArray();
        HttpFields.Mutable all = HttpFields.build();
        String host = outer.getHeaders().get(HttpHeader.HOST);
        if (host != null) {
            all.put(HttpHeader.HOST, host);
        }
        for (int i = 0; i < call.headers().size(); i += 2) {
            all.add(call.headers().get(i), call.headers().get(i + 1));
        }
        if (body.length > 0) {
            all.put(HttpHeader.CONTENT_LENGTH, body.length);
        }
        headers = all.asImmutable();
    }

    @Override
    public String getMethod() {
        return method;
    }

    @Override
    public HttpURI getHttpURI() {
        return uri;
    }

    @Override
    public HttpFields getHeaders() {
        return headers;
    }

    @Override
    public long getLength() {
        return body.length;
    }

    @Override
    public Content.Chunk read() {
        if (isRead) {
            return Content.Chunk.EOF;
        }
        isRead = true;
        return Content.Chunk.from(ByteBuffer.wrap(body), true);
    }

    @Override
    public void demand(Runnable whenThere) {
        whenThere.run();
    }

    @Override
    public String toString() {
        return "InnerRequest";
    }
}
