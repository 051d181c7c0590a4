package org.orderevidence.evidence.element;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Currency;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;

/**
 * What the rule needs of an order as a prior, kept in its history rows so that no order has to be decoded. No personal
 * data in clear: elements and the customer are keyed hashes.
 *
 * <p>It is a view on its encoded bytes, and reads each part when it is asked for: a verdict over thousands of priors
 * looks at few parts of most of them. Big endian:
 *
 * <pre>
 *  0  version of this layout
 *  1  flags: what the order is
 *  2  flags: which optional parts follow
 *  3  currency, 3 ASCII letters
 *  6  amount in minor units, 8 bytes
 * 14  transaction day since 1970, 4 bytes
 * 18  day that counts (settled, else transaction) since 1970, 4 bytes
 * 22  transaction moment, seconds since 1970, 8 bytes, and 30 nanoseconds, 4 bytes; 0 for a date without time
 * 34  one byte an element: 0 missing, 1 usable, else the number of its fault
 * 40  keyed hashes of the usable elements, in the order of the elements; then, as flagged, the customer's key, the
 *     descriptor prefix (length byte, UTF-8) and the initial order's id (2 bytes of length, UTF-8)
 * </pre>
 */
public final class PriorFacts {
    private static final byte VERSION = 1;

    private static final int FAILED = 1;
    private static final int VALIDATION = 1 << 1;
    private static final int REFUNDED = 1 << 2;
    private static final int ORIGINAL_CREDIT = 1 << 3;
    private static final int RECURRING = 1 << 4;
    private static final int HAS_DESCRIPTION = 1 << 5;
    private static final int HAS_ARN = 1 << 6;
    private static final int HAS_FULFILLED_AT = 1 << 7;

    private static final int HAS_TIME = 1;
    private static final int HAS_CUSTOMER = 1 << 1;
    private static final int HAS_DESCRIPTOR = 1 << 2;
    private static final int HAS_INITIAL_ORDER = 1 << 3;

    private static final int FLAGS_AT = 1;
    private static final int PARTS_AT = 2;
    private static final int CURRENCY_AT = 3;
    private static final int AMOUNT_AT = 6;
    private static final int TRANSACTION_DAY_AT = 14;
    private static final int COUNTING_DAY_AT = 18;
    private static final int SECONDS_AT = 22;
    private static final int NANOS_AT = 30;
    private static final int STATES_AT = 34;
    private static final int HASHES_AT = 40;
    private static final int CURRENCY_LENGTH = 3;

    private static final int STATE_MISSING = 0;
    private static final int STATE_USABLE = 1;

    private static final Element[] ELEMENTS = Element.values();

    private final byte[] bytes;

