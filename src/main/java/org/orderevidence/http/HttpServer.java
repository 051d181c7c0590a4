package org.orderevidence.http;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.http.WatchedEndPoint.WatchedConnection;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.MemoryBudget;
import org.orderevidence.http.limits.MemoryPlan;
import org.orderevidence.http.limits.MemoryPlan.LimitsDoNotFit;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.process.FatalErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves version 2 of the HTTP interface on a port. */
public final class HttpServer {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    /** Tasks of the server itself. */
    private static final int SERVER_TASKS = 16;

    /** None: the selector accepts. */
    private static final int ACCEPTORS = 0;

    private static final int SELECTORS = 1;

    /** A connection is read by one task while another completes what it wrote. */
    private static final int TASKS_PER_CONNECTION = 2;

    /**
     * Connections that may wait to be accepted. The JDK's default is 50. When more clients connect at once, the kernel
     * drops connection requests. A client then tries again only after 1 s, 3 s and 7 s.
     */
    private static final int ACCEPT_QUEUE = 4096;

    private static final int INPUT_BUFFER = 8 * 1024;
    private static final int ANSWER_HEAD_BUFFER = 1024;
    private static final int POOL_FACTOR = 1024;
    private static final int POOL_LARGEST = 16 * 1024;
    private static final int POOL_BUFFERS_PER_SIZE = 256;
    private static final long POOL_BYTES = 4L * 1024 * 1024;

    /** How long a stop waits for Jetty's own threads. */
    private static final Duration TIDYING = Duration.ofSeconds(1);

    private final Server jetty;
    private final ServerConnector connector;
    private final Conversations conversations;
    private final int port;
    private final Duration stopTime;

    private HttpServer(Server jetty, ServerConnector connector, Conversations conversations, Duration stopTime) {
        this.jetty = jetty;
        this.connector = connector;
        this.conversations = conversations;
        this.port = connector.getLocalPort();
        this.stopTime = stopTime;
    }

    /**
     * Starts to answer.
     *
     * @param port port to listen on; 0 picks a free one
     * @throws CannotStart if it cannot listen there, or the heap is too small for the limits
     */
    public static HttpServer start(
            String host, int port, Limits limits, Routes routes, Accounts accounts, Failures failures, AccessLog log) {
        Conversations conversations;
        try {
            conversations =
                    new Conversations(limits, MemoryPlan.of(Runtime.getRuntime().maxMemory(), limits));
        } catch (LimitsDoNotFit tooLittleHeap) {
            throw new CannotStart(String.valueOf(tooLittleHeap.getMessage()), tooLittleHeap);
        }
        Gate gate = new Gate(routes, accounts);

        VirtualThreadPool threads = new VirtualThreadPool();
        threads.setMaxConcurrentTasks(SERVER_TASKS + TASKS_PER_CONNECTION * limits.connections());
        Server jetty = new Server(threads, null, buffers());
        ServerConnector connector = new WatchedConnector(jetty, http1(limits), conversations);
        connector.setHost(host);
        connector.setPort(port);
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        // Conversations ends connections that are idle or slow.
        connector.setIdleTimeout(0);
        jetty.addConnector(connector);
        jetty.addBean(new NetworkConnectionLimit(limits.connections(), connector));
        jetty.setHandler(new ApiHandler(gate, failures, log));
        jetty.setErrorHandler(new UnreadableRequest());
        jetty.setStopTimeout(0);
        try {
            jetty.start();
        } catch (Exception cannotListen) {
            stop(jetty);
            throw new CannotStart("cannot listen on " + host + ":" + port + "; is the port taken?", cannotListen);
        }
        conversations.start();
        return new HttpServer(jetty, connector, conversations, limits.stopTime());
    }

    /** The port on which it answers, also after it has stopped. */
    public int port() {
        return port;
    }

    /**
     * How busy the server is.
     *
     * @param requests that are being received, executed or answered
     */
    public record Load(int connections, int mostConnections, int requests, MemoryBudget.Usage memory) {}

    public Load load() {
        return conversations.load();
    }

    /**
     * The result of a stop.
     *
     * @param finished requests that were under way, and were answered
     * @param cut requests that were not complete or not answered in time
     */
    public record Stopped(int finished, int cut, Duration took) {}

