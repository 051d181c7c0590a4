package org.orderevidence.service;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.evidence.TestHashes;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Email;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.ReceiptBuilder;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Statements;
import org.orderevidence.sealing.InstallationSecret;
import org.orderevidence.store.Decision;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.OrderComposer.ComposedOrder;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.Sightings;
import org.orderevidence.store.Sightings.SightingWrite;
import org.orderevidence.store.SimulatedRecords;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.Update;

/** A store in memory with the orders of one card, for tests of what is read to judge order D. */
abstract class CaseReading {
    static final AccountSpace SPACE = new AccountSpace("shop", AccountSpace.Mode.LIVE);
    static final LocalDate TODAY = LocalDate.of(2026, 11, 20);
    static final Instant NOW = TODAY.atStartOfDay(ZoneOffset.UTC).toInstant();
    static final String IP = "203.0.113.7";

    final Keyring keys = new Keyring(InstallationSecret.generate(new Random(7)));
    final CaseStore store = new CaseStore(SPACE, keys);

    static Order order(String id, String day, @Nullable String ip, @Nullable String email) {
        Charge charge = ChargeBuilder.on(LocalDate.parse(day))
                .amount(4999, "USD")
                .credential(new PaymentCredential(
                        null, TestHashes.of("fingerprint", "the card"), "424242", "4242", new Brand("visa")))
                .category(Charge.Category.MERCHANDISE)
                .build();
        Receipt receipt = new ReceiptBuilder()
                .customerEmail(email == null ? null : new PersonalText(email))
                .description("Tea set")
                .build();
        return new Order(
                new OrderId(id),
                null,
                charge,
                new Customer(ip == null ? null : new PersonalText(ip), null, null, new PersonalText("ann-1001")),
                receipt);
    }

    static Order recurring(Order order, @Nullable String initialOrder) {
        return order.withCharge(ChargeBuilder.copyOf(order.charge())
                .recurring(true)
                .initialOrderId(initialOrder == null ? null : new OrderId(initialOrder))
                .build());
    }

    static Order failed(Order order) {
        return order.withCharge(ChargeBuilder.copyOf(order.charge())
                .status(Charge.Status.FAILED)
                .build());
    }

    static Order charged(Order order, String gatewayTransactionId) {
        return order.withCharge(ChargeBuilder.copyOf(order.charge())
                .references(new Charge.References(null, null, null, null, null, gatewayTransactionId))
                .build());
    }

    static Order settled(Order order, String day) {
        return order.withCharge(ChargeBuilder.copyOf(order.charge())
                .settledAt(OrderTime.on(LocalDate.parse(day)))
                .build());
    }

    static Order ofCard(Order order, PaymentCredential card) {
        return order.withCharge(
                ChargeBuilder.copyOf(order.charge()).credential(card).build());
    }

    ComposedOrder derived(Order order) {
        return new DerivedOrders(keys).derive(SPACE, order);
    }

    void put(Order... orders) {
        for (Order order : orders) {
            store.put(order, NOW);
        }
    }

    void track(String email, String ip, String observedAt) {
        IpAddress address = ((IpAddress.Usable) IpAddress.parse(ip)).address();
        store.sightings.track(
                SPACE,
                List.of(new SightingWrite(
                        keys.customer(SPACE, Email.parse(email).orElseThrow()),
                        TestHashes.of("sighting", ip),
                        new IpSighting(address, Instant.parse(observedAt)))),
                _ -> null);
    }

    CaseReader reader(RuleSettings settings) {
        return new CaseReader(new Evidence(store.orders, store.sightings, keys, settings, Clock.systemUTC()));
    }

    Eligibility read(RuleSettings settings) {
        return read(settings, TODAY, Profile.VISA);
    }

    Eligibility read(RuleSettings settings, @Nullable LocalDate asOf, Profile profile) {
        CaseReader reader = reader(settings);
        return reader.judged(
                        SPACE, reader.order(SPACE, new OrderId("D"), profile).orElseThrow(), asOf, profile, null, TODAY)
                .answer();
    }

    Eligibility read() {
        return read(RuleSettings.DEFAULTS);
    }

