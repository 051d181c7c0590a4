package org.orderevidence.evidence;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DisputeCase.Prior;
import org.orderevidence.evidence.ElementReading.ElementMark;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.ReceiptBuilder;

/**
 * An order in the making, for tests: a paid Visa order of a tea set, with no elements, until told otherwise. Elements
 * are given as plain words; {@link #UNUSABLE} is one that cannot be used.
 */
public final class TestOrder {
    /** A present element that cannot be used. */
    public static final String UNUSABLE = "unusable";

    /** A present element that stands for none. Not of an IP address. */
    public static final String PLACEHOLDER = "placeholder";

    final OrderId id;
    final LocalDate day;
    final Map<Element, String> elements = new EnumMap<>(Element.class);

    @Nullable
    public Integer secondOfDay;

    @Nullable
    public LocalDate settled;

    @Nullable
    public KeyedHash accountReference;

    @Nullable
    KeyedHash fingerprint = TestHashes.of("fingerprint", "the card");

    @Nullable
    String bin = "424242";

    @Nullable
    String last4 = "4242";

    @Nullable
    String brand = "visa";

    @Nullable
    public String descriptor;

    @Nullable
    public String description = "Tea set";

    @Nullable
    public String authCode;

    @Nullable
    public String arn;

    Charge.Verification verification = Charge.Verification.NONE;

    @Nullable
    public String gatewayTransactionId;

    @Nullable
    public OrderId initialOrder;

    Charge.@Nullable Category category = Charge.Category.MERCHANDISE;

    public long amount = 4999;
    public boolean fulfilled;
    public boolean failed;
    public boolean refunded;
    boolean cardPresent;
    public boolean validation;
    public boolean recurring;
    public boolean originalCredit;
    ActiveDisputes disputes = ActiveDisputes.NONE;
    boolean fraudReported;
    boolean uncaptured;

    @Nullable
    IpStandIn standIn;

    public TestOrder(String id, String day) {
        this(id, LocalDate.parse(day));
    }

    public TestOrder(String id, LocalDate day) {
        this.id = new OrderId(id);
        this.day = day;
    }

    public TestOrder with(Element element, String word) {
        elements.put(element, word);
        return this;
    }

    /** The IP address and login that qualify an order where nothing else is said. */
    public TestOrder withIpAndAccount() {
        return with(Element.IP, "1").with(Element.ACCOUNT_ID, "ann");
    }

    /** The same order, to be changed. */
    TestOrder copy() {
        TestOrder copy = new TestOrder(id.value(), day);
        copy.elements.putAll(elements);
        copy.secondOfDay = secondOfDay;
        copy.settled = settled;
        copy.accountReference = accountReference;
        copy.fingerprint = fingerprint;
        copy.bin = bin;
        copy.last4 = last4;
        copy.brand = brand;
        copy.descriptor = descriptor;
        copy.description = description;
        copy.authCode = authCode;
        copy.arn = arn;
        copy.verification = verification;
        copy.gatewayTransactionId = gatewayTransactionId;
        copy.initialOrder = initialOrder;
        copy.category = category;
        copy.amount = amount;
        copy.fulfilled = fulfilled;
        copy.failed = failed;
        copy.refunded = refunded;
        copy.cardPresent = cardPresent;
        copy.validation = validation;
        copy.recurring = recurring;
        copy.originalCredit = originalCredit;
        copy.disputes = disputes;
        copy.fraudReported = fraudReported;
        copy.uncaptured = uncaptured;
        copy.standIn = standIn;
        return copy;
    }

    /** Returns true if a limit kept an address that may replace its missing one from being read. */
    boolean ipNotRead() {
        return !elements.containsKey(Element.IP) && standIn instanceof IpStandIn.NotRead;
    }

    /** Returns true if it has an IP address of its own or a borrowed one, usable or not. */
    boolean hasIp() {
        return elements.containsKey(Element.IP) || standIn instanceof IpStandIn.OfInitialOrder;
    }

    /** Returns true if there is a value of the element, usable or not. */
    boolean has(Element element) {
        return element == Element.IP ? hasIp() : elements.containsKey(element);
    }

