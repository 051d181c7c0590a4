package org.orderevidence.evidence;

import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.ElementReading.ElementMark;
import org.orderevidence.evidence.IpStandIn.SightingChoice;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.order.KeyedHash;

/**
 * The elements of an order, with what replaces its missing IP. The order's own IP has priority, even if it is unusable: a
 * wrong address must be corrected, not hidden.
 *
 * @param ipStandIn what replaces its missing IP, or null if nothing does
 */
public record OrderElements(PriorFacts facts, @Nullable IpStandIn ipStandIn) {
    public OrderElements {
        ipStandIn = facts.hasOwnIp() ? null : ipStandIn;
    }

    public ElementSet usable() {
        return ElementSet.where(this::isUsable);
    }

    /** Returns the elements that both orders have, with the same value. */
    ElementSet equalTo(OrderElements other) {
        return ElementSet.where(element -> {
            KeyedHash own = hash(element);
            KeyedHash others = other.hash(element);
            return own != null && others != null && own.equals(others);
        });
    }

    public boolean isUsable(Element element) {
        return hash(element) != null;
    }

    /** Returns why it is present and cannot be used, or null if it is missing or usable. */
    public @Nullable ElementReason fault(Element element) {
        return mark(element).fault();
    }

    /** Returns true if it has nothing of the element, and nothing was left unread. */
    public boolean isMissing(Element element) {
        return !mark(element).isPresent() && !isNotRead(element);
    }

    /** Returns true if a limit kept an IP that may replace its missing one from being read. */
    public boolean isNotRead(Element element) {
        return element == Element.IP && ipStandIn instanceof IpStandIn.NotRead;
    }

    /** Returns the keyed hash of the usable value, or null if there is none. */
    public @Nullable KeyedHash hash(Element element) {
        return mark(element).hash();
    }

    /** Returns where the IP came from, or null if there is none. */
    public Eligibility.@Nullable IpSource ipSource() {
        if (facts.hasOwnIp()) {
            return Eligibility.IpSource.ORDER;
        }
        return ipStandIn == null ? null : ipStandIn.source();
    }

    /** Returns the usable address that replaces the missing IP, in clear, or null if none does. */
    public Eligibility.@Nullable EvidenceItem shownStandIn() {
        return ipStandIn == null ? null : ipStandIn.shown();
    }

    /** Returns the sighting that replaces the missing IP, or null if none does. */
    public @Nullable SightingChoice sighting() {
        return ipStandIn instanceof IpStandIn.OfSighting sighting ? sighting.choice() : null;
    }

    private ElementMark mark(Element element) {
        return element == Element.IP && ipStandIn != null ? ipStandIn.ip() : facts.mark(element);
    }
}
