package org.orderevidence.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Conversations.Conversation;

/** A connection that counts its bytes from the first one. {@link Conversations} watches its deadlines. */
final class WatchedEndPoint extends SocketChannelEndPoint {
    private final Conversation conversation;

    WatchedEndPoint(
            SocketChannel channel,
            ManagedSelector selector,
            SelectionKey key,
            Scheduler scheduler,
            Conversations conversations) {
        super(channel, selector, key, scheduler);
        this.conversation = conversations.open(this);
    }

    /** Returns the state of the connection that a request came on. */
    static Conversation conversation(Request request) {
        return conversation(request.getConnectionMetaData().getConnection().getEndPoint());
    }

    private static Conversation conversation(EndPoint endPoint) {
        if (endPoint instanceof WatchedEndPoint watched) {
            return watched.conversation;
        }
        throw new IllegalStateException("a connection that was not accepted here");
    }

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        int filled = super.fill(buffer);
        if (filled <= 0) {
            return filled;
        }
        switch (conversation.received(buffer, filled)) {
            case PAID -> {
                return filled;
            }
            case UNPAID -> {}
            // The answer fits into the empty buffer of the socket. Nothing of the head becomes an object.
            case TOO_MANY_LINES -> flush(UnreadableRequest.tooManyLines(conversation.share()));
        }
        // What was not paid for is not parsed.
        BufferUtil.clear(buffer);
        conversation.cut("its head was refused");
        throw new EofException("the head of this request was refused");
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        conversation.closed();
        super.onClose(cause);
    }

    /** A connection that counts the fields of each head before they are kept. Jetty limits only their bytes. */
    static final class WatchedConnection extends HttpConnection {
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
                count(conversation(getEndPoint()).fields());
                super.parsedHeader(field);
            }

            @Override
            public void parsedTrailer(HttpField field) {
                count(trailers++);
                super.parsedTrailer(field);
            }

            private void count(int before) {
                if (before >= Conversations.MAX_FIELDS
                        || !conversation(getEndPoint()).parsedField()) {
                    throw new HttpException.RuntimeException(HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431);
                }
            }
        }
    }
}