    public Order order() {
        OrderTime time = secondOfDay == null
                ? OrderTime.on(day)
                : OrderTime.at(day.atStartOfDay(ZoneOffset.UTC)
                        .plusSeconds(secondOfDay)
                        .toInstant());
        Charge charge = ChargeBuilder.at(time)
                .amount(amount, "USD")
                .settledAt(settled == null ? null : OrderTime.on(settled))
                .fulfilledAt(fulfilled ? OrderTime.on(day) : null)
                .credential(new PaymentCredential(
                        accountReference, fingerprint, bin, last4, brand == null ? null : new Brand(brand)))
                .references(new Charge.References(authCode, arn, null, descriptor, null, gatewayTransactionId))
                .verification(verification)
                .status(failed ? Charge.Status.FAILED : Charge.Status.SUCCEEDED)
                .refunded(refunded)
                .cardPresent(cardPresent)
                .validation(validation)
                .recurring(recurring)
                .type(originalCredit ? Charge.Type.ORIGINAL_CREDIT : Charge.Type.PURCHASE)
                .initialOrderId(initialOrder)
                .category(category)
                .build();
        Customer customer = new Customer(
                text(Element.IP), text(Element.DEVICE_ID), text(Element.DEVICE_FINGERPRINT), text(Element.ACCOUNT_ID));
        Receipt receipt = new ReceiptBuilder()
                .customerEmail(text(Element.EMAIL))
                .shippingAddress(address())
                .description(description)
                .build();
        return new Order(id, null, charge, customer, receipt);
    }

    PriorFacts facts() {
        return facts(null);
    }

    /** The facts, with the key of the customer. */
    public PriorFacts facts(@Nullable KeyedHash customer) {
        return PriorFacts.of(order(), TestHashes.ELEMENTS, TestHashes.REFERENCES, customer);
    }

    Prior prior() {
        return new Prior(id, facts(), disputes, fraudReported, standIn);
    }

    private @Nullable PersonalText text(Element element) {
        String word = elements.get(element);
        return word == null ? null : new PersonalText(textOf(element, word));
    }

    private @Nullable Address address() {
        String word = elements.get(Element.SHIPPING_ADDRESS);
        if (word == null) {
            return null;
        }
        String city = word.equals(UNUSABLE) ? null : "Leeds";
        return new Address(word.equals(PLACEHOLDER) ? "n/a" : word, null, city, null, "LS1 4AB", "GB", null, null);
    }

    private static String textOf(Element element, String word) {
        boolean usable = !word.equals(UNUSABLE);
        if (word.equals(PLACEHOLDER)) {
            return switch (element) {
                case DEVICE_ID -> "00000000-0000-0000-0000-000000000000";
                case DEVICE_FINGERPRINT -> "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
                case ACCOUNT_ID -> "Guest";
                case EMAIL -> "none";
                case IP, SHIPPING_ADDRESS -> throw new IllegalArgumentException("no text stands for none here");
            };
        }
        return switch (element) {
            case IP -> usable ? "203.0.113." + word : "10.0.0.1";
            case DEVICE_ID -> usable ? "a-device-called-" + word : "short";
            case DEVICE_FINGERPRINT -> usable ? "a-fingerprint-called-" + word : "short";
            case EMAIL -> usable ? word + "@example.com" : "nobody";
            case ACCOUNT_ID -> word;
            case SHIPPING_ADDRESS -> throw new IllegalArgumentException("an address is no text");
        };
    }

    /** The word by which two orders' elements compare; null when there is none, or an unusable one. */
    @Nullable
    String usableWord(Element element) {
        String word = elements.get(element);
        if (element == Element.IP && word == null) {
            return standIn instanceof IpStandIn.OfInitialOrder initial
                            && initial.ip().hash() != null
                    ? WORDS.get(initial.ip().hash())
                    : null;
        }
        if (Objects.equals(word, PLACEHOLDER)) {
            return null;
        }
        return Objects.equals(word, UNUSABLE) && element != Element.ACCOUNT_ID ? null : word;
    }

    /** An initial order's IP of this word, or one that cannot be used. */
    static IpStandIn lent(String word) {
        if (word.equals(UNUSABLE)) {
            return new IpStandIn.OfInitialOrder(new ElementMark(null, ElementReason.IP_NOT_PUBLIC), null);
        }
        KeyedHash hash = TestHashes.ELEMENTS.hash(Element.IP, textOf(Element.IP, word));
        WORDS.put(hash, word);
        return new IpStandIn.OfInitialOrder(new ElementMark(hash, null), null);
    }

    private static final Map<KeyedHash, String> WORDS = new ConcurrentHashMap<>();
}
