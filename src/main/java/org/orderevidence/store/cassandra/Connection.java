package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.UnsupportedProtocolVersionException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;

/** Opens a session with all limits of the driver set. */
public final class Connection {
    /** Asks for a keyspace with each request: since Cassandra 4.0. */
    private static final String PROTOCOL = "V5";

    private static final Duration RECONNECT_FIRST = Duration.ofMillis(250);
    private static final Duration RECONNECT_MOST = Duration.ofSeconds(1);
    private static final Duration HEARTBEAT = Duration.ofSeconds(5);
    private static final Duration METADATA_WAIT = Duration.ofSeconds(20);

    /**
     * How long the driver waits for the nodes' agreement after each change of the schema: not at all. Its check asks one
     * node alone, and pauses between two questions. The migration of the schema asks all nodes.
     */
    private static final Duration AGREEMENT_WAIT = Duration.ZERO;

    private Connection() {}

    /**
     * A session that is in no keyspace.
     *
     * @throws StoreUnavailable when no host answers
     * @throws StoreRefused when the hosts are not what the address says
     */
    public static CqlSession open(CassandraUrl url, CassandraSettings settings) {
        CqlSessionBuilder builder = CqlSession.builder().withConfigLoader(config(url, settings));
        for (String host : url.hosts()) {
            InetSocketAddress address = new InetSocketAddress(host, url.port());
            if (address.isUnresolved()) {
                throw new StoreUnavailable("the host " + host + " is not known");
            }
            builder.addContactPoint(address);
        }
        CassandraUrl.Login login = url.login();
        if (login != null) {
            String password = login.password();
            if (password == null) {
                throw new StoreRefused("the address has a user, but no password: add it, or set CASSANDRA_PASSWORD");
            }
            builder.withAuthCredentials(login.user(), password);
        }
        CqlSession session;
        try {
            session = builder.build();
        } catch (UnsupportedProtocolVersionException e) {
            throw new StoreRefused("the cluster is older than Cassandra 4.0", e);
        } catch (AllNodesFailedException e) {
            if (isAboutLogin(e)) {
                throw new StoreRefused(
                        "the cluster does not accept the user and password of the address, or wants some", e);
            }
            throw new StoreUnavailable("none of the hosts answers", e);
        } catch (DriverException e) {
            throw new StoreUnavailable("the hosts could not be asked about the cluster", e);
        } catch (IllegalStateException e) {
            throw new StoreRefused("the hosts are in several data centres: name the near one with dc=", e);
        }
        requireDataCentre(session, url);
        return session;
    }

    private static boolean isAboutLogin(AllNodesFailedException error) {
        return error.getAllErrors().values().stream()
                .flatMap(List::stream)
                .anyMatch(one -> one instanceof AuthenticationException);
    }

    private static void requireDataCentre(CqlSession session, CassandraUrl url) {
        TreeSet<String> held = session.getMetadata().getNodes().values().stream()
                .map(Node::getDatacenter)
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(TreeSet::new));
        String wanted = url.dataCentre();
        if (wanted != null && !held.contains(wanted)) {
            session.close();
            throw new StoreRefused("the cluster has no data centre " + wanted + ", but " + String.join(", ", held));
        }
    }

    static DriverConfigLoader config(CassandraUrl url, CassandraSettings settings) {
        ProgrammaticDriverConfigLoaderBuilder config = DriverConfigLoader.programmaticBuilder()
                .withString(DefaultDriverOption.PROTOCOL_VERSION, PROTOCOL)
                // For statements that do not say it themselves. The driver's own default is one replica: a read after
                // such a write need not see it.
                .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "QUORUM")
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, settings.readWait())
                .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, settings.connectWait())
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, settings.connectWait())
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, METADATA_WAIT)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT, AGREEMENT_WAIT)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, METADATA_WAIT)
                // Each change of the schema waits for what the driver knows of it to be read anew: at once, not in a
                // second.
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ZERO)
                .withStringList(DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES, List.of(url.keyspace()))
                .withString(DefaultDriverOption.RECONNECTION_POLICY_CLASS, "ExponentialReconnectionPolicy")
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, RECONNECT_FIRST)
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, RECONNECT_MOST)
                .withDuration(DefaultDriverOption.HEARTBEAT_INTERVAL, HEARTBEAT)
                .withDuration(DefaultDriverOption.HEARTBEAT_TIMEOUT, settings.connectWait())
                .withString(DefaultDriverOption.REQUEST_THROTTLER_CLASS, "ConcurrencyLimitingRequestThrottler")
                .withInt(DefaultDriverOption.REQUEST_THROTTLER_MAX_CONCURRENT_REQUESTS, settings.requests())
                .withInt(DefaultDriverOption.REQUEST_THROTTLER_MAX_QUEUE_SIZE, settings.queuedRequests())
                .withBoolean(DefaultDriverOption.REQUEST_WARN_IF_SET_KEYSPACE, false)
                // A close waits for requests under way by itself; nothing comes after it.
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
                .withBoolean(DefaultDriverOption.NETTY_DAEMON, true);
        if (url.tls()) {
            // Without a trust store of its own it uses that of this JVM.
            config.withString(DefaultDriverOption.SSL_ENGINE_FACTORY_CLASS, "DefaultSslEngineFactory")
                    .withBoolean(DefaultDriverOption.SSL_HOSTNAME_VALIDATION, true);
        }
        String dataCentre = url.dataCentre();
        if (dataCentre == null) {
            config.withString(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, "DcInferringLoadBalancingPolicy");
        } else {
            config.withString(DefaultDriverOption.LOAD_BALANCING_LOCAL_DATACENTER, dataCentre);
        }
        return config.build();
    }
}
