package org.orderevidence.evidence;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The data that one order lacks.
 *
 * @param tests the order's own tests that fail and can be fixed
 * @param elements the elements to add, each with its state
 * @param description true if a prior lacks its product description
 */
record Lack(List<FixableReason> tests, Map<Element, State> elements, boolean description) {
    /** Why an element has to be added. */
    enum State {
        MISSING,
        UNUSABLE,
        /** A limit kept it from being read. */
        NOT_READ;

        static State of(OrderElements order, Element element) {
            if (order.isNotRead(element)) {
                return NOT_READ;
            }
            return order.isMissing(element) ? MISSING : UNUSABLE;
        }
    }

    Lack {
        tests = List.copyOf(tests);
        Map<Element, State> inOrder = new EnumMap<>(Element.class);
        inOrder.putAll(elements);
        elements = Collections.unmodifiableMap(inOrder);
    }

    boolean isEmpty() {
        return tests.isEmpty() && elements.isEmpty() && !description;
    }
}
