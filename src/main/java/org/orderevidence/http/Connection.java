package org.orderevidence.http;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/**
 * One connection, with the time-outs that Helidon does not have. Its own thread says what it is doing; the thread of
 * {@link Connections} looks whether that takes too long. Then it ends the input of the connection, which wakes a thread
 * that waits for bytes and still lets it answer; only a peer that does not take its answer is cut off.
 */
final class Connection implements ServerConnection, ConnectionContext {
    /** How long what a client still sends after it was refused is thrown away, so that it can read why. */
    private static final Duration LINGER = Duration.ofSeconds(3);

    private enum Phase {
        /** Waits for the first byte of a request. */
        IDLE,
        /** Reads a request. */
        READING,
        /** Does what was asked; has no time limit here. */
        WORKING,
        /** Sends the answer. */
        ANSWERING,
        /** Reads what nobody wants. */
        LINGERING
    }

    private final Connections all;
    private final ConnectionContext context;
    private final SocketChannel channel;
    private final DataReader reader;
    private final ServerConnection http1;
    private final JsonBuffer answer = new JsonBuffer();

    private volatile Phase phase = Phase.IDLE;
    private volatile long deadline;
    private volatile boolean inputEnded;
    private long requestDeadline;
    private volatile boolean onlySilenceCounts;
    private boolean inputUnwanted;

    Connection(Connections all, ConnectionContext context, SocketChannel channel, ServerConnectionSelector protocol) {
        this.all = all;
        this.context = context;
        this.channel = channel;
        this.reader = new BoundedReader(this::nextBytes, all.limits().bodyBytes());
        idle();
        this.http1 = protocol.connection(this);
    }

    /** Where its answers are built. */
    JsonBuffer answer() {
        return answer;
    }

    /** The request is at hand: the clock stops. */
    void working() {
        if (phase == Phase.IDLE) {
            // It came along with the one before it: nothing was waited for.
            begin();
        }
        phase = Phase.WORKING;
    }

    /**
     * The body is read: the clock of the request goes on.
     *
     * @param silenceOnly true starts it anew for each piece that is waited for
     */
    void reading(boolean silenceOnly) {
        onlySilenceCounts = silenceOnly;
        deadline = requestDeadline;
        phase = silenceOnly ? Phase.WORKING : Phase.READING;
    }

    /** The answer is sent. */
    void answering() {
        deadline = System.nanoTime() + all.limits().requestTime().toNanos();
        phase = Phase.ANSWERING;
    }

    /** The answer was sent: waits for the next request. */
    void idle() {
        answer.clear();
        onlySilenceCounts = false;
        deadline = System.nanoTime() + all.limits().idleTime().toNanos();
        phase = Phase.IDLE;
    }

    /** Why the input of this request ended before its end, for people. */
    String endedBecause() {
        if (all.isStopping()) {
            return "the service is stopping";
        }
        long seconds = all.limits().requestTime().toSeconds();
        if (!inputEnded) {
            return "the connection ended before it was whole";
        }
        return onlySilenceCounts ? "nothing came for " + seconds + " s" : "it did not arrive within " + seconds + " s";
    }

    /** True when no further request may come on this connection. */
    boolean isStopping() {
        return all.isStopping() || inputEnded;
    }

    /** Ends the connection after an answer to a request that was not read to its end. */
    CloseConnectionException endUnread() {
        inputUnwanted = true;
        return new CloseConnectionException("refused before it was read");
    }

    /** Called every now and then by the thread that watches. */
    void watch(long now) {
        Phase seen = phase;
        if (seen == Phase.WORKING || deadline - now > 0) {
            return;
        }
        if (seen == Phase.ANSWERING) {
            cut();
        } else {
            endInput();
        }
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
        all.add(this);
        try {
            http1.handle(limit);
            // It returns only after it has answered something that it could not read.
            linger();
        } catch (CloseConnectionException closed) {
            if (inputUnwanted) {
                linger();
            }
            throw closed;
        } finally {
            all.remove(this);
        }
    }

    @Override
    public Duration idleTime() {
        // Helidon's own idle time-out would also end connections whose request merely takes long.
        return Duration.ZERO;
    }

    /**
     * Ends it now, or after the request that it is reading or working on; never interrupts its thread. A body that has
     * no known end is read no further, so that what was kept of it can be answered.
     */
    @Override
    public void close(boolean interrupt) {
        if (interrupt) {
            cut();
        } else if (phase == Phase.IDLE || onlySilenceCounts) {
            endInput();
        }
    }

    private void begin() {
        requestDeadline = System.nanoTime() + all.limits().requestTime().toNanos();
        deadline = requestDeadline;
        phase = Phase.READING;
    }

    private byte[] nextBytes() {
        if (phase == Phase.IDLE && all.isStopping()) {
            throw new CloseConnectionException("stopping");
        }
        if (onlySilenceCounts) {
            deadline = System.nanoTime() + all.limits().requestTime().toNanos();
            phase = Phase.READING;
        }
        if (phase == Phase.IDLE) {
            letOthersGoFirst();
        }
        byte[] bytes = read();
        if (bytes == null) {
            throw new CloseConnectionException("the input ended");
        }
        if (phase == Phase.IDLE) {
            begin();
        } else if (onlySilenceCounts) {
            phase = Phase.WORKING;
        }
        return bytes;
    }

    /**
     * Under load the next request is there when the others have had their turn; to ask at once is a system call in vain,
     * and to be woken when it comes takes another (docs/decisions/0010). Where nobody waits, it costs next to nothing.
     */
    @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on it but the number of system calls.
    private static void letOthersGoFirst() {
        Thread.yield();
    }

    @SuppressWarnings("NullAway") // Helidon answers null at the end of the input.
    private byte[] read() {
        try {
            return context.serverSocket().get();
        } catch (UncheckedIOException | IllegalStateException lost) {
            throw new CloseConnectionException("the connection was lost", lost);
        }
    }

    /** Closing a socket with unread input makes the peer drop our answer (RFC 9112, 9.6): so read on for a while. */
    private void linger() {
        deadline = System.nanoTime() + LINGER.toNanos();
        phase = Phase.LINGERING;
        try {
            channel.shutdownOutput();
            while (read() != null) {
                inputUnwanted = true;
            }
        } catch (IOException | CloseConnectionException gone) {
            inputUnwanted = false;
        }
    }

    private void endInput() {
        inputEnded = true;
        try {
            channel.shutdownInput();
        } catch (IOException gone) {
            cut();
        }
    }

    private void cut() {
        try {
            channel.close();
        } catch (IOException gone) {
            inputEnded = true;
        }
    }

    @Override
    public ListenerContext listenerContext() {
        return context.listenerContext();
    }

    @Override
    public ExecutorService executor() {
        return context.executor();
    }

    @Override
    public DataWriter dataWriter() {
        return context.dataWriter();
    }

    @Override
    public DataReader dataReader() {
        return reader;
    }

    @Override
    public Router router() {
        return all.router();
    }

    @Override
    public Optional<ProxyProtocolData> proxyProtocolData() {
        return context.proxyProtocolData();
    }

    @Override
    public HelidonSocket serverSocket() {
        return context.serverSocket();
    }

    @Override
    public PeerInfo remotePeer() {
        return context.remotePeer();
    }

    @Override
    public PeerInfo localPeer() {
        return context.localPeer();
    }

    @Override
    public boolean isSecure() {
        return context.isSecure();
    }

    @Override
    public String socketId() {
        return context.socketId();
    }

    @Override
    public String childSocketId() {
        return context.childSocketId();
    }
}
