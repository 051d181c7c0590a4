package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Retention;
import org.orderevidence.api.Shop;
import org.orderevidence.erasure.Erasures;
import org.orderevidence.erasure.PlatformErasures;
import org.orderevidence.erasure.Purge;
import org.orderevidence.erasure.Uploads;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.http.FailingStore;
import org.orderevidence.http.FailingStore.Call;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.part.Platform;
import org.orderevidence.service.Evidence;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.RecordStore;
import org.orderevidence.waiting.MovedClock;
import org.orderevidence.waiting.Waits;
import tools.jackson.databind.JsonNode;

/** A merchant with an integration, and the instance of the service that receives its events. */
final class Merchant {
    private static final int SENDERS = 8;

    final Shop shop;
    final AccountSpace space;
    final MovedClock clock = new MovedClock(ServedApi.NOW);
    final Integration stripe;
    private final IntegrationSettings settings;
    private final ServedStore store;
    private Webhooks webhooks;
    private PlatformErasures platforms;

    Merchant(ServesApi on, ServedStore store) {
        this(on, store, IntegrationSettings.DEFAULTS);
    }

    Merchant(ServesApi on, ServedStore store, IntegrationSettings settings) {
        this.settings = settings;
        this.shop = on.api().newShop();
        this.space = new AccountSpace(shop.account(), Mode.LIVE);
        this.store = store;
        this.webhooks = instance(store.evidence(), store.integrations());
        this.platforms = platforms();
        this.stripe = connect(Platform.STRIPE);
    }

    Integration connect(Platform platform) {
        SecretText secret = new SecretText("whsec_" + shop.account() + "_" + System.nanoTime());
        return ((Integrations.Change.Made) webhooks.integrations()
                        .add(space, platform, settings, new IntegrationSecrets(secret, null, null)))
                .integration();
    }

    Webhooks instance(EvidenceStore evidence, IntegrationStore integrations) {
        return ServedApi.webhooks(
                evidence, store.sightings(), integrations, ServedApi.pending(evidence, store.pending()), clock);
    }

    Webhooks webhooks() {
        return webhooks;
    }

    /** Continues the erasures that are due. */
    void eraseAfter(Duration time) {
        clock.move(time);
        erasures(service()).pass();
    }

    /** Completes the undos that are due. */
    void undoAfter(Duration time) {
        clock.move(time);
        new Uploads(service(), store.uploads(), store.integrations(), accounts(), clock).pass();
    }

    /** Does what shop platforms ask for. */
    void eraseForPlatforms() {
        platforms.pass();
    }

    private PlatformErasures platforms() {
        EvidenceService service = service();
        return new PlatformErasures(
                erasures(service), service, webhooks.administration(accounts().audit(), clock));
    }

    /** Removes what is older than the retention, as an instance of the service does. */
    Purge purge(Duration leastStay) {
        EvidenceService service = service();
        return new Purge(stores(), service, erasures(service), accounts(), ServedApi.KEYRING, leastStay, clock);
    }

    private Accounts accounts() {
        return new Accounts(store.accounts(), clock, new Random(1));
    }

    private Erasures.Stores stores() {
        return new Erasures.Stores(store.evidence(), store.sightings(), store.tokens(), store.integrations());
    }

    private EvidenceService service() {
        Accounts accounts = accounts();
        return new EvidenceService(
                new Evidence(store.evidence(), store.sightings(), ServedApi.KEYRING, RuleSettings.DEFAULTS, clock),
                accounts,
                ServedApi.pending(store.evidence(), store.pending()),
                new Retention(accounts, 0, clock),
                (space, charges) -> {});
    }

    private Erasures erasures(EvidenceService service) {
        return new Erasures(
                stores(),
                service,
                ServedApi.pending(store.evidence(), store.pending()),
                webhooks,
                accounts(),
                ServedApi.KEYRING,
                Erasures.Settings.DEFAULTS,
                clock);
    }

    /** Continues with an instance that does this before each call of the store of records. */
    void restart(Consumer<Call> first) {
        RecordStore records = FailingStore.before(store.records(), first);
        webhooks = instance(store.evidence(records), store.with(records).integrations());
        platforms = platforms();
    }

    void send(byte[] event) {
        String secret = stripe.secrets().signing().value();
        assertTrue(SignedWebhooks.receive(
                webhooks.receiver(), stripe, SignedWebhooks.stripe(secret, event, clock.instant())));
    }

    void sendAndMap(byte[]... events) {
        for (byte[] event : events) {
            send(event);
        }
        webhooks.worker().pass();
    }

    void send(Integration shopify, String topic, byte[] body) {
        String secret = shopify.secrets().signing().value();
        assertTrue(SignedWebhooks.receive(webhooks.receiver(), shopify, SignedWebhooks.shopify(secret, topic, body)));
    }

    void sendAndMap(Integration shopify, String topic, byte[] body) {
        send(shopify, topic, body);
        webhooks.worker().pass();
    }

    /** Sends many events at a time, in no order, and maps them. */
    void sendTogetherAndMap(List<byte[]> events) throws ExecutionException {
        try (ExecutorService threads = Executors.newFixedThreadPool(SENDERS)) {
            Waits.results(
                    threads,
                    events.stream()
                            .map(event -> (Callable<Boolean>) () -> {
                                send(event);
                                return true;
                            })
                            .toList());
        }
        webhooks.worker().pass();
    }

    void passAfter(Duration time) {
        clock.move(time);
        webhooks.worker().pass();
    }

    void upload(String body, String charge) {
        shop.post(MovedOrdersContract.ORDERS + "/upload", body).is(200);
        if (!charge.isEmpty()) {
            webhooks.worker().uploaded(space, List.of(charge));
        }
    }

    JsonNode order(String id) {
        return shop.get(MovedOrdersContract.ORDERS + "/" + id).is(200).json();
    }

    List<String> listed() {
        return shop.get(MovedOrdersContract.ORDERS).is(200).rows("/orders", "id").stream()
                .sorted()
                .toList();
    }

    /** How often the purchase counts as a prior now. */
    int priors() {
        return (int) order("D-1")
                .at("/compellingEvidence/priorTransactions")
                .valueStream()
                .filter(prior ->
                        prior.path("reason").isNull() || prior.path("reason").isMissingNode())
                .count();
    }

    List<String> unmapped() {
        return webhooks.inbox().unmapped(stripe.id(), null, 100).items().stream()
                .map(event -> event.type() + " " + event.reason())
                .toList();
    }
}
