package org.orderevidence.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.SocketOptions;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.Router;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * All connections of a server: gives each its bounds, and watches that they keep to them. Helidon shows a connection's
 * channel only once, when its socket is configured; it is remembered here by the two addresses until the connection
 * begins.
 */
final class Connections implements ServerConnectionSelector, SocketOptions {
    private static final Duration WATCHED_EVERY = Duration.ofMillis(250);
    private static final Duration BEGINS_WITHIN = Duration.ofSeconds(30);

    private final Limits limits;
    private final Router router;
    private final ServerConnectionSelector protocol;
    private final SocketOptions options =
            SocketOptions.builder().tcpNoDelay(true).build();
    private final Cache<Ends, SocketChannel> accepted;
    private final Set<Connection> live = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean stopping;

    /**
     * @param limits what they must keep to
     * @param router what answers
     * @param protocol makes Helidon's own connections
     */
    Connections(Limits limits, Router router, ServerConnectionSelector protocol) {
        this.limits = limits;
        this.router = router;
        this.protocol = protocol;
        this.accepted = Caffeine.newBuilder()
                .maximumSize(limits.connections() + 1L)
                .expireAfterWrite(BEGINS_WITHIN)
                .build();
        Thread.ofPlatform().daemon().name("http-time-outs").start(this::watch);
    }

    Limits limits() {
        return limits;
    }

    Router router() {
        return router;
    }

    /** From now on no connection takes another request. */
    void stop() {
        stopping = true;
        live.forEach(c -> c.close(false));
    }

    boolean isStopping() {
        return stopping;
    }

    /** Ends the watch, when no connection is left. */
    void close() {
        closed.countDown();
    }

    void add(Connection connection) {
        live.add(connection);
    }

    void remove(Connection connection) {
        live.remove(connection);
    }

    private void watch() {
        try {
            while (!closed.await(WATCHED_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                long now = System.nanoTime();
                live.forEach(c -> c.watch(now));
            }
        } catch (InterruptedException nobodyDoesThat) {
            Thread.currentThread().interrupt();
        }
    }

    /** Both ends of a connection, which tell it from all others. */
    private record Ends(SocketAddress remote, SocketAddress local) {}

    @Override
    public void configureSocket(SocketChannel socket) {
        options.configureSocket(socket);
        try {
            accepted.put(new Ends(socket.getRemoteAddress(), socket.getLocalAddress()), socket);
        } catch (IOException goneAlready) {
            throw new CloseConnectionException("closed while it was accepted", goneAlready);
        }
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        Ends ends = new Ends(context.remotePeer().address(), context.localPeer().address());
        SocketChannel channel = accepted.asMap().remove(ends);
        if (channel == null) {
            throw new CloseConnectionException("a connection that was not accepted here");
        }
        return new Connection(this, context, channel, protocol);
    }

    @Override
    public int bytesToIdentifyConnection() {
        return protocol.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        return protocol.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return protocol.supportedApplicationProtocols();
    }

    @Override
    public Map<SocketOption<?>, Object> socketOptions() {
        return options.socketOptions();
    }

    @Override
    public Duration connectTimeout() {
        return options.connectTimeout();
    }

    @Override
    public Duration readTimeout() {
        return options.readTimeout();
    }

    @Override
    public Optional<Integer> socketReceiveBufferSize() {
        return options.socketReceiveBufferSize();
    }

    @Override
    public Optional<Integer> socketSendBufferSize() {
        return options.socketSendBufferSize();
    }

    @Override
    public boolean socketReuseAddress() {
        return options.socketReuseAddress();
    }

    @Override
    public boolean socketKeepAlive() {
        return options.socketKeepAlive();
    }

    @Override
    public boolean tcpNoDelay() {
        return options.tcpNoDelay();
    }
}
