package org.orderevidence.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.ReceiptBuilder;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PatchCell;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.PaymentState;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.Statement;
import org.orderevidence.order.part.Statements;
import org.orderevidence.order.part.Values;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.OrderComposer.ComposedOrder;
import org.orderevidence.store.Sightings.SightingWrite;

/** Made-up orders, keys and facts, for the tests of what keeps them. */
public final class OrderFixtures {
    public static final AccountSpace SHOP = new AccountSpace("shop", AccountSpace.Mode.LIVE);
    public static final AccountSpace SHOP_TEST = new AccountSpace("shop", AccountSpace.Mode.TEST);
    public static final AccountSpace OTHER = new AccountSpace("other", AccountSpace.Mode.LIVE);

    /** The time of the first upload. */
    public static final Instant NOON = Instant.parse("2026-11-20T12:00:00.123456Z");

    public static final LocalDate DAY = LocalDate.parse("2026-03-01");

    private OrderFixtures() {}

    public static OrderId id(String value) {
        return new OrderId(value);
    }

    /** A keyed hash that is the same for the same text, and sorts as short texts do. */
    public static KeyedHash key(String text) {
        byte[] bytes = new byte[KeyedHash.LENGTH];
        bytes[0] = 1;
        ByteBuffer.wrap(bytes, 1, KeyedHash.LENGTH - 1).put(text.getBytes(StandardCharsets.UTF_8));
        return KeyedHash.of(bytes);
    }