    static List<String> selected(Eligibility answer) {
        return answer.priorTransactions().stream()
                .filter(Eligibility.PriorTransaction::selected)
                .map(prior -> prior.orderId().value())
                .toList();
    }

    static RuleSettings limits(int priors, int customers, int initialOrders) {
        return new RuleSettings(
                RuleSettings.RefundedPriors.EXCLUDE,
                RuleSettings.DisputedPriors.ANY,
                RuleSettings.RenewalIp.PRIORS,
                1_440,
                60,
                priors,
                customers,
                initialOrders);
    }

    void putQualified() {
        put(
                order("D", "2026-11-10", IP, null),
                order("P1", "2026-05-04", IP, null),
                order("P2", "2026-01-24", IP, null));
    }

    /**
     * The data of a case, in memory, for one space. History rows can be left behind their orders on purpose, as in a
     * distributed store, which the embedded one cannot be made to do.
     */
    static final class CaseStore {
        private static final Kind ORDER = RecordKinds.TABLES.stream()
                .filter(kind -> kind.name().equals("orders"))
                .findFirst()
                .orElseThrow();

        private final AccountSpace space;
        private final RecordStore memory = new SimulatedRecords(
                new SimulatedRecords.Memory(true, 1), InstantSource.system(), step -> SimulatedRecords.Fate.PASSES);
        public final Sightings sightings = new Sightings(memory, TestCodec.CODEC.records());
        public final EvidenceStore orders;
        private boolean leavesRows;

        /** How many times orders were read by themselves. */
        int orderReads;

        /** How many times the history was read by itself. */
        int historyReads;

        public CaseStore(AccountSpace space, Keyring keys) {
            this.space = space;
            RecordStore lagging = (RecordStore) Proxy.newProxyInstance(
                    CaseStore.class.getClassLoader(),
                    new Class<?>[] {RecordStore.class},
                    (proxy, method, arguments) -> method.isDefault()
                            ? InvocationHandler.invokeDefault(proxy, method, arguments)
                            : call(method, arguments));
            orders = new EvidenceStore(lagging, TestCodec.of(new DerivedOrders(keys)));
        }

        private @Nullable Object call(Method method, Object[] arguments) throws Throwable {
            switch (method.getName()) {
                case "isAtomic" -> {
                    return false;
                }
                case "update" -> {
                    return memory.update(
                            updates(arguments[0]).stream().map(this::left).toList());
                }
                case "read" -> {
                    boolean isOfOrders =
                            ((Range) ((List<?>) arguments[0]).getFirst()).kind().equals(ORDER);
                    orderReads += isOfOrders ? 1 : 0;
                    historyReads += isOfOrders ? 0 : 1;
                }
                default -> {}
            }
            try {
                return method.invoke(memory, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }

        @SuppressWarnings("unchecked")
        private static List<Update<Object>> updates(Object argument) {
            return (List<Update<Object>>) argument;
        }

        private <T> Update<T> left(Update<T> update) {
            return Update.of(update.key(), update.bytes(), held -> {
                Decision<T> decision = update.decide(held, 0);
                return leavesRows
                        ? new Decision<>(decision.outcome(), decision.put(), false, List.of(), List.of(), List.of(), 0)
                        : decision;
            });
        }

        public void put(Order order, Instant now) {
            PartWrite write =
                    new PartWrite(order.id(), List.of(new Part(PartKey.UPLOAD, 1, Statements.upload(order))), null);
            orders.put(space, List.of(write), now);
        }

        /** Replaces the order, and leaves its history rows behind. */
        void putOrderOnly(Order order, Instant now) {
            leavesRows = true;
            put(order, now);
            leavesRows = false;
        }

        /** Removes the order, and leaves its history rows behind. */
        void removeOrderOnly(OrderId id) {
            Key key = new Key(ORDER, space, Bytes.utf8(id.value()), Bytes.EMPTY);
            memory.update(List.of(Update.of(key, 0, held -> Decision.remove(true, List.of(), 0))));
        }

        /** Adds history rows of a version of an order to the existing ones. */
        void addRows(OrderId id, ComposedOrder order, long version) {
            memory.merge(OrderFixtures.historyRows(space, id, order, version), List.of());
        }
    }
}