    /**
     * Stops the server: accepts no new requests, answers those already received and closes all connections. Waits at
     * most {@link Limits#stopTime}. Partly received requests have 3 s to arrive.
     */
    public Stopped stop() {
        long start = System.nanoTime();
        connector.close();
        int busy = conversations.stop();
        int cut = conversations.awaitIdle(stopTime);
        conversations.close();
        stopWithin(TIDYING);
        return new Stopped(Math.max(0, busy - cut), cut, Duration.ofNanos(System.nanoTime() - start));
    }

    /**
     * Lets Jetty end its threads. Its selector is one of them, and comes late when thousands of requests are ready to
     * run; by then all connections are closed, and no answer depends on it.
     */
    private void stopWithin(Duration most) {
        Thread stopping = Thread.ofPlatform().daemon().name("http-stop").start(() -> stop(jetty));
        try {
            if (!stopping.join(most)) {
                LOG.debug("the HTTP server's threads have not ended within {} ms", most.toMillis());
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private static void stop(Server jetty) {
        try {
            jetty.stop();
        } catch (Exception incomplete) {
            LOG.warn("the HTTP server did not stop cleanly", incomplete);
        }
    }

    private static HttpConnectionFactory http1(Limits limits) {
        HttpConfiguration config = new HttpConfiguration();
        config.setHttpCompliance(
                HttpCompliance.STRICT.with("absolute targets", HttpCompliance.Violation.MISMATCHED_AUTHORITY));
        // Gate checks paths, in the order that the interface promises.
        config.setUriCompliance(UriCompliance.UNSAFE);
        config.setRequestHeaderSize(limits.headerBytes());
        config.setResponseHeaderSize(ANSWER_HEAD_BUFFER);
        config.setSendServerVersion(false);
        // The cache of header fields occupies 98 KB of each connection from its second request on.
        config.setHeaderCacheSize(0);
        config.setInputBufferSize(INPUT_BUFFER);
        // Buffers are on the heap, where they are counted.
        config.setUseInputDirectByteBuffers(false);
        config.setUseOutputDirectByteBuffers(false);
        return new HttpConnectionFactory(config) {
            @Override
            public Connection newConnection(Connector connector, EndPoint endPoint) {
                return configure(new WatchedConnection(config, connector, endPoint), connector, endPoint);
            }
        };
    }

    private static ArrayByteBufferPool buffers() {
        return new ArrayByteBufferPool(0, POOL_FACTOR, POOL_LARGEST, POOL_BUFFERS_PER_SIZE, POOL_BYTES, POOL_BYTES);
    }

    /** Accepts connections as {@link WatchedEndPoint}. */
    private static final class WatchedConnector extends ServerConnector {
        private final Conversations conversations;

        WatchedConnector(Server server, HttpConnectionFactory http1, Conversations conversations) {
            super(server, ACCEPTORS, SELECTORS, http1);
            this.conversations = conversations;
        }

        @Override
        protected SelectorManager newSelectorManager(Executor executor, Scheduler scheduler, int selectors) {
            return new OwnThreadSelector(executor, scheduler, selectors);
        }

        /** Closes the port at once. Jetty leaves it open at this point when the selector accepts. */
        @Override
        public void close() {
            super.close();
            if (getTransport() instanceof ServerSocketChannel port) {
                IO.close(port);
            }
            // A channel that is closed keeps its port until the selector has let go of it.
            getSelectorManager()
                    .getBeans(ManagedSelector.class)
                    .forEach(selector -> selector.getSelector().wakeup());
        }

        /**
         * Accepts and selects on a platform thread, which hands all requests over. A virtual thread would wait for its
         * turn behind all requests that are ready to run, and a new connection would wait several times.
         */
        private final class OwnThreadSelector extends ServerConnectorManager {
            private volatile @Nullable Thread selector;

            OwnThreadSelector(Executor executor, Scheduler scheduler, int selectors) {
                super(executor, scheduler, selectors);
            }

            @Override
            protected void execute(Runnable task) {
                if (isStarting()) {
                    // The only task of that time is the selector's own. As a thread that must not block, it runs no
                    // request itself.
                    Thread own = Thread.ofPlatform()
                            .daemon()
                            .name("http-selector")
                            .unstarted(FatalErrors.vital("http-selector", () -> Invocable.invokeNonBlocking(task)));
                    selector = own;
                    own.start();
                } else if (Thread.currentThread().equals(selector)) {
                    // It has accepted a connection: to create its objects is less work than to hand it over.
                    task.run();
                } else {
                    super.execute(task);
                }
            }
        }

        @Override
        protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key)
                throws IOException {
            return new WatchedEndPoint(channel, selector, key, getScheduler(), conversations);
        }
    }
}