    public static Bytes facts(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    public static IpAddress ip(String text) {
        if (IpAddress.parse(text) instanceof IpAddress.Usable usable) {
            return usable.address();
        }
        throw new IllegalArgumentException("not a public address");
    }

    /** An order of which only the required is known, on {@link #DAY}. */
    public static Order order(String id) {
        return order(id, DAY, 1_999);
    }

    public static Order order(String id, LocalDate day, long amountMinor) {
        Charge charge = ChargeBuilder.on(day).amount(amountMinor, "USD").build();
        return new Order(new OrderId(id), null, charge, Customer.NONE, Receipt.EMPTY);
    }

    public static Order withRevision(Order order, long revision) {
        return new Order(order.id(), revision, order.charge(), order.customer(), order.receipt());
    }

    /** An order with every field, each of a value of its own. */
    public static Order everyField(String id) {
        return new Order(
                new OrderId(id),
                7L,
                ChargeBuilder.at(OrderTime.at(Instant.parse("2026-03-01T23:59:59.999999999Z")))
                        .amount(123_456_789_012L, "KWD")
                        .settledAt(OrderTime.at(Instant.parse("2026-03-03T04:05:06Z")))
                        .fulfilledAt(OrderTime.on(LocalDate.parse("2026-03-07")))
                        .credential(new PaymentCredential(
                                key("par"), key("fingerprint"), "41111111", "1111", new Brand("JCB")))
                        .references(new Charge.References(
                                "AUTH01", "74027516063000000000001", "016060", "SHOP*BOOKS 12", "gate", "ch_42"))
                        .verification(new Charge.Verification(new Charge.ThreeDs("05", "ds-1"), "Y"))
                        .status(Charge.Status.FAILED)
                        .refunded(true)
                        .refundedAmountMinor(123_456_789_012L)
                        .cardPresent(true)
                        .validation(true)
                        .recurring(true)
                        .type(Charge.Type.ORIGINAL_CREDIT)
                        .initialOrderId(new OrderId("first of all"))
                        .category(Charge.Category.SERVICES)
                        .build(),
                new Customer(
                        new PersonalText("not an address"),
                        new PersonalText("device-0123456789"),
                        new PersonalText("fingerprint-0123456789"),
                        new PersonalText("login-1")),
                new ReceiptBuilder()
                        .merchant(profile())
                        .lineItems(List.of(
                                new LineItem("Teapot", "blue, 1 l", Currency.getInstance("JPY"), 3, 4_500),
                                new LineItem("Discount \uD83C\uDF81", null, null, 1, -250)))
                        .customerEmail("Ann@Example.com")
                        .customerPhone(new PersonalText("+1 555 0100"))
                        .customerName(new Receipt.PersonName("Ann", "O\u2019Hara"))
                        .billingAddress(address("b"))
                        .shippingAddress(address("s"))
                        .description("tea things")
                        .delivery(new Receipt.Delivery(
                                "delivered", "Post", "1Z999", OrderTime.at(Instant.parse("2026-03-07T08:00:00Z"))))
                        .totals(new Receipt.Totals(4_250L, 0L, 12L, -1L))
                        .build());
    }

    public static MerchantInfo profile() {
        return new MerchantInfo(
                "The Shop",
                "things",
                "https://shop.example/logo.png",
                "https://shop.example/refunds",
                "https://shop.example/cancel",
                "https://shop.example/terms",
                "+1 555 0199",
                "help@shop.example",
                "https://shop.example",
                address("m"));
    }

    public static Address address(String prefix) {
        return new Address(
                prefix + "1", prefix + "2", prefix + "3", prefix + "4", prefix + "5", prefix + "6", "51.5", "-0.12");
    }

    /** The write of an order that has no customer and no card. */
    public static OrderWrite write(Order order) {
        return write(order, null);
    }

    public static OrderWrite write(Order order, @Nullable KeyedHash customer, KeyedHash... credentials) {
        return new OrderWrite(
                order,
                customer == null ? List.of() : List.of(new OrderReference(OrderReference.Kind.CUSTOMER, customer)),
                order.charge().countsFrom().day(),
                List.of(credentials),
                facts("facts of " + order.id().value()),
                null);
    }

    public static OrderWrite withFacts(OrderWrite write, String facts) {
        return new OrderWrite(
                write.order(),
                write.references(),
                write.historyDay(),
                write.credentials(),
                facts(facts),
                write.expectedVersion());
    }

    /** The history rows of a version of an order. */
    public static List<Stored> historyRows(AccountSpace space, OrderId id, ComposedOrder order, long version) {
        return new OrderRows(
                        0, Math.toIntExact(order.historyDay().toEpochDay()), order.credentials(), List.of(), List.of())
                .keys(OrderHead.key(space, id)).stream()
                        .filter(key -> key.kind().equals(OrderRows.HISTORY))
                        .map(key -> Stored.of(key, version, Bytes.wrap(new byte[1]), order.facts()))
                        .toList();
    }

    /** The writes of uploads, as a store takes them. */
    public static List<PartWrite> parts(List<OrderWrite> writes) {
        return writes.stream().map(OrderWrite::part).toList();
    }

    /**
     * The parts of an order that was uploaded, charged, refunded in part, and then patched, sorted by key. By the PATCH
     * its payment failed. The charge states a card and an e-mail address, and alone would make an order.
     */
    public static List<Part> severalParts(Order uploaded) {
        Part upload = new Part(PartKey.UPLOAD, 1, Statements.upload(uploaded));
        Source stripe = Source.of(Platform.STRIPE, "main");
        Money money = uploaded.charge().money();
        Statement charged = new Values(OrderFields.ORDER)
                .put(money)
                .put(OrderFields.TRANSACTION_DATE, uploaded.charge().transactionTime())
                .put(OrderFields.BIN, "424242")
                .put(OrderFields.LAST4, "4242")
                .put(OrderFields.BRAND, new Brand("visa"))
                .put(OrderFields.CUSTOMER_EMAIL, "ann@example.com")
                .statement();
        Part charge = new Part(
                new PartKey(stripe, "charge/ch_1"),
                1_000,
                new PlatformObject(PlatformObject.Kind.CHARGE, charged, null));
        Part refund = new Part(
                new PartKey(stripe, "refund/re_1"),
                1_001,
                new RefundObject(new Money(5, money.currency()), RefundObject.RefundState.DONE, null));
        Part patch = PatchCell.part(
                OrderFields.STATUS.stated(),
                Statement.of(OrderFields.STATUS, PaymentState.FAILED),
                List.of(upload, charge, refund),
                money,
                2);
        return Stream.of(upload, charge, refund, patch)
                .sorted(Comparator.comparing(Part::key))
                .toList();
    }

    /** An order that was uploaded, as a store returns it. */
    public static StoredOrder stored(
            Order order, long version, Instant uploadedAt, List<Dispute> disputes, List<FraudReport> reports) {
        Part upload = new Part(PartKey.UPLOAD, 1, Statements.upload(order));
        if (Composition.of(order.id(), List.of(upload)) instanceof Composition.Complete complete) {
            return new StoredOrder(order, complete.orderSources(), version, uploadedAt, disputes, reports);
        }
        throw new IllegalArgumentException("the upload does not make an order");
    }

    public static Dispute dispute(String id, Dispute.Status status) {
        return new Dispute(id, "10.4", OrderTime.on(LocalDate.parse("2026-10-01")), status);
    }

    public static FraudReport report(String id) {
        return new FraudReport(id, OrderTime.on(LocalDate.parse("2026-10-02")), "6");
    }

    public static IpSighting sighting(String ip, String at) {
        return new IpSighting(ip(ip), Instant.parse(at));
    }

    public static SightingWrite sighting(String customer, String ip, String at) {
        return new SightingWrite(key(customer), key(ip), sighting(ip, at));
    }
}
