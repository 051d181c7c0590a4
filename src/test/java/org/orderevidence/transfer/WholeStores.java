package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.orderevidence.account.Actor;
import org.orderevidence.account.Scope;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.installation.SecretOfStore;
import org.orderevidence.installation.Stores;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Email;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.PendingFact;
import org.orderevidence.order.part.PendingFact.PendingContent;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.sealing.IndexHasher;
import org.orderevidence.sealing.InstallationSecret;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.service.DerivedOrders;
import org.orderevidence.store.AccessToken;
import org.orderevidence.store.AccessToken.TokenKind;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderComposer;
import org.orderevidence.store.OrderComposer.ComposedOrder;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.RandomOrders;
import org.orderevidence.store.Sightings.SightingWrite;
import org.orderevidence.transfer.StoreVerify.VerifyReport;

/** Whole installations for tests: what is in them follows from a seed. */
public final class WholeStores {
    public static final AccountSpace SHOP = OrderFixtures.SHOP;
    public static final AccountSpace SHOP_TEST = OrderFixtures.SHOP_TEST;
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123456Z");

    private WholeStores() {}

    /** Notes that a service used an older sealing key. */
    public static void noteOlderKeyUsed(OpenStore store, int newest, Instant at) {
        new RenewalNotes(store.accounts(), Renewal.Subject.SEALED_RECORDS)
                .note(new RenewalNotes.OlderVersionUsed(newest, at, "late"));
    }

    /** Notes in a target that its copy was interrupted. */
    public static void noteCopied(AccountStore target, String from, String kind, long records) {
        StoreCopy.CopyJournal.of(target, from).reached(new StoreCopy.CopyJournal.Place(kind, null, records));
    }

    /** What a task told. */
    public static final class Told implements StoreWatch {
        public final List<String> lines = new ArrayList<>();

        @Override
        public void at(String step, long done, long total) {
            // Progress that no test reads.
        }

        @Override
        public void tell(String line) {
            lines.add(line);
        }
    }

    public static Config config(Path data, String store) {
        return config(Map.of("data", data.toString(), "store", store));
    }

    /** Reads a store back that nobody writes to: there is no write to wait for. */
    static VerifyReport verify(Config config, boolean repair, Told told) {
        return StoreTasks.verify(config, repair, Duration.ofMillis(1), told);
    }

    private static Config config(Map<String, String> flags) {
        Config.Reading reading = Config.read(null, Map.of(), flags);
        return assertInstanceOf(Config.Accepted.class, reading).config();
    }

    /** Settings of a service that listens on any free port. */
    public static Config configOfService(Path data, String store) {
        return config(Map.of("data", data.toString(), "store", store, "port", "0", "limits.uploads", "0"));
    }

