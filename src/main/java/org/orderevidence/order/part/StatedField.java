package org.orderevidence.order.part;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A field of an order for which one source counts, or several fields that one source states together, such as those of an
 * address.
 */
public final class StatedField implements Comparable<StatedField> {
    /** Which source counts if several state the same. */
    public enum Wins {
        /** A processor before a shop, of those that agree with the amount of the order. */
        PAYMENT,
        /** A shop before a processor. */
        PURCHASE,
        /** The composition has a rule for it. */
        OWN_RULE
    }

    private final String wireName;
    private final int number;
    private final Wins wins;
    private List<Field<?>> fields = List.of();

    /** True for a statement that states any part of it. */
    final Predicate<Statement> stated = statement -> statement.states(this);

    StatedField(String wireName, int number, Wins wins) {
        this.wireName = wireName;
        this.number = number;
        this.wins = wins;
    }

    void add(Field<?> field) {
        fields = Stream.concat(fields.stream(), Stream.of(field)).toList();
    }

    /** Returns its name in an upload, with the names of the objects that it is in. */
    public String wireName() {
        return wireName;
    }

    Wins wins() {
        return wins;
    }

    /** Returns what a source states together. */
    public List<Field<?>> fields() {
        return fields;
    }

    /** Returns true if a PATCH can change it. */
    public boolean isPatchable() {
        return fields.stream().anyMatch(Field::isPatchable);
    }

    /**
     * Returns the field of this name.
     *
     * @throws IllegalArgumentException if no field has it
     */
    public static StatedField named(String wireName) {
        StatedField field = OrderFields.ORDER.stated().get(wireName);
        if (field == null) {
            throw new IllegalArgumentException("no field has this name");
        }
        return field;
    }

    @Override
    public int compareTo(StatedField other) {
        return Integer.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return number;
    }

    @Override
    public String toString() {
        return wireName;
    }
}
