package org.orderevidence.http;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.internal.HttpConnection;

/** A connection that counts the fields of each head before they are kept. Jetty limits only their bytes. */
final class WatchedConnection extends HttpConnection {
    WatchedConnection(HttpConfiguration configuration, Connector connector, EndPoint endPoint) {
        super(configuration, connector, endPoint);
    }

    @Override
    protected RequestHandler newRequestHandler() {
        return new CountingHandler();
    }

    /** Jetty parses a whole buffer at once, so that only this ends a head in time. */
    private final class CountingHandler extends RequestHandler {
        private int trailers;

        @Override
        public void parsedHeader(HttpField field) {
            trailers = 0;
            count(Watched.of(getEndPoint()).conversation().fields());
            super.parsedHeader(field);
        }

        @Override
        public void parsedTrailer(HttpField field) {
            count(trailers++);
            super.parsedTrailer(field);
        }

        private void count(int before) {
            if (before >= Conversation.MAX_FIELDS
                    || !Watched.of(getEndPoint()).conversation().parsedField()) {
                throw new HttpException.RuntimeException(HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431);
            }
        }
    }
}
