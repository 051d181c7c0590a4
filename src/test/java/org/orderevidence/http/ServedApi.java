package org.orderevidence.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.OpenIdProvider;
import org.orderevidence.account.Retention;
import org.orderevidence.account.Scope;
import org.orderevidence.account.Sessions;
import org.orderevidence.account.TickingAccounts;
import org.orderevidence.api.Api;
import org.orderevidence.api.LinkOperations;
import org.orderevidence.api.OpenApiCheck;
import org.orderevidence.api.PaperOperations;
import org.orderevidence.api.Shop;
import org.orderevidence.console.Console;
import org.orderevidence.erasure.Erasures;
import org.orderevidence.erasure.Uploads;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.TrustedProxies;
import org.orderevidence.http.limits.VisitorLimit;
import org.orderevidence.notification.Notifications;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.receipt.render.PdfFonts;
import org.orderevidence.receipt.render.PdfRenderer;
import org.orderevidence.sealing.InstallationSecret;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.service.Coverages;
import org.orderevidence.service.Evidence;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.Keyring;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.service.ReceiptLinks;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.Sightings;
import org.orderevidence.store.Tokens;
import org.orderevidence.waiting.Waits;
import org.orderevidence.webhook.Webhooks;

/**
 * The interface as a test has it: a server on a port of its own, on any store, at a fixed time. Every answer that comes
 * through {@link #send} is held against the description of the interface.
 */
public final class ServedApi implements AutoCloseable {
    /** Now, for the server. */
    public static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    /** The address of the service for browsers. */
    public static final URI PUBLIC_URL = URI.create("https://evidence.example.com");

    private static final long SEED = 20261120;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final AtomicInteger SHOPS = new AtomicInteger();
    private static final int SHOPS_TOGETHER = 8;

    private final HttpServer server;
    private static final InstallationSecret SECRET = InstallationSecret.generate(new Random(SEED));
    private static final PdfRenderer PDFS = new PdfRenderer(PdfFonts.own());
    public static final Keyring KEYRING = new Keyring(SECRET);

    /** The codec of every served store: it belongs to the secret of the service. */
    public static final Function<AccountStore, EvidenceCodec> CODECS =
            accounts -> KEYRING.codec(new Sealer(SECRET.sealingKeys(), new Random(SEED)));

    private final Accounts accounts;
    private final PendingFacts pending;
    private final Webhooks webhooks;
    private final Tokens tokens;
    private final Coverages coverages;
    private final Function<RuleSettings, ServedApi> withSettings;

    /** Shops that no test has yet. */
    private final Queue<Shop> made = new ConcurrentLinkedQueue<>();

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    final OpenApiCheck description = OpenApiCheck.SHARED;

    private ServedApi(
            HttpServer server,
            Accounts accounts,
            PendingFacts pending,
            Webhooks webhooks,
            Coverages coverages,
            Tokens tokens,
            Function<RuleSettings, ServedApi> withSettings) {
        this.server = server;
        this.accounts = accounts;
        this.pending = pending;
        this.webhooks = webhooks;
        this.tokens = tokens;
        this.coverages = coverages;
        this.withSettings = withSettings;
    }

    /** Serves the same store with other settings of the rule. */
    public ServedApi with(RuleSettings settings) {
        return withSettings.apply(settings);
    }

    public static ServedApi start(ServedStore store, Limits limits) {
        return start(store.evidence(), store, limits);
    }

    /** Serves orders from one store and accounts from another. */
    public static ServedApi start(EvidenceStore evidence, ServedStore store, Limits limits) {
        return start(evidence, store, limits, "127.0.0.1", 0);
    }

    /** Serves receipt links to each address only so often. */
    public static ServedApi startLimited(ServedStore store, Limits limits, int visitsPerMinute) {
        return start(store.evidence(), store, limits, "127.0.0.1", 0, visitsPerMinute, null, Times.REAL);
    }

    /** Serves with caches of keys that have a clock of the test. */
    public static ServedApi startTicking(ServedStore store, Limits limits, LongSupplier nanos) {
        Times times = new Times(nanos, PaperOperations.PATIENCE, null);
        return start(store.evidence(), store, limits, "127.0.0.1", 0, 0, null, times);
    }

