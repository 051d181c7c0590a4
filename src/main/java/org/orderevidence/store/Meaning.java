package org.orderevidence.store;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;

/**
 * What copy, verify and sealing again have to know of a kind, so that none of them names one. The functions throw
 * {@code UnreadableDocument} if content is damaged or does not fit its record.
 */
public final class Meaning {
    private final Kind kind;
    private final String name;
    private final @Nullable Function<Stored, Key> owner;
    private Of<AccountSpace> space = (record, content) -> record.key().space();
    private Of<String> words;
    private Of<Boolean> isCopied = (record, content) -> true;
    private Of<Bytes> compared = Meaning::withHead;
    private Of<List<Stored>> rows = (record, content) -> List.of();
    private @Nullable Of<List<Key>> keys;
    private Of<Stored> restated = (record, content) -> record;
    private Predicate<Stored> settled = record -> true;
    private Predicate<Stored> erased = record -> false;
    private @Nullable Predicate<Stored> counted;

    /** A fact about a record and its opened content. */
    @FunctionalInterface
    public interface Of<T> {
        T of(Stored record, byte[] content);
    }

    private Meaning(Kind kind, String name, @Nullable Function<Stored, Key> owner) {
        this.kind = kind;
        this.name = name;
        this.owner = owner;
        this.words = (record, content) -> "one of the " + name;
    }

    /**
     * Returns a kind of records of their own, without rows.
     *
     * @param name the plural that reports print, such as {@code accounts}
     */
    public static Meaning of(Kind kind, String name) {
        return new Meaning(kind, name, null);
    }

    public static Meaning ofRows(Kind kind, String name, Function<Stored, Key> owner) {
        return new Meaning(kind, name, owner);
    }

    /** Says whose data a record is; by default, that of its space. */
    public Meaning inSpace(Of<AccountSpace> other) {
        space = other;
        return this;
    }

    /** Names a record for an operator, without personal data. It may be called without content, and may then throw. */
    public Meaning inWords(Of<String> other) {
        words = other;
        return this;
    }

    /** Says which records are copied. The others cannot be used by another installation, or it computes them itself. */
    public Meaning copiedIf(Of<Boolean> condition) {
        isCopied = condition;
        return this;
    }

    /** Compares these bytes of two stores instead of head, link and content. */
    public Meaning comparedAs(Of<Bytes> bytes) {
        compared = bytes;
        return this;
    }

    private static Bytes withHead(Stored record, byte[] content) {
        return Bytes.ofInt(record.head().length())
                .and(record.head())
                .and(Bytes.ofInt(record.link().length()))
                .and(record.link())
                .and(Bytes.wrap(content));
    }

    /** Says which rows follow from a record, with its version. */
    public Meaning withRows(Of<List<Stored>> follow) {
        rows = follow;
        return this;
    }

    /** The same, with a quicker way to get their keys. */
    public Meaning withRows(Of<List<Stored>> follow, Of<List<Key>> places) {
        keys = places;
        return withRows(follow);
    }

    /** Says with which head and link a record of this content should be stored. */
    public Meaning restatedAs(Of<Stored> record) {
        restated = record;
        return this;
    }

    /** Says, from its head, that this version of the program has derived head and rows of a record. */
    public Meaning settledIf(Predicate<Stored> condition) {
        settled = condition;
        return this;
    }

    /** Says that a record is what is left of an erased one. In a copy it counts more than any other of its key. */
    public Meaning erasedIf(Predicate<Stored> condition) {
        erased = condition;
        return this;
    }

    /** Says, from its head, that {@link RecordStore#count} counts a record. */
    public Meaning countedIf(Predicate<Stored> condition) {
        counted = condition;
        return this;
    }

    public Kind kind() {
        return kind;
    }

    public String name() {
        return name;
    }

    public AccountSpace space(Stored record, byte[] content) {
        return space.of(record, content);
    }

    public String words(Stored record, byte[] content) {
        return words.of(record, content);
    }

    public boolean isCopied(Stored record, byte[] content) {
        return isCopied.of(record, content);
    }

    public Bytes compared(Stored record, byte[] content) {
        return compared.of(record, content);
    }

    public List<Stored> rows(Stored record, byte[] content) {
        return rows.of(record, content);
    }

    public List<Key> keys(Stored record, byte[] content) {
        return keys != null
                ? keys.of(record, content)
                : rows.of(record, content).stream().map(Stored::key).toList();
    }

    public Stored restated(Stored record, byte[] content) {
        return restated.of(record, content);
    }

    public boolean isSettled(Stored record) {
        return settled.test(record);
    }

    public boolean isErased(Stored record) {
        return erased.test(record);
    }

    public boolean isCounting() {
        return counted != null;
    }

    /** Returns true if a record is counted, or cannot say whether it is. */
    public boolean isCounted(Stored record) {
        Predicate<Stored> condition = counted;
        return condition != null
                && RecordSealer.ifReadable(() -> condition.test(record)).orElse(true);
    }

    /** Returns what a change of a record changes in the count; {@code null} for a record that is not there. */
    public int counted(@Nullable Stored before, @Nullable Stored after) {
        return (after != null && isCounted(after) ? 1 : 0) - (before != null && isCounted(before) ? 1 : 0);
    }

    /** Returns true if its records are rows that follow from records of another kind. */
    public boolean isOfRows() {
        return owner != null;
    }

    public Key ownerOf(Stored row) {
        if (owner == null) {
            throw new IllegalStateException(name + " follow from nothing");
        }
        return owner.apply(row);
    }
}
