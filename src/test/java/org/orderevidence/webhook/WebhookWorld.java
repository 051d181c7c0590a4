package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.http.FailingStore;
import org.orderevidence.integration.InboxEvent.UnmappedEvent;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Platform;
import org.orderevidence.sealing.InstallationSecret;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.service.Evidence;
import org.orderevidence.service.Keyring;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.sql.SqlRecordStore;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.waiting.MovedClock;

/** A store, instances on it that receive webhooks, and a clock that the test moves. */
final class WebhookWorld extends MovedClock implements AutoCloseable {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final Keyring keyring;
    private final OpenStore store;
    private final EvidenceCodec codec;

    /** Orders that cannot be written. */
    final Set<String> broken = ConcurrentHashMap.newKeySet();

    /** Orders that are written when their latch opens. */
    final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();

    WebhookWorld(Path folder) {
        super(START);
        InstallationSecret secret = InstallationSecret.generate(new Random(7));
        keyring = new Keyring(secret);
        codec = keyring.codec(new Sealer(secret.sealingKeys(), new Random(8)));
        store = SqlRecordStore.openSqlite(
                folder.resolve("evidence.db"), SqlSettings.defaults(), START, accounts -> codec);
    }

    /** Returns another instance of the service. */
    Webhooks instance() {
        EvidenceStore evidence = new EvidenceStore(FailingStore.before(store.records(), this::write), codec);
        PendingFacts pending = new PendingFacts(evidence, store.pending(), keyring, this);
        return Webhooks.of(store.integrations(), evidence(evidence), pending, new Random(NUMBERS.incrementAndGet()));
    }

    private void write(FailingStore.Call call) {
        if (call.is("update orders")) {
            List<String> ids =
                    call.keys().stream().map(key -> key.part().utf8()).toList();
            ids.stream().map(held::get).filter(Objects::nonNull).forEach(WebhookWorld::await);
            if (ids.stream().anyMatch(broken::contains)) {
                throw failure();
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Returns the integrations as another instance reads and writes them. */
    Integrations integrations(IntegrationStore through) {
        return new Integrations(through, keyring, this, new Random(NUMBERS.incrementAndGet()));
    }

    /** Returns what imports the history of an integration. */
    HistoryImport history(Integration integration) {
        return new HistoryImport(integration, store.integrations(), evidence(store.evidence()), pending());
    }

    /** Returns what stores statements. */
    StatementWriter writer() {
        Evidence evidence = evidence(store.evidence());
        OrderLinks links = new OrderLinks(store.integrations(), evidence, pending(), true);
        return new StatementWriter(links, evidence, pending());
    }

    private PendingFacts pending() {
        return new PendingFacts(store.evidence(), store.pending(), keyring, this);
    }

    private Evidence evidence(EvidenceStore orders) {
        return new Evidence(orders, store.sightings(), keyring, RuleSettings.DEFAULTS, this);
    }

    /** Connects a platform to a new account. */
    Integration connect(Webhooks instance, Platform platform, IntegrationSettings settings) {
        int number = NUMBERS.incrementAndGet();
        IntegrationSecrets secrets = new IntegrationSecrets(
                new SecretText(platform == Platform.ADYEN ? "AB%06d".formatted(number) : "whsec_" + number),
                null,
                platform == Platform.ADYEN ? new IntegrationSecrets.Basic("u", new SecretText("p")) : null);
        Integrations.Change change =
                instance.integrations().add(new AccountSpace("shop-" + number, Mode.LIVE), platform, settings, secrets);
        return assertInstanceOf(Integrations.Change.Made.class, change).integration();
    }

    Integration stripe(Webhooks instance) {
        return connect(instance, Platform.STRIPE, IntegrationSettings.DEFAULTS);
    }

    /** Sends an event of Stripe. */
    void send(Webhooks instance, Integration stripe, byte[] event) {
        String secret = stripe.secrets().signing().value();
        assertTrue(
                SignedWebhooks.receive(instance.receiver(), stripe, SignedWebhooks.stripe(secret, event, instant())));
    }

    Optional<StoredOrder> order(Integration integration, String id) {
        return store.evidence().order(integration.space(), new OrderId(id));
    }

    /** Returns the reasons of the events that changed nothing. */
    List<String> unmapped(Webhooks instance, Integration integration) {
        return instance.inbox().unmapped(integration.id(), null, 100).items().stream()
                .map(UnmappedEvent::reason)
                .sorted()
                .toList();
    }

    OpenStore store() {
        return store;
    }

    @Override
    public void close() {
        store.close();
    }

    static StoreUnavailable failure() {
        return new StoreUnavailable("the test wants it so");
    }
}
