package org.orderevidence.evidence;

import java.time.LocalDate;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.ChargeKeys.ReferenceHasher;
import org.orderevidence.evidence.ElementReading.ElementHasher;
import org.orderevidence.evidence.ElementReading.ElementMark;
import org.orderevidence.order.Charge;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;

/**
 * The data of an order that the rule needs to use it as a prior. It is stored in the card's history, so that a verdict
 * reads no whole orders. It contains no personal data in clear: elements, the customer and the references of the charge
 * are keyed hashes.
 *
 * @param day the day its age counts from: settled, else transaction
 * @param elements the mark of each element, as the order itself has it
 * @param customer the key of its customer's e-mail, or null if it has no valid one
 * @param chargeKeys by which the same charge is recognized under another order ID
 * @param descriptorPrefix the part of its statement descriptor that is compared, or null if it has none
 * @param initialOrder the order that it follows, or null if it names none
 */
public record PriorFacts(
        Money money,
        OrderTime transactionTime,
        LocalDate day,
        Set<Trait> traits,
        Map<Element, ElementMark> elements,
        @Nullable KeyedHash customer,
        ChargeKeys chargeKeys,
        @Nullable String descriptorPrefix,
        @Nullable OrderId initialOrder) {

    /** Something that is true of an order. */
    public enum Trait {
        FAILED(order -> order.charge().status() == Charge.Status.FAILED),
        /** An account verification. */
        VALIDATION(order -> order.charge().validation()),
        REFUNDED_IN_FULL(order -> order.charge().refundedInFull()),
        ORIGINAL_CREDIT(order -> order.charge().type() == Charge.Type.ORIGINAL_CREDIT),
        /** The merchant made it, without the customer. */
        RECURRING(order -> order.charge().recurring()),
        /** It has a product description. */
        DESCRIBED(order -> order.receipt().describesProduct()),
        HAS_ARN(order -> order.charge().references().arn() != null),
        HAS_FULFILLED_AT(order -> order.charge().fulfilledAt() != null),
        /** It has the payment account reference of its card. */
        ACCOUNT_REFERENCE(order -> order.charge().credential().accountReference() != null);

        // The functions have no state.
        @SuppressWarnings("ImmutableEnumChecker")
        private final Predicate<Order> isOf;

        Trait(Predicate<Order> isOf) {
            this.isOf = isOf;
        }
    }

    public static PriorFacts of(
            Order order, ElementHasher elementHasher, ReferenceHasher referenceHasher, @Nullable KeyedHash customer) {
        Charge charge = order.charge();
        Map<Element, ElementMark> elements = new EnumMap<>(Element.class);
        for (Element element : Element.values()) {
            elements.put(element, ElementMark.of(element, ElementReading.of(order, element), elementHasher));
        }
        Set<Trait> traits = EnumSet.allOf(Trait.class);
        traits.removeIf(trait -> !trait.isOf.test(order));
        return new PriorFacts(
                charge.money(),
                charge.transactionTime(),
                charge.countsFrom().day(),
                traits,
                elements,
                customer,
                ChargeKeys.of(charge.references(), referenceHasher),
                descriptorPrefix(charge.references().descriptor()),
                charge.initialOrderId());
    }

    /** Returns the facts with other references of the charge. */
    public PriorFacts withChargeKeys(ChargeKeys stated) {
        return new PriorFacts(
                money, transactionTime, day, traits, elements, customer, stated, descriptorPrefix, initialOrder);
    }

    /** Returns true if the merchant made it, without the customer. */
    public boolean isRecurring() {
        return traits.contains(Trait.RECURRING);
    }

    /** Returns true if it has an IP address of its own, usable or not. */
    public boolean hasOwnIp() {
        return mark(Element.IP).isPresent();
    }

    /** Returns true if it has a product description. */
    public boolean isDescribed() {
        return traits.contains(Trait.DESCRIBED);
    }

    /** Returns true when both descriptors are known and differ. */
    public boolean hasOtherDescriptorThan(PriorFacts other) {
        return descriptorPrefix != null
                && other.descriptorPrefix != null
                && !descriptorPrefix.equals(other.descriptorPrefix);
    }

    /** Returns the mark of an element, as the order itself has it. */
    public ElementMark mark(Element element) {
        return elements.getOrDefault(element, ElementMark.MISSING);
    }

    /** Returns its day alone. */
    @Override
    public String toString() {
        return "PriorFacts[" + day + "]";
    }

    /**
     * The part of a statement descriptor that is compared: the first letters (L*) and digits (Nd) of the upper-cased
     * text. Null if there is no text, or nothing is left of it. Sources B and C.
     */
    static @Nullable String descriptorPrefix(@Nullable String descriptor) {
        if (descriptor == null) {
            return null;
        }
        StringBuilder prefix = new StringBuilder(RuleNumbers.DESCRIPTOR_CHARACTERS);
        String upper = descriptor.toUpperCase(Locale.ROOT);
        int next = 0;
        for (int count = 0; next < upper.length() && count < RuleNumbers.DESCRIPTOR_CHARACTERS; ) {
            int character = upper.codePointAt(next);
            next += Character.charCount(character);
            if (Character.isLetterOrDigit(character)) {
                prefix.appendCodePoint(character);
                count++;
            }
        }
        return prefix.isEmpty() ? null : prefix.toString();
    }
}