    /** Serves PDFs that wait for other PDFs only so long. */
    public static ServedApi startPatient(ServedStore store, Limits limits, Duration pdfPatience) {
        Times times = new Times(System::nanoTime, pdfPatience, null);
        return start(store.evidence(), store, limits, "127.0.0.1", 0, 0, null, times);
    }

    /** Serves at a place of the test's choice. */
    public static ServedApi start(EvidenceStore evidence, ServedStore store, Limits limits, String host, int port) {
        return start(evidence, store, limits, host, port, 0, null, Times.REAL);
    }

    /** Serves the console to browsers that use this address. */
    public static ServedApi startPublic(ServedStore store, Limits limits, URI publicUrl) {
        return start(store.evidence(), store, limits, "127.0.0.1", 0, 0, publicUrl, Times.REAL);
    }

    /** Serves the console to people who sign in at a provider. */
    public static ServedApi startWithPeople(ServedStore store, Limits limits, OpenIdProvider provider) {
        Times times = new Times(System::nanoTime, PaperOperations.PATIENCE, provider);
        return start(store.evidence(), store, limits, "127.0.0.1", 0, 0, null, times);
    }

    /**
     * What a test decides about time and people.
     *
     * @param nanos clock of the caches of keys
     * @param pdfPatience how long a PDF waits for others
     * @param provider where people sign in; {@code null} if keys alone sign in
     */
    private record Times(
            LongSupplier nanos,
            Duration pdfPatience,
            @Nullable OpenIdProvider provider) {
        static final Times REAL = new Times(System::nanoTime, PaperOperations.PATIENCE, null);
    }

    private static ServedApi start(
            EvidenceStore evidence,
            ServedStore store,
            Limits limits,
            String host,
            int port,
            int visitsPerMinute,
            @Nullable URI consoleUrl,
            Times times) {
        return start(evidence, store, limits, host, port, visitsPerMinute, consoleUrl, times, RuleSettings.DEFAULTS);
    }

    private static ServedApi start(
            EvidenceStore evidence,
            ServedStore store,
            Limits limits,
            String host,
            int port,
            int visitsPerMinute,
            @Nullable URI consoleUrl,
            Times times,
            RuleSettings settings) {
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        Accounts accounts =
                TickingAccounts.of(store.accounts(), clock, new Random(SEED + SHOPS.incrementAndGet()), times.nanos);
        PendingFacts pending = new PendingFacts(evidence, store.pending(), KEYRING, clock);
        Webhooks webhooks = webhooks(evidence, store.sightings(), store.integrations(), pending, clock);
        Evidence all = new Evidence(evidence, store.sightings(), KEYRING, settings, clock);
        EvidenceService service =
                new EvidenceService(all, accounts, pending, new Retention(accounts, 0, clock), webhooks.worker());
        Sessions sessions = new Sessions(
                store.tokens(), accounts, clock, new Random(SEED + SHOPS.incrementAndGet()), times.provider);
        ReceiptLinks links =
                new ReceiptLinks(store.tokens(), evidence, accounts, clock, new Random(SEED + SHOPS.incrementAndGet()));
        Coverages coverages = new Coverages(all, store.integrations(), accounts, new Random(SEED));
        Failures failures = new Failures();
        Routes routes = Api.routes(
                service,
                new Uploads(service, store.uploads(), store.integrations(), accounts, clock),
                new Erasures(
                        new Erasures.Stores(evidence, store.sightings(), store.tokens(), store.integrations()),
                        service,
                        pending,
                        webhooks,
                        accounts,
                        KEYRING,
                        new Erasures.Settings(true, settings),
                        clock),
                webhooks.receiver(),
                webhooks.administration(accounts.audit(), clock),
                coverages,
                webhooks.captureRates(),
                new Notifications(
                        store.changes(), store.integrations(), accounts.audit(), new Random(SEED), true, clock),
                accounts,
                new PaperOperations(service, accounts, PDFS, times.pdfPatience),
                new LinkOperations(
                        links,
                        _ -> Optional.of(PUBLIC_URL),
                        new VisitorLimit(visitsPerMinute, TrustedProxies.parse("127.0.0.1"), () -> 0),
                        failures),
                failures);
        new Console(service, coverages, webhooks.captureRates(), sessions, consoleUrl, failures).addTo(routes);
        HttpServer server = HttpServer.start(
                host,
                port,
                limits,
                routes,
                accounts,
                failures,
                new AccessLog(TrustedProxies.parse("127.0.0.1"), (_, _, _, _) -> {}));
        return new ServedApi(
                server,
                accounts,
                pending,
                webhooks,
                coverages,
                store.tokens(),
                other -> start(evidence, store, limits, "127.0.0.1", 0, visitsPerMinute, consoleUrl, times, other));
    }

