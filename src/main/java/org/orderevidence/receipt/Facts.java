package org.orderevidence.receipt;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;

/** Collects the facts of a group. Facts without a value are left out. */
final class Facts {
    private final List<Fact> facts = new ArrayList<>();

    Facts add(String label, @Nullable String value) {
        if (value != null && !value.isBlank()) {
            facts.add(new Fact(label, List.of(value), null));
        }
        return this;
    }

    Facts add(String label, @Nullable PersonalText value) {
        return add(label, value == null ? null : value.value());
    }

    Facts add(String label, @Nullable OrderTime time) {
        return add(label, time == null ? null : DateText.of(time));
    }

    Facts add(String label, @Nullable Address address) {
        if (address != null) {
            List<String> lines = address.lines();
            if (!lines.isEmpty()) {
                facts.add(new Fact(label, lines, null));
            }
        }
        return this;
    }

    Facts add(String label, Receipt.@Nullable PersonName name) {
        if (name != null) {
            add(label, name.full());
        }
        return this;
    }

    /** Adds a value that leads to a web page. One that is not a web address is text. */
    Facts addLink(String label, @Nullable String value) {
        if (value != null && !value.isBlank()) {
            facts.add(new Fact(label, List.of(value), WebAddress.isSafe(value) ? value : null));
        }
        return this;
    }

    /** Adds the group to a list, unless it has no facts. */
    void addTo(List<FactGroup> groups, String heading) {
        if (!facts.isEmpty()) {
            groups.add(new FactGroup(heading, facts));
        }
    }

    List<Fact> list() {
        return List.copyOf(facts);
    }
}
