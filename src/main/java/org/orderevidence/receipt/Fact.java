package org.orderevidence.receipt;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.receipt.Fact.FactGroup;

/**
 * One labelled value.
 *
 * @param lines the value: at least one line of text
 * @param link where the value leads; {@code null} if it is only text
 */
public record Fact(
        String label, List<String> lines, @Nullable String link) {
    public Fact {
        lines = List.copyOf(lines);
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("a fact has a value");
        }
    }

    /**
     * Facts below one heading.
     *
     * @param heading what they are about
     * @param facts at least one
     */
    public record FactGroup(String heading, List<Fact> facts) {
        public FactGroup {
            facts = List.copyOf(facts);
        }
    }

    /** Collects the facts of a group. Facts without a value are left out. */
    static final class Facts {
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

    /** Checks the links of a page again: stored data may be older than the check at the upload. */
    private static final class WebAddress {
        private WebAddress() {}

        /** Returns true if a browser that follows the link opens a web page. */
        static boolean isSafe(String text) {
            if (!text.regionMatches(true, 0, "https://", 0, 8) && !text.regionMatches(true, 0, "http://", 0, 7)) {
                return false;
            }
            try {
                return new URI(text).getRawAuthority() != null;
            } catch (URISyntaxException noAddress) {
                return false;
            }
        }
    }
}
