package org.orderevidence;

import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.account.Sessions;
import org.orderevidence.console.Console;
import org.orderevidence.http.AccessLog;
import org.orderevidence.http.HttpServer;
import org.orderevidence.http.MetricsServer;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.installation.Stores;
import org.orderevidence.notification.Deliveries;
import org.orderevidence.process.Periodic;
import org.orderevidence.receipt.render.PdfRenderer;
import org.orderevidence.transfer.Renewing;
import org.orderevidence.webhook.Webhooks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The composition root: an installation and the HTTP server that serves it. */
public final class App implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(App.class);

    private static final Duration SWEEP_PAUSE = Duration.ofMinutes(1);
    private static final Duration MAPPING_PAUSE = Duration.ofMillis(200);
    private static final Duration COUNTING_PAUSE = Duration.ofMinutes(1);

    private final Config config;
    private final Installation installation;
    private final HttpServer server;
    private final Optional<MetricsServer> management;
    private final Sessions sessions;
    private final List<Runnable> endings;
    private final Optional<NewKey> firstKey;
    private final AtomicBoolean closed = new AtomicBoolean();

    private App(
            Config config,
            Installation installation,
            HttpServer server,
            Optional<MetricsServer> management,
            Sessions sessions,
            List<Runnable> endings,
            Optional<NewKey> firstKey) {
        this.config = config;
        this.installation = installation;
        this.server = server;
        this.management = management;
        this.sessions = sessions;
        this.endings = List.copyOf(endings);
        this.firstKey = firstKey;
    }

    /**
     * Opens the store and the secret, makes the first account when there is none, and listens.
     *
     * @throws CannotStart if the operator can fix what is wrong: a taken port, a folder that cannot be written
     */
    public static App start(Config config) {
        return start(config, Clock.systemUTC());
    }

    static App start(Config config, Clock clock) {
        Installation installation = Installation.open(config, clock);
        try {
            OpenInstallation parts = OpenInstallation.of(installation, config, clock);
            Webhooks webhooks = parts.webhooks();
            Sessions sessions = new Sessions(
                    installation.store().tokens(),
                    installation.accounts(),
                    clock,
                    new SecureRandom(),
                    parts.provider());
            PdfRenderer pdfs = parts.pdfs();
            Thread.ofPlatform().daemon().name("warm-up of PDFs").start(pdfs::warm);
            Console console = new Console(
                    parts.service(),
                    parts.coverages(),
                    webhooks.captureRates(),
                    sessions,
                    config.publicUrl().orElse(null),
                    parts.failures());
            Metrics metrics = new Metrics(parts);
            HttpServer server = HttpServer.start(
                    config.host(),
                    config.port(),
                    config.limits(),
                    console.addTo(parts.routes(pdfs)),
                    installation.accounts(),
                    parts.failures(),
                    new AccessLog(config.logsClients() ? config.trustedProxies() : null, metrics));
            metrics.add(server);
            Optional<MetricsServer> management =
                    config.management().flatMap(address -> MetricsServer.start(address, metrics::text));
            Optional<NewKey> firstKey = installation.accounts().firstStart();
            Deliveries deliveries = new Deliveries(parts.notifications());
            Figures figures = Figures.start(parts);
            metrics.add(figures);
            List<Runnable> endings = List.of(
                    () -> management.ifPresent(MetricsServer::close),
                    metrics::close,
                    figures::close,
                    Renewing.ofSealedRecords(installation.store(), clock)::close,
                    Renewing.ofDerivedRows(installation.store(), clock)::close,
                    work("the sweep of pending facts", SWEEP_PAUSE, parts.pending()::sweep),
                    work("the mapping of events", MAPPING_PAUSE, webhooks.worker()::pass),
                    work(
                            "the counts of orders",
                            COUNTING_PAUSE,
                            () -> webhooks.captureRates().pass(installation.accounts())),
                    work(
                            "the deletion of records that have ended",
                            SWEEP_PAUSE,
                            () -> installation.store().sweep(clock.instant())),
                    work("the erasure of customers", SWEEP_PAUSE, parts.erasures()::pass),
                    work("the undo of uploads", SWEEP_PAUSE, parts.uploads()::pass),
                    work("the erasures that platforms ask for", SWEEP_PAUSE, () -> {
                        if (config.erasesForPlatforms()) {
                            parts.platformErasures().pass();
                        }
                    }),
                    work("the look for changes to send", Deliveries.LOOK, deliveries::pass),
                    deliveries::close,
                    parts.purge().work().start()::close,
                    parts.coverages().work().start()::close,
                    parts.coverages().watching().start()::close);
            return new App(config, installation, server, management, sessions, endings, firstKey);
        } catch (RuntimeException failed) {
            installation.close();
            throw failed;
        }
    }

    /** Starts background work. Returns what ends it. */
    private static Runnable work(String name, Duration pause, Runnable pass) {
        return Periodic.start(name, pause, pass)::close;
    }

    /** The statements that make the schema of the store that is set, version by version; opens nothing. */
    public static String schema(Config config) {
        return Stores.schema(config.store());
    }

    /** The port that it listens on. */
    public int port() {
        return server.port();
    }

    /** The port of the metrics; empty if they are not served. */
    public OptionalInt metricsPort() {
        return management.stream().mapToInt(MetricsServer::port).findFirst();
    }

    /** Returns the address of the service for browsers, or empty if it is not known: see {@link Config#publicUrl(int)}. */
    public Optional<URI> publicUrl() {
        return config.publicUrl(port());
    }

    /**
     * Returns an address that signs in to the console once, within {@link Sessions#CODE_LIFE}; empty if the address of the
     * service for browsers is not known.
     *
     * @param key valid key that signs in
     */
    public Optional<URI> signInLink(ApiKey key) {
        return publicUrl().map(url -> url.resolve("/console/sign-in?code=" + sessions.newCode(key)));
    }

    /** The key that was made at this first start; empty at every later one. */
    public Optional<NewKey> firstKey() {
        return firstKey;
    }

    /** Stops listening, waits for the requests under way, and closes the store. Again: does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            HttpServer.Stopped stopped = server.stop();
            endings.forEach(Runnable::run);
            installation.close();
            LOG.info(
                    "stopped in {} ms: {} requests finished, {} cut",
                    stopped.took().toMillis(),
                    stopped.finished(),
                    stopped.cut());
        }
    }
}
