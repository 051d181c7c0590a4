package org.orderevidence.notification;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.Retention;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.http.ServedApi;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.service.Coverages;
import org.orderevidence.service.Evidence;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.store.ChangeStore;
import org.orderevidence.store.ChangeStore.Change;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.sql.SqlRecordStore;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.waiting.MovedClock;
import org.orderevidence.webhook.CaptureRates;
import org.orderevidence.webhook.Webhooks;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.OrderReader;
import org.orderevidence.wire.Read;
import tools.jackson.databind.json.JsonMapper;

/** A merchant whose store is watched for changes, with a clock that the test moves. */
final class Merchant extends MovedClock implements AutoCloseable {
    static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    static final LocalDate TODAY = LocalDate.of(2026, 11, 20);
    static final AccountSpace LIVE = new AccountSpace("shop", Mode.LIVE);

    final OpenStore store;
    final Accounts accounts;
    final Evidence evidence;
    final EvidenceService service;
    final CaptureRates rates;

    Merchant(Path folder) {
        super(START);
        store = SqlRecordStore.openSqlite(
                folder.resolve("evidence.db"), SqlSettings.defaults(), START, ServedApi.CODECS);
        accounts = new Accounts(store.accounts(), this, new Random(1));
        accounts.create(LIVE.account());
        evidence = new Evidence(store.evidence(), store.sightings(), ServedApi.KEYRING, RuleSettings.DEFAULTS, this);
        PendingFacts pending = new PendingFacts(store.evidence(), store.pending(), ServedApi.KEYRING, this);
        rates = Webhooks.of(store.integrations(), evidence, pending, new Random(2))
                .captureRates();
        service = new EvidenceService(
                evidence, accounts, pending, new Retention(accounts, 0, this), (space, charges) -> {});
    }

    Notifications notifications() {
        return new Notifications(store.changes(), store.integrations(), accounts.audit(), new Random(4), true, this);
    }

    /** Returns what finds changes in an instance of the service. */
    ChangeFinder finder() {
        return new ChangeFinder(evidence, rates, store.integrations(), store.changes());
    }

    /** Looks for the other changes, among at most this many disputes. */
    void look(int mostDisputes) {
        new ChangeFinder(evidence, rates, store.integrations(), store.changes(), mostDisputes).look(LIVE, () -> true);
    }

    /** Computes the coverage, which finds the changes of verdicts. */
    void judge() {
        new Coverages(evidence, store.integrations(), accounts, new Random(3))
                .watchedBy(finder())
                .compute(LIVE);
    }

    /** Looks for the other changes. */
    void look() {
        finder().look(LIVE, () -> true);
    }

    /** Uploads orders of one card, each as its ID and its day. */
    void upload(String more, String... orders) {
        List<UploadedOrder> uploaded = Arrays.stream(orders)
                .map(order -> order.split(" ", -1))
                .map(order -> "{\"id\": \"" + order[0] + "\", \"amount\": 1999, \"currency\": \"USD\","
                        + " \"transactionDate\": \"" + order[1] + "\", \"brand\": \"visa\","
                        + " \"cardFingerprint\": \"card-0001\", \"customerAccountId\": \"ann\","
                        + " \"receipt\": {\"description\": \"Tea\", \"customerEmail\": \"ann@example.com\"}"
                        + more + "}")
                .map(json ->
                        OrderReader.read(JsonMapper.shared().readTree(json), "", instant(), false, new FaultRoom()))
                .map(read -> ((Read.Good<UploadedOrder>) read).value())
                .toList();
        service.upload(LIVE, uploaded, null);
    }

    void dispute(String order, String id, Dispute.Status status, @Nullable OrderTime respondBy) {
        Dispute dispute = new Dispute(id, "10.4", OrderTime.on(TODAY.minusDays(1)), status)
                .with(new Dispute.Details(respondBy, null, null, null, null, null));
        service.recordDispute(Actor.operator(), LIVE, new OrderId(order), _ -> dispute);
    }

    /** Returns all changes, also those that are not settled. */
    List<Change> changes() {
        return store.changes()
                .page(LIVE, null, instant().plus(ChangeStore.SETTLED).plusSeconds(1), 1_000)
                .changes();
    }

    /** Returns each change as its type and its order. */
    List<String> found() {
        return changes().stream()
                .map(change -> change.type().wireName() + " " + change.data().get("orderId"))
                .toList();
    }

    @Override
    public void close() {
        store.close();
    }
}
