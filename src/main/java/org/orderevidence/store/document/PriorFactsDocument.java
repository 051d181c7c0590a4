package org.orderevidence.store.document;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Currency;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.ChargeKeys;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.ElementReading.ElementMark;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;

/**
 * The stored form of the facts of a prior. Big endian:
 *
 * <pre>
 *  0  version of this layout
 *  1  flags: the traits, 2 bytes
 *  3  flags: which optional parts follow
 *  4  currency, 3 ASCII letters
 *  7  amount in minor units, 8 bytes
 * 15  transaction day since 1970, 4 bytes
 * 19  day that counts (settled, else transaction) since 1970, 4 bytes
 * 23  transaction moment, seconds since 1970, 8 bytes, and 31 nanoseconds, 4 bytes; 0 for a date without time
 * 35  one byte for each element: 0 missing, 1 usable, else the number of its fault
 * 41  keyed hashes of the usable elements, in the same order; then, as flagged, the customer's key, the keyed hashes of
 *     gatewayTransactionId, of arn and of authCode, the descriptor prefix (length byte, UTF-8) and the initial order's
 *     id (2 bytes of length, UTF-8)
 * </pre>
 */
public final class PriorFactsDocument {
    private static final byte VERSION = 3;

    private static final int HAS_TIME = 1;
    private static final int HAS_CUSTOMER = 1 << 1;
    private static final int HAS_DESCRIPTOR = 1 << 2;
    private static final int HAS_INITIAL_ORDER = 1 << 3;
    private static final int HAS_GATEWAY_TRANSACTION_ID = 1 << 4;
    private static final int HAS_ARN = 1 << 5;
    private static final int HAS_AUTH_CODE = 1 << 6;

    private static final int CURRENCY_LENGTH = 3;
    private static final int HASHES_AT = 41;
    private static final int STATE_MISSING = 0;
    private static final int STATE_USABLE = 1;
    private static final int FIRST_FAULT = 2;

    /** The stored order of the elements. It never changes. */
    private static final List<Element> ELEMENTS = List.of(
            Element.IP,
            Element.DEVICE_ID,
            Element.DEVICE_FINGERPRINT,
            Element.ACCOUNT_ID,
            Element.SHIPPING_ADDRESS,
            Element.EMAIL);

    /** The traits in the sequence of their bits, and the faults in that of their numbers. Both never change. */
    private static final List<PriorFacts.Trait> TRAITS = List.of(
            PriorFacts.Trait.FAILED,
            PriorFacts.Trait.VALIDATION,
            PriorFacts.Trait.REFUNDED_IN_FULL,
            PriorFacts.Trait.ORIGINAL_CREDIT,
            PriorFacts.Trait.RECURRING,
            PriorFacts.Trait.DESCRIBED,
            PriorFacts.Trait.HAS_ARN,
            PriorFacts.Trait.HAS_FULFILLED_AT,
            PriorFacts.Trait.ACCOUNT_REFERENCE);

    private static final List<ElementReason> FAULTS = List.of(
            ElementReason.IP_INVALID,
            ElementReason.IP_NOT_PUBLIC,
            ElementReason.DEVICE_ID_TOO_SHORT,
            ElementReason.DEVICE_FINGERPRINT_TOO_SHORT,
            ElementReason.SHIPPING_ADDRESS_INCOMPLETE,
            ElementReason.EMAIL_INVALID,
            ElementReason.DEVICE_ID_UNUSABLE,
            ElementReason.DEVICE_FINGERPRINT_UNUSABLE,
            ElementReason.ACCOUNT_ID_UNUSABLE);

    private PriorFactsDocument() {}

    public static Bytes encode(PriorFacts facts) {
        Instant moment = facts.transactionTime().instant();
        KeyedHash customer = facts.customer();
        ChargeKeys charge = facts.chargeKeys();
        byte[] descriptor = utf8(facts.descriptorPrefix());
        OrderId initialOrder = facts.initialOrder();
        byte[] initial = utf8(initialOrder == null ? null : initialOrder.value());
        byte[] states = new byte[ELEMENTS.size()];
        List<KeyedHash> references = Stream.of(charge.gatewayTransactionId(), charge.arn(), charge.authCode())
                .flatMap(Stream::ofNullable)
                .toList();
        int hashes = (customer == null ? 0 : 1) + references.size();
        for (int i = 0; i < states.length; i++) {
            ElementMark mark = facts.mark(ELEMENTS.get(i));
            states[i] = (byte) state(mark);
            hashes += mark.hash() == null ? 0 : 1;
        }
        int parts = (moment == null ? 0 : HAS_TIME)
                | (customer == null ? 0 : HAS_CUSTOMER)
                | (descriptor.length == 0 ? 0 : HAS_DESCRIPTOR)
                | (initial.length == 0 ? 0 : HAS_INITIAL_ORDER)
                | (charge.gatewayTransactionId() == null ? 0 : HAS_GATEWAY_TRANSACTION_ID)
                | (charge.arn() == null ? 0 : HAS_ARN)
                | (charge.authCode() == null ? 0 : HAS_AUTH_CODE);
        int length = HASHES_AT
                + hashes * KeyedHash.LENGTH
                + (descriptor.length == 0 ? 0 : Byte.BYTES + descriptor.length)
                + (initial.length == 0 ? 0 : Short.BYTES + initial.length);
        ByteBuffer out = ByteBuffer.allocate(length)
                .put(VERSION)
                .putShort((short) flags(facts.traits()))
                .put((byte) parts)
                .put(facts.money().currency().getCurrencyCode().getBytes(StandardCharsets.US_ASCII))
                .putLong(facts.money().amountMinor())
                .putInt(Math.toIntExact(facts.transactionTime().day().toEpochDay()))
                .putInt(Math.toIntExact(facts.day().toEpochDay()))
                .putLong(moment == null ? 0 : moment.getEpochSecond())
                .putInt(moment == null ? 0 : moment.getNano())
                .put(states);
        for (Element element : ELEMENTS) {
            KeyedHash hash = facts.mark(element).hash();
            if (hash != null) {
                out.put(hash.bytes());
            }
        }
        if (customer != null) {
            out.put(customer.bytes());
        }
        for (KeyedHash reference : references) {
            out.put(reference.bytes());
        }
        if (descriptor.length > 0) {
            out.put((byte) descriptor.length).put(descriptor);
        }
        if (initial.length > 0) {
            out.putShort((short) initial.length).put(initial);
        }
        return Bytes.wrap(out.array());
    }

