package org.orderevidence.store;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.orderevidence.order.Bytes;
import org.orderevidence.sealing.RecordPlace;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.sealing.Sealer.CannotOpen;
import org.orderevidence.store.document.DocumentReader;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Seals and opens records under the sealing keys of the installation. Throws {@link UnreadableDocument} for content that
 * is damaged or was moved from another place, and {@link DocumentTooNew} for content that only a newer release or
 * another secret can open.
 */
public record RecordSealer(Sealer sealer) {
    /** Returns the body of a record with this content. It can be opened only at this key. */
    Bytes seal(Key key, byte[] content) {
        return seal(key, 0, content);
    }

    Bytes seal(Key key, Bytes document) {
        return seal(key, document.toArray());
    }

    /** The same, with the format of the content, which can be read without a sealing key. */
    Bytes seal(Key key, int format, byte[] content) {
        return Bytes.wrap(sealer.seal(place(key), format, content));
    }

    /** Returns the content of the body of a record. */
    public byte[] open(Stored record) {
        return record.body().read(body -> {
            try {
                return sealer.open(place(record.key()), body);
            } catch (CannotOpen cannot) {
                throw unreadable(cannot, body);
            }
        });
    }

    /** Returns the body of a record with the same content, sealed with the key that seals now. */
    public Bytes reseal(Stored record) {
        return seal(record.key(), record.body().read(Sealer::contentFormat), open(record));
    }

    /** Returns the number of the key that seals now. */
    public int sealingKey() {
        return sealer.sealingKey();
    }

    public SortedSet<Integer> keys() {
        return sealer.numbers();
    }

    /** Returns what the action returns, or nothing if the record that it opens is damaged or cannot be opened here. */
    public static <T> Optional<T> ifReadable(Supplier<T> open) {
        try {
            return Optional.of(open.get());
        } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException | IllegalStateException damaged) {
            return Optional.empty();
        } catch (StoreUnavailable failed) {
            if (!failed.isDamaged()) {
                throw failed;
            }
            return Optional.empty();
        }
    }

    /** Returns the number of the key under which a record is sealed; 0 if it is not. */
    public static int keyOf(Stored record) {
        try {
            return record.body().read(Sealer::sealedKeyVersion);
        } catch (CannotOpen notSealed) {
            return 0;
        }
    }

    /** Returns the place to which the body of a record is bound. */
    private static RecordPlace place(Key key) {
        return new RecordPlace(key.space(), "record", key.kind().name(), List.of(key.part(), key.sort()));
    }

    /**
     * Checks without a key that this release may replace a stored order. Its parts need not be readable: an upload
     * repairs a damaged order.
     *
     * @throws DocumentTooNew if only a newer release can read it
     */
    static void requireKnownFormat(Bytes document) {
        byte[] start = new byte[Math.min(document.length(), Sealer.OVERHEAD)];
        document.buffer().get(start);
        try {
            DocumentReader.requireKnown(Sealer.contentFormat(start));
        } catch (CannotOpen cannot) {
            RuntimeException reason = unreadable(cannot, start);
            if (reason instanceof DocumentTooNew) {
                throw reason;
            }
        }
    }

    private static RuntimeException unreadable(CannotOpen cannot, byte[] sealed) {
        return switch (cannot.reason()) {
            case TRUNCATED, DAMAGED_OR_MOVED -> new UnreadableDocument(String.valueOf(cannot.getMessage()));
            // The record is not damaged: an upload must not replace what the right secret file can read.
            case NEWER_KEY -> new DocumentTooNew(String.valueOf(cannot.getMessage()));
            // No sealing key has number 0.
            case MISSING_KEY ->
                sealed[1] == 0
                        ? new UnreadableDocument("the sealed record is damaged: it has sealing key 0")
                        : new DocumentTooNew(String.valueOf(cannot.getMessage()));
            // No release writes records of format 0.
            case UNKNOWN_FORMAT ->
                (sealed[0] & 0xf) == 0
                        ? new UnreadableDocument("the sealed record is damaged: it has format 0")
                        : new DocumentTooNew(String.valueOf(cannot.getMessage()));
        };
    }
}
