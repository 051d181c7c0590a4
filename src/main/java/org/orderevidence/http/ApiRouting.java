package org.orderevidence.http;

import io.helidon.common.socket.SocketWriterException;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.Routing;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.HttpSecurity;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.io.UncheckedIOException;
import java.util.OptionalLong;

/**
 * Takes the place of Helidon's routing, which would normalise and decode paths before it compares them. Answers
 * whatever happens, and sees to it that a connection goes on only when it is known where the next request begins.
 */
final class ApiRouting implements HttpRouting {
    /** A body that was refused unread is read away up to this size, so that its connection can go on. */
    private static final int MAX_READ_AWAY = 64 * 1024;

    private final Gate gate;
    private final Failures failures;
    private final HttpSecurity security = HttpSecurity.create();

    ApiRouting(Gate gate, Failures failures) {
        this.gate = gate;
        this.failures = failures;
    }

    @Override
    public Class<? extends Routing> routingType() {
        return HttpRouting.class;
    }

    @Override
    public HttpSecurity security() {
        return security;
    }

    @Override
    public void route(ConnectionContext context, RoutingRequest request, RoutingResponse response) {
        long start = System.nanoTime();
        Connection connection = (Connection) context;
        connection.working();
        Exchange exchange = new Exchange(connection, request);
        Answer answer = answer(exchange);
        boolean unread = !request.content().consumed();
        boolean close = exchange.isInputBroken()
                || connection.isStopping()
                || request.headers().containsToken(HeaderValues.CONNECTION_CLOSE)
                || (unread && !canReadAway(request));
        int bytes = send(exchange, answer, close);
        AccessLog.write(exchange, answer, bytes, System.nanoTime() - start);
        if (close) {
            throw unread ? connection.endUnread() : new CloseConnectionException("closed after the answer");
        }
        if (unread) {
            connection.reading(false);
            request.content().consume();
        }
        connection.idle();
    }

    private Answer answer(Exchange exchange) {
        try {
            return gate.answer(exchange);
        } catch (CloseConnectionException connectionLost) {
            throw connectionLost;
        } catch (Throwable thrown) {
            return failures.answer(exchange, thrown);
        }
    }

    /** Returns how many bytes of body were sent. */
    private static int send(Exchange exchange, Answer answer, boolean close) {
        boolean withBody = answer.hasBody() && !exchange.method().equals("HEAD");
        JsonBuffer body = exchange.body();
        byte[] head = AnswerHead.of(answer, body.bodyLength(), exchange.requestId(), close);
        exchange.connection().answering();
        try {
            exchange.connection().dataWriter().writeNow(body.withHead(head, withBody));
        } catch (SocketWriterException | UncheckedIOException gone) {
            throw new ServerConnectionException("the answer was not taken", gone);
        }
        return withBody ? body.bodyLength() : 0;
    }

    private static boolean canReadAway(RoutingRequest request) {
        OptionalLong announced = request.headers().contentLength();
        return announced.isPresent()
                && announced.getAsLong() <= MAX_READ_AWAY
                && !request.headers().contains(HeaderNames.EXPECT);
    }
}