    /**
     * Returns the facts of these bytes.
     *
     * @throws UnreadableDocument if they are damaged or from a newer program
     */
    public static PriorFacts decode(Bytes bytes) {
        try {
            ByteBuffer in = bytes.buffer();
            byte version = in.get();
            if (version > VERSION) {
                throw new DocumentTooNew("the facts of a prior have version " + version + "; this release reads up to "
                        + VERSION + ": start the newer release");
            }
            if (version != VERSION) {
                throw unreadable();
            }
            PriorFacts facts = decode(in);
            if (in.hasRemaining()) {
                throw unreadable();
            }
            return facts;
        } catch (BufferUnderflowException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | DateTimeException damaged) {
            throw unreadable();
        }
    }

    private static PriorFacts decode(ByteBuffer in) {
        Set<PriorFacts.Trait> traits = traits(in.getShort());
        int parts = in.get();
        Currency currency = Currency.getInstance(new String(take(in, CURRENCY_LENGTH), StandardCharsets.US_ASCII));
        Money money = new Money(in.getLong(), currency);
        LocalDate transactionDay = LocalDate.ofEpochDay(in.getInt());
        LocalDate day = LocalDate.ofEpochDay(in.getInt());
        Instant moment = Instant.ofEpochSecond(in.getLong(), in.getInt());
        byte[] states = take(in, ELEMENTS.size());
        Map<Element, ElementMark> elements = new EnumMap<>(Element.class);
        for (int i = 0; i < states.length; i++) {
            elements.put(ELEMENTS.get(i), mark(states[i], in));
        }
        return new PriorFacts(
                money,
                (parts & HAS_TIME) == 0 ? OrderTime.on(transactionDay) : new OrderTime(transactionDay, moment),
                day,
                traits,
                elements,
                (parts & HAS_CUSTOMER) == 0 ? null : hash(in),
                chargeKeys(parts, in),
                (parts & HAS_DESCRIPTOR) == 0 ? null : text(in, Byte.toUnsignedInt(in.get())),
                (parts & HAS_INITIAL_ORDER) == 0 ? null : new OrderId(text(in, Short.toUnsignedInt(in.getShort()))));
    }

    private static ChargeKeys chargeKeys(int parts, ByteBuffer in) {
        if ((parts & (HAS_GATEWAY_TRANSACTION_ID | HAS_ARN | HAS_AUTH_CODE)) == 0) {
            return ChargeKeys.NONE;
        }
        return new ChargeKeys(
                (parts & HAS_GATEWAY_TRANSACTION_ID) == 0 ? null : hash(in),
                (parts & HAS_ARN) == 0 ? null : hash(in),
                (parts & HAS_AUTH_CODE) == 0 ? null : hash(in));
    }

    private static int flags(Set<PriorFacts.Trait> traits) {
        int flags = 0;
        for (int bit = 0; bit < TRAITS.size(); bit++) {
            flags |= traits.contains(TRAITS.get(bit)) ? 1 << bit : 0;
        }
        return flags;
    }

    private static Set<PriorFacts.Trait> traits(short flags) {
        Set<PriorFacts.Trait> traits = EnumSet.noneOf(PriorFacts.Trait.class);
        for (int bit = 0; bit < TRAITS.size(); bit++) {
            if ((flags >> bit & 1) != 0) {
                traits.add(TRAITS.get(bit));
            }
        }
        return traits;
    }

    private static int state(ElementMark mark) {
        if (mark.fault() != null) {
            return FIRST_FAULT + FAULTS.indexOf(mark.fault());
        }
        return mark.hash() == null ? STATE_MISSING : STATE_USABLE;
    }

    private static ElementMark mark(byte state, ByteBuffer in) {
        return switch (state) {
            case STATE_MISSING -> ElementMark.MISSING;
            case STATE_USABLE -> new ElementMark(hash(in), null);
            default -> new ElementMark(null, FAULTS.get(state - FIRST_FAULT));
        };
    }

    private static KeyedHash hash(ByteBuffer in) {
        return KeyedHash.of(take(in, KeyedHash.LENGTH));
    }

    private static String text(ByteBuffer in, int length) {
        return new String(take(in, length), StandardCharsets.UTF_8);
    }

    private static byte[] take(ByteBuffer in, int length) {
        byte[] taken = new byte[length];
        in.get(taken);
        return taken;
    }

    private static byte[] utf8(@Nullable String text) {
        return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    }

    private static UnreadableDocument unreadable() {
        return new UnreadableDocument("not the facts of a prior, or of another version");
    }
}
