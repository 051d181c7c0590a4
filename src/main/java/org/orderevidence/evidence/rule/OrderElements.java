package org.orderevidence.evidence.rule;

import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.element.Element;
import org.orderevidence.evidence.element.ElementFault;
import org.orderevidence.evidence.element.ElementSets;
import org.orderevidence.evidence.element.PriorFacts;
import org.orderevidence.order.KeyedHash;

/**
 * The elements of an order, with what stands in for its missing IP. An own IP outranks any other, also when it is
 * unusable: a wrong address must be corrected, not hidden.
 */
public record OrderElements(PriorFacts facts, @Nullable IpStandIn ipStandIn) {
    private static final Element[] ELEMENTS = Element.values();

    /** The usable elements, as a set. */
    public int usable() {
        int set = ElementSets.NONE;
        for (Element element : ELEMENTS) {
            if (isUsable(element)) {
                set |= element.bit();
            }
        }
        return set;
    }

    /** Those of the elements in {@code among}, usable on both, that are equal. */
    int equalTo(OrderElements other, int among) {
        int set = ElementSets.NONE;
        for (Element element : ELEMENTS) {
            if (ElementSets.contains(among, element) && isEqual(element, other)) {
                set |= element.bit();
            }
        }
        return set;
    }

    public boolean isUsable(Element element) {
        if (element != Element.IP || facts.hasOwnIp()) {
            return facts.isUsable(element);
        }
        return standInHash() != null;
    }

    /** Returns why it is present and cannot be used, or null when it is missing or usable. */
    @Nullable
    public ElementFault fault(Element element) {
        if (element == Element.IP && !facts.hasOwnIp()) {
            return ipStandIn instanceof IpStandIn.OfInitialOrder initial ? initial.fault() : null;
        }
        return facts.fault(element);
    }

    /** Returns true when it has nothing of the element, and nothing was left unread. */
    public boolean isMissing(Element element) {
        return !isUsable(element) && fault(element) == null && !isNotRead(element);
    }

    /** Returns true when a limit kept an IP that may replace its missing one from being read. */
    public boolean isNotRead(Element element) {
        return element == Element.IP && !facts.hasOwnIp() && ipStandIn instanceof IpStandIn.NotRead;
    }

    @Nullable
    public KeyedHash hash(Element element) {
        if (element == Element.IP && !facts.hasOwnIp()) {
            return standInHash();
        }
        return facts.hash(element);
    }

    /** Where the IP came from; absent when there is none. */
    public Eligibility.@Nullable IpSource ipSource() {
        if (facts.hasOwnIp()) {
            return Eligibility.IpSource.ORDER;
        }
        return switch (ipStandIn) {
            case IpStandIn.OfInitialOrder initial -> Eligibility.IpSource.INITIAL_ORDER;
            case IpStandIn.OfSighting sighting -> Eligibility.IpSource.TRACK;
            case IpStandIn.NotRead notRead -> null;
            case null -> null;
        };
    }

    /** The sighting that stands in; absent when none does. */
    @Nullable
    public SightingChoice sighting() {
        return !facts.hasOwnIp() && ipStandIn instanceof IpStandIn.OfSighting sighting ? sighting.choice() : null;
    }

    private boolean isEqual(Element element, OrderElements other) {
        if (element != Element.IP || (facts.hasOwnIp() && other.facts.hasOwnIp())) {
            return facts.isEqual(element, other.facts);
        }
        KeyedHash own = hash(element);
        KeyedHash others = other.hash(element);
        return own != null && others != null && own.equals(others);
    }

    private @Nullable KeyedHash standInHash() {
        return switch (ipStandIn) {
            case IpStandIn.OfInitialOrder initial -> initial.ip();
            case IpStandIn.OfSighting sighting -> sighting.ip();
            case IpStandIn.NotRead notRead -> null;
            case null -> null;
        };
    }
}
