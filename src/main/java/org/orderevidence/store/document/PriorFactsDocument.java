package org.orderevidence.store.document;

import java.time.LocalDate;
import java.util.Currency;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.ChargeKeys;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.ElementReading.ElementMark;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;

/**
 * The stored form of the facts of a prior. Cards have many of them, so traits are bits, and elements and their faults
 * are numbers: their places in lists that only grow at their end.
 */
public final class PriorFactsDocument {
    private static final int KIND = 'G';
    private static final int STATE_MISSING = 0;
    private static final int STATE_USABLE = 1;
    private static final int FIRST_FAULT = 2;

    private static final List<Element> ELEMENTS = List.of(
            Element.IP,
            Element.DEVICE_ID,
            Element.DEVICE_FINGERPRINT,
            Element.ACCOUNT_ID,
            Element.SHIPPING_ADDRESS,
            Element.EMAIL);

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
        return Bytes.wrap(DocumentWriter.document(KIND, facts, PriorFactsDocument::write));
    }

    private static void write(DocumentWriter to, PriorFacts facts) {
        ChargeKeys charge = facts.chargeKeys();
        OrderId initialOrder = facts.initialOrder();
        byte[] states = new byte[ELEMENTS.size()];
        for (int i = 0; i < states.length; i++) {
            states[i] = (byte) state(facts.mark(ELEMENTS.get(i)));
        }
        to.text(1, facts.money().currency().getCurrencyCode());
        to.count(2, facts.money().amountMinor());
        to.time(3, facts.transactionTime());
        to.count(4, facts.day().toEpochDay());
        to.count(5, bits(facts.traits()));
        to.bytes(6, Bytes.wrap(states));
        ELEMENTS.forEach(element -> to.hash(7, facts.mark(element).hash()));
        to.hash(8, facts.customer());
        to.hash(9, charge.gatewayTransactionId());
        to.hash(10, charge.arn());
        to.hash(11, charge.authCode());
        to.text(12, facts.descriptorPrefix());
        to.text(13, initialOrder == null ? null : initialOrder.value());
    }

    /** Returns the facts of these bytes; throws as {@link DocumentReader#document} does. */
    public static PriorFacts decode(Bytes bytes) {
        return bytes.read(array -> DocumentReader.document(KIND, array, PriorFactsDocument::read));
    }

    private static PriorFacts read(DocumentReader from) {
        Currency currency = Currency.getInstance(from.requiredText(1));
        return new PriorFacts(
                new Money(from.requiredCount(2), currency),
                DocumentReader.required(from.time(3)),
                LocalDate.ofEpochDay(from.requiredCount(4)),
                traits(from.requiredCount(5)),
                elements(from),
                from.hash(8),
                new ChargeKeys(from.hash(9), from.hash(10), from.hash(11)),
                from.text(12),
                initialOrder(from));
    }

    private static Map<Element, ElementMark> elements(DocumentReader from) {
        byte[] states = from.requiredBytes(6);
        Map<Element, ElementMark> elements = new EnumMap<>(Element.class);
        for (int i = 0; i < states.length; i++) {
            int fault = states[i] - FIRST_FAULT;
            if (i >= ELEMENTS.size() || fault >= FAULTS.size() || states[i] < STATE_MISSING) {
                throw DocumentReader.malformed();
            }
            elements.put(
                    ELEMENTS.get(i),
                    switch (states[i]) {
                        case STATE_MISSING -> ElementMark.MISSING;
                        case STATE_USABLE -> new ElementMark(DocumentReader.required(from.hash(7)), null);
                        default -> new ElementMark(null, FAULTS.get(fault));
                    });
        }
        return elements;
    }

    private static @Nullable OrderId initialOrder(DocumentReader from) {
        String id = from.text(13);
        return id == null ? null : new OrderId(id);
    }

    private static long bits(Set<PriorFacts.Trait> traits) {
        long bits = 0;
        for (PriorFacts.Trait trait : traits) {
            bits |= 1L << TRAITS.indexOf(trait);
        }
        return bits;
    }

    private static Set<PriorFacts.Trait> traits(long bits) {
        Set<PriorFacts.Trait> traits = EnumSet.noneOf(PriorFacts.Trait.class);
        for (int bit = 0; bit < TRAITS.size(); bit++) {
            if ((bits >> bit & 1) != 0) {
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
}
