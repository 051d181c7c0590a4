package org.orderevidence.order.part;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Order;

/**
 * The declaration of one field: what follows from it is its place in JSON, its bounds, its stored form, and which source
 * of several counts.
 */
public final class Field<T> {
    private final Shape shape;
    private final int slot;
    private final String path;
    private final String name;
    private final Kind<T> kind;
    private List<Integer> tags = List.of();
    private List<String> columns = List.of();
    private List<String> likelyColumns = List.of();
    private String meaning = "";
    private String sentWords = "";
    private String usual = "";
    private boolean required;
    private boolean patchable;
    private @Nullable StatedField stated;
    private @Nullable Function<Order, @Nullable T> answer;

    Field(Shape shape, int slot, String path, Kind<T> kind) {
        this.shape = shape;
        this.slot = slot;
        this.path = path;
        this.name = path.substring(path.lastIndexOf('.') + 1);
        this.kind = kind;
    }

    /** Declares the tags of its stored form, from that of the outermost group to its own. They keep their meaning. */
    Field<T> stored(Integer... declared) {
        tags = List.of(declared);
        return this;
    }

    /** Declares that an object without it is incomplete. */
    Field<T> required() {
        required = true;
        return this;
    }

    /** Declares that a PATCH can change it. */
    Field<T> patchable() {
        patchable = true;
        return this;
    }

    /** Declares other names of columns that mean only this field. Names with a second meaning are left out. */
    Field<T> columns(String... names) {
        columns = List.of(names);
        return this;
    }

    /** Declares names of columns that mean this field if no other column does. */
    Field<T> likelyColumns(String... names) {
        likelyColumns = List.of(names);
        return this;
    }

    /** Declares which source counts for it, or for all fields that have the same words for {@code together}. */
    Field<T> from(StatedField.Wins wins, String together) {
        stated = shape.stated(together, wins);
        stated.add(this);
        return this;
    }

    /** Declares that the answer has it, and where from. */
    Field<T> answered(Function<Order, @Nullable T> from) {
        answer = from;
        return this;
    }

    /** Declares what it is, for the description of the interface. */
    Field<T> means(String words) {
        meaning = words;
        return this;
    }

    /** Declares what follows the meaning where callers send it. */
    Field<T> whenSent(String words) {
        sentWords = words;
        return this;
    }

    /** Declares what counts if it is not sent; answers always have it. */
    Field<T> otherwise(String words) {
        usual = words;
        return this;
    }

    public String meaning() {
        return meaning;
    }

    /** Returns what callers who send it must know besides; may be empty. */
    public String whenSent() {
        return sentWords;
    }

    /** Returns what counts if it is not sent; empty if nothing does. */
    public String usual() {
        return usual;
    }

    /** Returns true if the charge of an answer has it. */
    public boolean isAnswered() {
        return answer != null;
    }

    /** Returns the value that the charge of an answer has; empty if there is none. */
    public @Nullable T answer(Order order) {
        return answer == null ? null : answer.apply(order);
    }

    /** Returns its name with the names of the objects that it is in, such as {@code receipt.delivery.status}. */
    public String path() {
        return path;
    }

    /** Returns the names of the objects that it is in, such as {@code receipt.delivery}; empty for one of the order. */
    public String object() {
        return path.length() == name.length() ? "" : path.substring(0, path.length() - name.length() - 1);
    }

    /** Returns its name in its object. */
    public String name() {
        return name;
    }

    /** Returns what it can hold. */
    public Kind<T> kind() {
        return kind;
    }

    /** Returns the tags of its stored form; none if it is not stored. */
    public List<Integer> tags() {
        return tags;
    }

    /** Returns other names of columns that mean this field. */
    public List<String> columns() {
        return columns;
    }

    /** Returns names of columns that mean this field if no other column does. */
    public List<String> likelyColumns() {
        return likelyColumns;
    }

    /** Returns true if an object without it is incomplete. */
    public boolean isRequired() {
        return required;
    }

    /** Returns true if a PATCH can change it. */
    public boolean isPatchable() {
        return patchable;
    }

    /** Returns true if callers can send it. */
    public boolean isSent() {
        return !(kind instanceof Kind.Hash);
    }

    /** Returns the fields for which one source counts together with it. */
    public StatedField stated() {
        if (stated == null) {
            throw new IllegalStateException("no source states " + path);
        }
        return stated;
    }

    int slot() {
        return slot;
    }

    @Override
    public String toString() {
        return path;
    }
}
