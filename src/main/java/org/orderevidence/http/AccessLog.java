package org.orderevidence.http;

import java.net.InetAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.http.limits.TrustedProxies;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * One entry for each request. It names the route by its pattern and the key by its public name: no id, query or key is in
 * it, and the address of the client only if that is set.
 */
public record AccessLog(@Nullable TrustedProxies clients, Counting counting) {
    /** Its logger, to be turned off by this name. */
    static final String NAME = "org.orderevidence.http.access";

    private static final Logger LOG = LoggerFactory.getLogger(NAME);
    private static final double NANOS_PER_MILLI = 1e6;

    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT");

    @FunctionalInterface
    public interface Counting {
        /**
         * A request was answered.
         *
         * @param method one that a standard names, or {@code OTHER}
         * @param route the pattern of its path; {@code -} if nothing is there
         */
        void answered(String method, String route, int status, long nanos);
    }

    void write(Exchange exchange, Answer answer, long bytes, long nanos) {
        counting.answered(known(exchange.method()), exchange.route(), answer.status(), nanos);
        if (!LOG.isInfoEnabled()) {
            return;
        }
        LoggingEventBuilder entry = LOG.atInfo()
                .addKeyValue("requestId", exchange.requestId())
                .addKeyValue("method", known(exchange.method()))
                .addKeyValue("route", exchange.route())
                .addKeyValue("status", answer.status())
                .addKeyValue("ms", Math.round(nanos / NANOS_PER_MILLI * 10) / 10.0)
                .addKeyValue("bytes", bytes);
        KeyCheck.Accepted key = exchange.key();
        if (key != null) {
            entry = entry.addKeyValue("account", key.space().account())
                    .addKeyValue("mode", key.space().mode().name().toLowerCase(java.util.Locale.ROOT))
                    .addKeyValue("key", key.keyId());
        }
        TrustedProxies proxies = clients;
        if (proxies != null) {
            InetAddress client = proxies.client(exchange.peer(), exchange.headers(TrustedProxies.HEADER));
            entry = entry.addKeyValue("client", client == null ? "-" : client.getHostAddress());
        }
        entry.log("request");
    }

    /** The method, or {@code OTHER} for one that no standard names: what is written to a log is ours. */
    private static String known(String method) {
        return METHODS.contains(method) ? method : "OTHER";
    }

    /** An entry for what could not be read as a request. */
    static void unreadable(String requestId, int status) {
        LOG.atInfo()
                .addKeyValue("requestId", requestId)
                .addKeyValue("route", "-")
                .addKeyValue("status", status)
                .log("unreadable request");
    }
}