    /** What receives webhooks in an instance of this service. */
    public static Webhooks webhooks(
            EvidenceStore evidence,
            Sightings sightings,
            IntegrationStore integrations,
            PendingFacts pending,
            Clock clock) {
        return Webhooks.of(
                integrations,
                new Evidence(evidence, sightings, KEYRING, RuleSettings.DEFAULTS, clock),
                pending,
                new Random(SEED + SHOPS.incrementAndGet()));
    }

    /** What receives webhooks in this service. */
    public Webhooks webhooks() {
        return webhooks;
    }

    /** Sessions and receipt links of this service. */
    public Tokens tokens() {
        return tokens;
    }

    /** What computes the coverage in this service. */
    public Coverages coverages() {
        return coverages;
    }

    HttpServer.Load load() {
        return server.load();
    }

    public int port() {
        return server.port();
    }

    /** Joins facts with orders in this service. */
    public PendingFacts pending() {
        return pending;
    }

    /** Joins facts with orders as another instance of this service does. */
    public static PendingFacts pending(EvidenceStore evidence, PendingStore pending) {
        return new PendingFacts(evidence, pending, KEYRING, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    /** The service of such an instance. */
    public static EvidenceService service(
            EvidenceStore evidence, Sightings sightings, AccountStore accounts, PendingFacts pending) {
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        Accounts own = new Accounts(accounts, clock, new Random(SEED));
        return new EvidenceService(
                new Evidence(evidence, sightings, KEYRING, RuleSettings.DEFAULTS, clock),
                own,
                pending,
                new Retention(own, 0, clock),
                (space, charges) -> {});
    }

    public Accounts accounts() {
        return accounts;
    }

    void stop() {
        server.stop();
    }

    @Override
    public void close() {
        client.close();
        server.stop();
    }

    /**
     * Makes shops side by side, before they are needed. In a cluster each has to wait for several rounds between the
     * nodes.
     */
    public void makeShops(int count) {
        Callable<Shop> one = this::makeShop;
        try (ExecutorService threads = Executors.newFixedThreadPool(SHOPS_TOGETHER)) {
            made.addAll(Waits.results(threads, Collections.nCopies(count, one)));
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        }
    }

    /** A new account with a key that may do everything. */
    public Shop newShop() {
        Shop shop = made.poll();
        return shop == null ? makeShop() : shop;
    }

    private Shop makeShop() {
        String account = "shop-" + SHOPS.incrementAndGet();
        accounts.create(account);
        return new Shop(this, account, key(account, Mode.LIVE, Scope.ADMIN));
    }

    public ApiKey key(String account, Mode mode, Scope scope) {
        return accounts.createKey(account, mode, Set.of(scope), null)
                .orElseThrow()
                .key();
    }

    /** A request to be filled and sent. */
    public HttpRequest.Builder request(String method, String path, HttpRequest.BodyPublisher body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(PATIENCE)
                .method(method, body);
    }

    /** Sends a request without body and without key. */
    public Reply send(String method, String path) {
        return send(request(method, path, HttpRequest.BodyPublishers.noBody()));
    }

    /** Sends a request, and holds its answer against the description. */
    public Reply send(HttpRequest.Builder builder) {
        HttpRequest request = builder.build();
        try {
            HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            Reply reply = new Reply(response.statusCode(), response.headers().map(), Bytes.wrap(response.body()));
            description.check(request.method(), request.uri().getRawPath(), reply);
            return reply;
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