    private PriorFacts(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * The facts of an order.
     *
     * @param customer key of its customer's e-mail; absent when it has no valid one
     */
    public static PriorFacts of(Order order, ElementHasher hasher, @Nullable KeyedHash customer) {
        Charge charge = order.charge();
        Instant moment = charge.transactionTime().instant();
        byte[] descriptor = utf8(DescriptorPrefix.of(charge.references().descriptor()));
        OrderId initialOrder = charge.initialOrderId();
        byte[] initial = utf8(initialOrder == null ? null : initialOrder.value());
        byte[] states = new byte[ELEMENTS.length];
        KeyedHash[] hashes = new KeyedHash[ELEMENTS.length];
        int usable = 0;
        for (Element element : ELEMENTS) {
            switch (ElementReading.of(order, element)) {
                case ElementValue.Missing missing -> states[element.place()] = STATE_MISSING;
                case ElementValue.Unusable unusable ->
                    states[element.place()] = (byte) unusable.fault().code();
                case ElementValue.Usable value -> {
                    states[element.place()] = STATE_USABLE;
                    hashes[usable++] = hasher.hash(element, value.canonical());
                }
            }
        }
        int parts = flag(HAS_TIME, moment != null)
                | flag(HAS_CUSTOMER, customer != null)
                | flag(HAS_DESCRIPTOR, descriptor.length > 0)
                | flag(HAS_INITIAL_ORDER, initial.length > 0);
        int length = HASHES_AT
                + (usable + (customer == null ? 0 : 1)) * KeyedHash.LENGTH
                + (descriptor.length == 0 ? 0 : 1 + descriptor.length)
                + (initial.length == 0 ? 0 : 2 + initial.length);
        ByteBuffer out = ByteBuffer.allocate(length)
                .put(VERSION)
                .put((byte) flags(order))
                .put((byte) parts)
                .put(charge.money().currency().getCurrencyCode().getBytes(StandardCharsets.US_ASCII))
                .putLong(charge.money().amountMinor())
                .putInt(Math.toIntExact(charge.transactionTime().day().toEpochDay()))
                .putInt(Math.toIntExact(charge.countsFrom().day().toEpochDay()))
                .putLong(moment == null ? 0 : moment.getEpochSecond())
                .putInt(moment == null ? 0 : moment.getNano())
                .put(states);
        for (int i = 0; i < usable; i++) {
            out.put(hashes[i].bytes());
        }
        if (customer != null) {
            out.put(customer.bytes());
        }
        if (descriptor.length > 0) {
            out.put((byte) descriptor.length).put(descriptor);
        }
        if (initial.length > 0) {
            out.putShort((short) initial.length).put(initial);
        }
        return new PriorFacts(out.array());
    }

    /**
     * The facts that {@link #encode} gave.
     *
     * @throws IllegalArgumentException when these bytes are none
     */
    public static PriorFacts decode(Bytes encoded) {
        PriorFacts facts = new PriorFacts(encoded.toArray());
        facts.check();
        return facts;
    }

    /** The encoded form. */
    public Bytes encode() {
        return Bytes.wrap(bytes);
    }

    /** What was charged. */
    public Money money() {
        String code = new String(bytes, CURRENCY_AT, CURRENCY_LENGTH, StandardCharsets.US_ASCII);
        return new Money(amountMinor(), Currency.getInstance(code));
    }

    /** When it was charged. */
    public OrderTime transactionTime() {
        if (!has(HAS_TIME)) {
            return OrderTime.on(LocalDate.ofEpochDay(transactionDay()));
        }
        return OrderTime.at(Instant.ofEpochSecond(int64(SECONDS_AT), int32(NANOS_AT)));
    }

    /** The day its age counts from: settled, else transaction. */
    public LocalDate day() {
        return LocalDate.ofEpochDay(countingDay());
    }

    /** Key of its customer's e-mail; absent when it has no valid one. */
    public @Nullable KeyedHash customer() {
        return has(HAS_CUSTOMER) ? hashAt(afterElements()) : null;
    }

    /** The order which it follows; absent when not said. */
    public @Nullable OrderId initialOrder() {
        if (!has(HAS_INITIAL_ORDER)) {
            return null;
        }
        int at = afterDescriptor();
        int length = uint16(at);
        return new OrderId(new String(bytes, at + 2, length, StandardCharsets.UTF_8));
    }

    /** True when the merchant made it, without the customer. */
    public boolean isRecurring() {
        return is(RECURRING);
    }

    /** True when it has an IP address of its own, usable or not. */
    public boolean hasOwnIp() {
        return state(Element.IP) != STATE_MISSING;
    }

    public boolean isFailed() {
        return is(FAILED);
    }

    public boolean isValidation() {
        return is(VALIDATION);
    }

    public boolean isRefundedInFull() {
        return is(REFUNDED);
    }

    public boolean isOriginalCredit() {
        return is(ORIGINAL_CREDIT);
    }

    public boolean hasDescription() {
        return is(HAS_DESCRIPTION);
    }

    public boolean hasArn() {
        return is(HAS_ARN);
    }

    public boolean hasFulfilledAt() {
        return is(HAS_FULFILLED_AT);
    }

    public long amountMinor() {
        return int64(AMOUNT_AT);
    }

    /** Days since 1970. */
    public long transactionDay() {
        return int32(TRANSACTION_DAY_AT);
    }

    /** Days since 1970. */
    public long countingDay() {
        return int32(COUNTING_DAY_AT);
    }

    /** True when both descriptors are known and differ. */
    public boolean hasOtherDescriptorThan(PriorFacts other) {
        if (!has(HAS_DESCRIPTOR) || !other.has(HAS_DESCRIPTOR)) {
            return false;
        }
        int at = afterCustomer();
        int otherAt = other.afterCustomer();
        return !Arrays.equals(bytes, at, at + 1 + bytes[at], other.bytes, otherAt, otherAt + 1 + other.bytes[otherAt]);
    }

    /** True when it was made before the other: by the moment when both have one, else by the date. */
    public boolean isEarlierThan(PriorFacts other) {
        if (has(HAS_TIME) && other.has(HAS_TIME)) {
            int bySecond = Long.compare(int64(SECONDS_AT), other.int64(SECONDS_AT));
            return bySecond != 0 ? bySecond < 0 : int32(NANOS_AT) < other.int32(NANOS_AT);
        }
        return transactionDay() < other.transactionDay();
    }

    /** True when the order itself has a usable value of the element. */
    public boolean isUsable(Element element) {
        return state(element) == STATE_USABLE;
    }

    /** Why the order's own value of the element cannot be used; absent when it is missing or usable. */
    @Nullable
    public ElementFault fault(Element element) {
        int state = state(element);
        return state == STATE_MISSING || state == STATE_USABLE ? null : ElementFault.of(state);
    }

    /** The keyed hash of the order's own usable value; absent when there is none. */
    @Nullable
    public KeyedHash hash(Element element) {
        return isUsable(element) ? hashAt(hashOffset(element)) : null;
    }

    /** True when both orders' own values of the element are usable and equal. */
    public boolean isEqual(Element element, PriorFacts other) {
        if (!isUsable(element) || !other.isUsable(element)) {
            return false;
        }
        int at = hashOffset(element);
        int otherAt = other.hashOffset(element);
        return Arrays.equals(bytes, at, at + KeyedHash.LENGTH, other.bytes, otherAt, otherAt + KeyedHash.LENGTH);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PriorFacts that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "PriorFacts[" + day() + "]";
    }

    private static int flags(Order order) {
        Charge charge = order.charge();
        return flag(FAILED, charge.status() == Charge.Status.FAILED)
                | flag(VALIDATION, charge.validation())
                | flag(REFUNDED, charge.refundedInFull())
                | flag(ORIGINAL_CREDIT, charge.type() == Charge.Type.ORIGINAL_CREDIT)
                | flag(RECURRING, charge.recurring())
                | flag(HAS_DESCRIPTION, order.receipt().describesProduct())
                | flag(HAS_ARN, charge.references().arn() != null)
                | flag(HAS_FULFILLED_AT, charge.fulfilledAt() != null);
    }

    private static int flag(int bit, boolean on) {
        return on ? bit : 0;
    }

    private static byte[] utf8(@Nullable String text) {
        return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    }

    /** Refuses bytes that are not of this layout and length, so that reading a part cannot fail later. */
    private void check() {
        boolean sound = bytes.length >= HASHES_AT && bytes[0] == VERSION;
        for (int i = 0; sound && i < ELEMENTS.length; i++) {
            sound = bytes[STATES_AT + i] >= STATE_MISSING && bytes[STATES_AT + i] <= ElementFault.MAX_CODE;
        }
        if (sound) {
            int end = afterCustomer();
            if (has(HAS_DESCRIPTOR)) {
                end = end < bytes.length ? end + 1 + bytes[end] : Integer.MAX_VALUE;
            }
            if (has(HAS_INITIAL_ORDER)) {
                end = end < bytes.length - 1 ? end + 2 + uint16(end) : Integer.MAX_VALUE;
            }
            sound = end == bytes.length;
        }
        if (!sound) {
            throw new IllegalArgumentException("not the facts of a prior, or of another version");
        }
    }

    private int state(Element element) {
        return bytes[STATES_AT + element.place()];
    }

    private int hashOffset(Element element) {
        int at = HASHES_AT;
        for (int i = 0; i < element.place(); i++) {
            if (bytes[STATES_AT + i] == STATE_USABLE) {
                at += KeyedHash.LENGTH;
            }
        }
        return at;
    }

    private int afterElements() {
        int at = HASHES_AT;
        for (int i = 0; i < ELEMENTS.length; i++) {
            if (bytes[STATES_AT + i] == STATE_USABLE) {
                at += KeyedHash.LENGTH;
            }
        }
        return at;
    }

    private int afterCustomer() {
        return afterElements() + (has(HAS_CUSTOMER) ? KeyedHash.LENGTH : 0);
    }

    private int afterDescriptor() {
        int at = afterCustomer();
        return has(HAS_DESCRIPTOR) ? at + 1 + bytes[at] : at;
    }

    private KeyedHash hashAt(int at) {
        return KeyedHash.of(Arrays.copyOfRange(bytes, at, at + KeyedHash.LENGTH));
    }

    private boolean is(int flag) {
        return (bytes[FLAGS_AT] & flag) != 0;
    }

    private boolean has(int part) {
        return (bytes[PARTS_AT] & part) != 0;
    }

    private int uint16(int at) {
        return ((bytes[at] & 0xff) << 8) | (bytes[at + 1] & 0xff);
    }

    private int int32(int at) {
        return (uint16(at) << 16) | uint16(at + 2);
    }

    private long int64(int at) {
        return ((long) int32(at) << 32) | (int32(at + 4) & 0xffff_ffffL);
    }
}
