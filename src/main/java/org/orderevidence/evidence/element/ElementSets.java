package org.orderevidence.evidence.element;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Sets of elements as bit sets: the bits are {@link Element#bit}. */
public final class ElementSets {
    public static final int NONE = 0;
    public static final int ALL = (1 << Element.values().length) - 1;

    private static final List<Element> ELEMENTS = List.of(Element.values());
    private static final int DEVICES = Element.DEVICE_ID.bit() | Element.DEVICE_FINGERPRINT.bit();

    /** For each set: how many slots it fills. */
    private static final int[] SLOTS = slotsOfEach();

    /** At i, the sets of i slots that suffice and lack one when any element is taken away from a slot. */
    private static final List<int[]> BY_SLOTS = bySlots();

    private ElementSets() {}

    public static boolean contains(int set, Element element) {
        return (set & element.bit()) != 0;
    }

    public static boolean containsAll(int set, int others) {
        return (set & others) == others;
    }

    /** How many slots the set fills. */
    public static int slots(int set) {
        return SLOTS[set];
    }

    /** True when some element of the set is an anchor. */
    static boolean hasAnchor(int set) {
        for (Element element : ELEMENTS) {
            if (element.isAnchor() && contains(set, element)) {
                return true;
            }
        }
        return false;
    }

    /** True when elements that are equal on three orders suffice: two slots, an anchor among them. */
    public static boolean suffices(int set) {
        return slots(set) >= RuleNumbers.REQUIRED_SLOTS && hasAnchor(set);
    }

    /** The elements of the set, in their order. */
    public static List<Element> list(int set) {
        List<Element> elements = new ArrayList<>(ELEMENTS.size());
        for (Element element : ELEMENTS) {
            if (contains(set, element)) {
                elements.add(element);
            }
        }
        return Collections.unmodifiableList(elements);
    }

    /** Most slots there are. */
    public static int mostSlots() {
        return BY_SLOTS.size() - 1;
    }

    /**
     * The sets of exactly this many slots that suffice, each with one element a slot: every set that suffices and fills
     * as many slots contains one of them.
     */
    public static int[] sufficientOf(int slots) {
        return BY_SLOTS.get(slots).clone();
    }

    private static int[] slotsOfEach() {
        int[] slots = new int[ALL + 1];
        for (int set = 0; set <= ALL; set++) {
            Set<Element.Slot> filled = EnumSet.noneOf(Element.Slot.class);
            for (Element element : ELEMENTS) {
                if (contains(set, element)) {
                    filled.add(element.slot());
                }
            }
            slots[set] = filled.size();
        }
        return slots;
    }

    private static List<int[]> bySlots() {
        List<int[]> levels = new ArrayList<>();
        for (int slots = 0; slots <= Element.Slot.values().length; slots++) {
            int[] sets = new int[ALL + 1];
            int count = 0;
            for (int set = 0; set <= ALL; set++) {
                if (slots(set) == slots && suffices(set) && !containsAll(set, DEVICES)) {
                    sets[count++] = set;
                }
            }
            levels.add(Arrays.copyOf(sets, count));
        }
        return levels;
    }
}
