package org.orderevidence.http;

import io.helidon.http.DirectHandler;
import io.helidon.webserver.ErrorHandling;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import java.util.List;
import org.orderevidence.account.Accounts;
import org.orderevidence.service.EvidenceService;

/** The HTTP interface, version 2, on a port. */
public final class HttpServer {
    private final WebServer helidon;
    private final Connections connections;

    private HttpServer(WebServer helidon, Connections connections) {
        this.helidon = helidon;
        this.connections = connections;
    }

    /**
     * Starts to answer.
     *
     * @param host name or address to listen on
     * @param port port to listen on; 0 picks a free one
     * @param limits what requests must keep to
     * @param service does what they ask for
     * @param accounts tells whose a key is
     * @param faults tells what the store's exceptions mean
     * @throws IllegalStateException when it cannot listen there
     */
    public static HttpServer start(
            String host, int port, Limits limits, EvidenceService service, Accounts accounts, StoreFaults faults) {
        Failures failures = new Failures(faults);
        Routes routes = Api.routes(service, limits, failures);
        ApiRouting routing = new ApiRouting(new Gate(routes, accounts), failures);
        Connections connections = new Connections(limits, new OneRouting(routing), http1(limits));
        try {
            WebServer helidon = helidon(host, port, limits, connections).start();
            if (helidon.isRunning()) {
                return new HttpServer(helidon, connections);
            }
        } catch (IllegalArgumentException unknownHost) {
            connections.close();
            throw new IllegalStateException("cannot listen on " + host + ":" + port, unknownHost);
        }
        connections.close();
        throw new IllegalStateException("cannot listen on " + host + ":" + port);
    }

    /** The port it listens on. */
    public int port() {
        return helidon.port();
    }

    /**
     * Takes no new request, answers those that it has, waiting at most {@link Limits#stopTime} for them, and closes.
     */
    public void stop() {
        connections.stop();
        helidon.stop();
        connections.close();
    }

    private static WebServer helidon(String host, int port, Limits limits, Connections connections) {
        return WebServer.builder()
                .host(host)
                .port(port)
                .shutdownHook(false)
                .featuresDiscoverServices(false)
                .protocolsDiscoverServices(false)
                .connectionSelectors(List.of(connections))
                .connectionOptions(connections)
                .maxTcpConnections(limits.connections())
                .shutdownGracePeriod(limits.stopTime())
                .errorHandling(ErrorHandling.builder().includeEntity(true).build())
                .directHandlers(directHandlers())
                .build();
    }

    private static Http1ConnectionSelector http1(Limits limits) {
        Http1Config config = Http1Config.builder()
                .maxPrologueLength(limits.headerBytes())
                .maxHeadersSize(limits.headerBytes())
                .sendKeepAliveHeader(false)
                // Paths, headers and the Host are judged by Gate, in the order that the interface promises.
                .validatePath(false)
                .validatePrologue(false)
                .validateRequestHeaders(false)
                .build();
        return Http1ConnectionSelector.builder().config(config).build();
    }

    private static DirectHandlers directHandlers() {
        DirectHandlers.Builder handlers = DirectHandlers.builder();
        for (DirectHandler.EventType event : DirectHandler.EventType.values()) {
            handlers.addHandler(event, new UnreadableRequest());
        }
        return handlers.build();
    }
}
