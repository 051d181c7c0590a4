package org.orderevidence.store.record;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;

/**
 * What copy, verify and sealing again have to know of a kind, so that none of them names one. The functions throw
 * {@code UnreadableDocument} if content is damaged or does not fit its record.
 *
 * @param name the plural that reports print, such as {@code accounts}
 * @param space whose data a record is
 * @param words a record for an operator, without personal data
 * @param isCopied false if another installation cannot use the record, or computes it itself
 * @param compared the bytes that are equal in two stores with the same record; head and content, as a rule
 * @param rows the rows that follow from a record, with its version
 * @param counted true if a record is one of those that {@link RecordStore#count} counts, as far as its head tells
 * @param settled false if the rows of a record were derived by another version of this program, as far as its head tells
 * @param owner the key of the record from which a row follows; {@code null} if it is no kind of rows
 */
public record Meaning(
        Kind kind,
        String name,
        Of<AccountSpace> space,
        Of<String> words,
        Of<Boolean> isCopied,
        Of<byte[]> compared,
        Of<List<Stored>> rows,
        Predicate<Stored> counted,
        Predicate<Stored> settled,
        @Nullable Function<Stored, Key> owner) {
    /** A fact about a record and its opened content. */
    @FunctionalInterface
    public interface Of<T> {
        T of(Stored record, byte[] content);
    }

    /** Returns a kind of records of their own, without rows. */
    public static Meaning of(Kind kind, String name) {
        return new Meaning(
                kind,
                name,
                (record, content) -> record.key().space(),
                (record, content) -> "one of the " + name,
                (record, content) -> true,
                Meaning::withHead,
                (record, content) -> List.of(),
                record -> false,
                record -> true,
                null);
    }

    /** Returns a kind of rows. */
    public static Meaning ofRows(Kind kind, String name, Function<Stored, Key> owner) {
        Meaning own = of(kind, name);
        return new Meaning(kind, name, own.space, own.words, own.isCopied, own.compared, own.rows, own.counted, own.settled, owner);
    }

    public Meaning inSpace(Of<AccountSpace> other) {
        return new Meaning(kind, name, other, words, isCopied, compared, rows, counted, settled, owner);
    }

    public Meaning inWords(Of<String> other) {
        return new Meaning(kind, name, space, other, isCopied, compared, rows, counted, settled, owner);
    }

    public Meaning copiedIf(Of<Boolean> condition) {
        return new Meaning(kind, name, space, words, condition, compared, rows, counted, settled, owner);
    }

    /** Compares these bytes instead of the content. */
    public Meaning comparedAs(Of<byte[]> bytes) {
        return comparedOnlyAs((record, content) -> withHead(record, bytes.of(record, content)));
    }

    /** Compares these bytes instead of head and content. */
    public Meaning comparedOnlyAs(Of<byte[]> bytes) {
        return new Meaning(kind, name, space, words, isCopied, bytes, rows, counted, settled, owner);
    }

    private static byte[] withHead(Stored record, byte[] content) {
        int head = record.head().length();
        return ByteBuffer.allocate(Integer.BYTES + head + content.length)
                .putInt(head)
                .put(record.head().buffer())
                .put(content)
                .array();
    }

    public Meaning withRows(Of<List<Stored>> follow) {
        return new Meaning(kind, name, space, words, isCopied, compared, follow, counted, settled, owner);
    }

    public Meaning countedIf(Predicate<Stored> condition) {
        return new Meaning(kind, name, space, words, isCopied, compared, rows, condition, settled, owner);
    }

    public Meaning settledIf(Predicate<Stored> condition) {
        return new Meaning(kind, name, space, words, isCopied, compared, rows, counted, condition, owner);
    }

    /** Returns what a change of a record changes in the count; {@code null} for a record that is not there. */
    public int counted(@Nullable Stored before, @Nullable Stored after) {
        return (after != null && counted.test(after) ? 1 : 0) - (before != null && counted.test(before) ? 1 : 0);
    }

    /** Returns true if its records are rows that follow from records of another kind. */
    public boolean isOfRows() {
        return owner != null;
    }

    /** Returns the key of the record from which a row follows. */
    public Key ownerOf(Stored row) {
        if (owner == null) {
            throw new IllegalStateException(name + " follow from nothing");
        }
        return owner.apply(row);
    }
}
