package org.orderevidence.http;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers {@code GET /metrics} on an address of its own, which clients of the service need not reach. */
public final class MetricsServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MetricsServer.class);
    private static final String PATH = "/metrics";
    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** Enough for a few that scrape, and for a person. */
    private static final int CONNECTIONS = 16;

    private static final Duration IDLE_TIME = Duration.ofSeconds(10);

    private final Server jetty;
    private final ServerConnector connector;

    private MetricsServer(Server jetty, ServerConnector connector) {
        this.jetty = jetty;
        this.connector = connector;
    }

    /**
     * Starts to answer. Returns an empty result if it cannot listen there: the service is worth more than its metrics.
     *
     * @param metrics returns them as they are now, in the text format of Prometheus
     */
    public static Optional<MetricsServer> start(InetSocketAddress address, Supplier<String> metrics) {
        Server jetty = new Server(new VirtualThreadPool());
        HttpConfiguration config = new HttpConfiguration();
        config.setSendServerVersion(false);
        ServerConnector connector = new ServerConnector(jetty, 0, 1, new HttpConnectionFactory(config));
        connector.setHost(address.getHostString());
        connector.setPort(address.getPort());
        connector.setIdleTimeout(IDLE_TIME.toMillis());
        jetty.addConnector(connector);
        jetty.addBean(new NetworkConnectionLimit(CONNECTIONS, connector));
        jetty.setHandler(new Metrics(metrics));
        jetty.setStopTimeout(0);
        MetricsServer server = new MetricsServer(jetty, connector);
        try {
            jetty.start();
            return Optional.of(server);
        } catch (Exception cannotListen) {
            server.close();
            LOG.warn(
                    "there are no metrics: cannot listen on {}:{}; see the setting management.address",
                    address.getHostString(),
                    address.getPort());
            return Optional.empty();
        }
    }

    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public void close() {
        try {
            jetty.stop();
        } catch (Exception incomplete) {
            LOG.debug("the server of the metrics did not stop cleanly", incomplete);
        }
    }

    private static final class Metrics extends Handler.Abstract {
        private final Supplier<String> metrics;

        Metrics(Supplier<String> metrics) {
            this.metrics = metrics;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            boolean isFound = request.getMethod().equals("GET")
                    && PATH.equals(request.getHttpURI().getPath());
            String body = isFound ? metrics.get() : "the metrics are at GET " + PATH + "\n";
            response.setStatus(isFound ? HttpStatus.OK_200 : HttpStatus.NOT_FOUND_404);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, TYPE);
            response.write(true, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)), callback);
            return true;
        }
    }
}