    /** Opens the installation, as a service or a command would. */
    public static Installation open(Config config) {
        return Installation.open(config, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    /** Opens an installation that has the account {@code shop}. */
    static Installation openShop(Config config) {
        Installation installation = open(config);
        installation.accounts().create("shop");
        return installation;
    }

    /** A fraud report whose order never comes. */
    public static PendingFact pending(String id) {
        PendingFact.Reference charge = new PendingFact.Reference(
                new OrderReference(OrderReference.Kind.GATEWAY_TRANSACTION_ID, OrderFixtures.key("charge")),
                new PersonalText("ch_1"));
        return PendingFact.of(
                charge,
                new PendingContent.OfFraudReport(OrderFixtures.report(id)),
                Source.of(Platform.STRIPE, "main"),
                1,
                NOW);
    }

    /** What an integration of a space left. */
    static IntegrationRecord integration(AccountSpace space) {
        RecordKey key = new RecordKey("link/main", space.mode().name());
        return new IntegrationRecord(space, key, 1, NOW, null, Bytes.wrap(new byte[] {1, 2, 3}), null);
    }

    /** A record that is computed from the orders of a space. */
    static final RecordKey COMPUTED = new RecordKey("computed/test", "sum");

    /** A token of a space. Its end does not pass during a test: stores that delete rows by themselves use the time of now. */
    private static AccessToken token(AccountSpace space, TokenKind kind) {
        return new AccessToken(
                kind,
                AccessToken.hash(space + " " + kind),
                space,
                "A-0",
                NOW,
                Instant.now().plus(Duration.ofDays(300)),
                Bytes.wrap(new byte[] {4, 5}));
    }

    /** Accounts, keys, orders of every shape, some with later facts, and sightings. */
    public static void fill(Config config, int orders) {
        try (Installation installation = open(config)) {
            installation.accounts().create("shop");
            installation.accounts().create("other");
            installation
                    .accounts()
                    .setProfile(
                            Actor.operator(),
                            "shop",
                            account -> account.with(OrderFixtures.profile(), null, true, null),
                            _ -> true);
            installation.accounts().createKey("shop", AccountSpace.Mode.LIVE, Set.of(Scope.READ, Scope.WRITE), null);
            installation.accounts().createKey("shop", AccountSpace.Mode.TEST, Set.of(Scope.ADMIN), NOW.plusSeconds(60));
            for (AccountSpace space : List.of(SHOP, SHOP_TEST)) {
                installation.pending().put(space, pending("F-1"));
                installation.store().integrations().add(integration(space));
                installation
                        .store()
                        .integrations()
                        .add(new IntegrationRecord(space, COMPUTED, 1, null, null, Bytes.wrap(new byte[] {1}), null));
                installation.store().tokens().add(token(space, TokenKind.SESSION));
                installation.store().tokens().add(token(space, TokenKind.RECEIPT_LINK));
                List<OrderWrite> writes = new ArrayList<>();
                for (Order order : orders(orders)) {
                    writes.add(write(installation, space, order));
                }
                for (int i = 0; i < writes.size(); i += 500) {
                    installation
                            .evidence()
                            .put(
                                    space,
                                    OrderFixtures.parts(writes.subList(i, Math.min(writes.size(), i + 500))),
                                    NOW.plusMillis(i));
                }
                for (int i = 0; i < orders; i += 10) {
                    var id = OrderFixtures.id("A-" + i);
                    installation
                            .evidence()
                            .putDispute(space, id, OrderFixtures.dispute("D", Dispute.Status.OPEN), null, NOW);
                    installation.evidence().putFraudReport(space, id, OrderFixtures.report("F"), null, NOW);
                }
                for (int i = 0; i < orders; i++) {
                    Email email = Email.parse("ann" + i % 7 + "@example.com").orElseThrow();
                    String ip = "203.0.113." + i % 250;
                    SightingWrite sighting = new SightingWrite(
                            installation.keyring().customer(space, email),
                            OrderFixtures.key(ip),
                            new IpSighting(OrderFixtures.ip(ip), NOW.minusSeconds(20L * i)));
                    installation.store().sightings().track(space, List.of(sighting), _ -> null);
                }
            }
        }
    }

    public static List<Order> orders(int count) {
        RandomOrders random = new RandomOrders(20_261_120L);
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            orders.add(random.next("A-" + i));
        }
        return orders;
    }

    /** Stores orders with what the writes say is derived from them, right or not. */
    public static void keep(Config config, List<OrderWrite> writes, Instant at) {
        SecretOfStore secret = new SecretOfStore(
                config.secretFile(), SecretOfStore.Use.READ, config.store().toString(), Clock.systemUTC());
        OrderComposer composer = (space, id, parts, disputes) -> writes.stream()
                .filter(write -> write.id().equals(id))
                .map(OrderWrite::composed)
                .findFirst();
        try (OpenStore store = Stores.open(config.store(), Clock.systemUTC(), accounts -> {
            secret.apply(accounts);
            InstallationSecret of = secret.secret();
            return new EvidenceCodec(
                    composer, new Sealer(of.sealingKeys(), new Random(3)), new IndexHasher(of.indexKey()));
        })) {
            store.evidence().put(SHOP, OrderFixtures.parts(writes), at);
        }
    }

    public static OrderWrite write(Installation installation, AccountSpace space, Order order) {
        ComposedOrder composed = new DerivedOrders(installation.keyring()).derive(space, order);
        return new OrderWrite(
                order, composed.references(), composed.historyDay(), composed.credentials(), composed.facts(), null);
    }
}
