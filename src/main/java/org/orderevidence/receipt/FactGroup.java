package org.orderevidence.receipt;

import java.util.List;

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
