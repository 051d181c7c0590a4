package org.orderevidence.evidence;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A set of elements. Sets that contain the same elements are the same instance, so sets cost no
 * memory and are compared by identity: the rule makes several sets for each prior.
 */
public final class ElementSet implements Comparable<ElementSet> {
    private static final Element[] ELEMENTS = Element.values();

    /** Each set at the position of its bits. */
    private static final List<ElementSet> SETS = Stream.iterate(
                    0, bits -> bits < 1 << ELEMENTS.length, bits -> bits + 1)
            .map(ElementSet::new)
            .toList();

    public static final ElementSet NONE = SETS.getFirst();

    public static final ElementSet ALL = SETS.getLast();

    private final int bits;
    private final List<Element> elements;
    private final int slots;
    private final boolean anchored;

    private ElementSet(int bits) {
        this.bits = bits;
        this.elements = Stream.of(ELEMENTS)
                .filter(element -> (bits & bit(element)) != 0)
                .toList();
        this.slots = (int) elements.stream().map(Element::slot).distinct().count();
        this.anchored = elements.stream().anyMatch(Element::isAnchor);
    }

    public static ElementSet where(Predicate<Element> condition) {
        int bits = 0;
        for (Element element : ELEMENTS) {
            if (condition.test(element)) {
                bits |= bit(element);
            }
        }
        return SETS.get(bits);
    }

    /** Returns every set, the empty one first. */
    public static List<ElementSet> all() {
        return SETS;
    }

    public ElementSet with(Element element) {
        return SETS.get(bits | bit(element));
    }

    /** Returns the elements that are in at least one of the two sets. */
    public ElementSet or(ElementSet other) {
        return SETS.get(bits | other.bits);
    }

    public ElementSet and(ElementSet other) {
        return SETS.get(bits & other.bits);
    }

    public ElementSet without(ElementSet other) {
        return SETS.get(bits & ~other.bits);
    }

    public boolean contains(Element element) {
        return (bits & bit(element)) != 0;
    }

    public boolean containsAll(ElementSet other) {
        return (bits & other.bits) == other.bits;
    }

    public boolean isEmpty() {
        return bits == 0;
    }

    /** Returns the elements in the order of {@link Element}. */
    public List<Element> elements() {
        return elements;
    }

    /** Returns how many slots the elements fill: two elements of one slot count once. */
    public int slots() {
        return slots;
    }

    /** Returns true when elements that are equal on three orders are enough: two slots, an anchor among them. */
    public boolean suffices() {
        return slots >= RuleNumbers.REQUIRED_SLOTS && anchored;
    }

    /**
     * Returns the sets of exactly this many slots that suffice, with one element for each slot. Each set that suffices
     * and fills as many slots contains one of them.
     */
    public static List<ElementSet> sufficientOf(int slots) {
        return SETS.stream()
                .filter(set -> set.slots == slots && set.elements.size() == slots && set.suffices())
                .toList();
    }

    /** Sorts by the first elements that differ; only the stability of the order matters. */
    @Override
    public int compareTo(ElementSet other) {
        return Integer.compare(bits, other.bits);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ElementSet that && bits == that.bits;
    }

    @Override
    public int hashCode() {
        return bits;
    }

    @Override
    public String toString() {
        return elements.stream().map(Element::wireName).collect(Collectors.joining(", ", "{", "}"));
    }

    /** The bits never leave this class, so a new element may change them. */
    @SuppressWarnings("EnumOrdinal")
    private static int bit(Element element) {
        return 1 << element.ordinal();
    }
}
