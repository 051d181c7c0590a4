package org.orderevidence.store;

import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.orderevidence.order.Bytes;
import org.orderevidence.sealing.RecordPlace;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.sealing.Sealer.CannotOpen;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Seals and opens records under the sealing keys of the installation. Throws {@link UnreadableDocument} for content that
 * is damaged or was moved from another place, and {@link DocumentTooNew} for content that only a newer release or
 * another secret can open.
 */
public interface RecordSealer {
    /** Returns the sealed content. */
    byte[] seal(RecordPlace place, byte[] content);

    /** Returns the content. */
    byte[] open(RecordPlace place, byte[] sealed);

    /** Returns the same content, sealed with the key that seals now. */
    byte[] reseal(RecordPlace place, byte[] sealed);

    /** Returns the number of the key that seals now. */
    int sealingKey();

    /** Returns the numbers of all keys of the secret. */
    SortedSet<Integer> keys();

    /** Returns the body of a record with the same content, sealed with the key that seals now. */
    default Bytes reseal(Stored record) {
        return Bytes.wrap(reseal(place(record.key()), record.body().toArray()));
    }

    /** Returns the body of a record with this content. It can be opened only at this key. */
    default Bytes seal(Key key, byte[] content) {
        return Bytes.wrap(seal(place(key), content));
    }

    /** Returns the content of the body of a record. */
    default byte[] open(Stored record) {
        return open(place(record.key()), record.body().toArray());
    }

    /** Returns what the action returns, or nothing if the record that it opens is damaged or cannot be opened here. */
    static <T> Optional<T> ifReadable(Supplier<T> open) {
        try {
            return Optional.of(open.get());
        } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException | IllegalStateException damaged) {
            return Optional.empty();
        }
    }

    /** Returns the number of the key under which a record is sealed; 0 if it is not. */
    static int keyOf(Stored record) {
        try {
            return Sealer.sealedKeyVersion(record.body().toArray());
        } catch (CannotOpen notSealed) {
            return 0;
        }
    }

    /** Returns the place to which the body of a record is bound. */
    static RecordPlace place(Key key) {
        return RecordPlace.of(
                key.space(),
                "record",
                key.kind().name(),
                key.part().toArray(),
                key.sort().toArray());
    }
}
