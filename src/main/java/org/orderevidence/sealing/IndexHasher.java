package org.orderevidence.sealing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;

/**
 * Derives all keyed hashes of an installation: HMAC-SHA-256 under a key of the account space, which is derived from the
 * index key. The same data gives unrelated hashes in two spaces or for two purposes. Safe for any number of threads.
 */
public final class IndexHasher {
    private static final int MAX_PREPARED = 2_000;

    /** Keeps the purposes of contents apart from the purposes of other hashes with the same name. */
    private static final String CONTENT = "content/";

    private final byte[] indexKey;
    private final Map<Purpose, Mac> prepared = new ConcurrentHashMap<>();

    /** The purpose of a hash, and its space. The digest is prepared once for each. */
    private record Purpose(AccountSpace space, String name) {}

    public IndexHasher(InstallationKey indexKey) {
        this.indexKey = indexKey.bytes();
    }

    /**
     * Returns the hash of data for a purpose: 32 bytes.
     *
     * @param purpose name in ASCII without control characters, chosen by the program and not by its users
     */
    public byte[] hash(AccountSpace space, String purpose, byte[] data) {
        return Hmac.copy(prepared(new Purpose(space, purpose))).doFinal(data);
    }

    /**
     * Returns the hash of a record's content. Sealed contents are compared by it.
     *
     * @param purpose purpose of the record, as in its {@link RecordPlace}
     * @param content canonical bytes of the content: equal contents have equal bytes
     */
    public ContentHash content(AccountSpace space, String purpose, byte[] content) {
        return new ContentHash(Bytes.wrap(Arrays.copyOf(hash(space, CONTENT + purpose, content), ContentHash.LENGTH)));
    }

    private Mac prepared(Purpose purpose) {
        Mac known = prepared.get(purpose);
        return known == null ? prepare(purpose) : known;
    }

    private Mac prepare(Purpose purpose) {
        AccountSpace space = purpose.space();
        Mac mac = Hmac.keyed(Hmac.of(indexKey, "space/" + space.mode() + "/" + space.account()));
        mac.update(purpose.name().getBytes(StandardCharsets.US_ASCII));
        mac.update((byte) 0);
        synchronized (prepared) {
            // Preparing all of them again costs about 3 ms.
            if (prepared.size() >= MAX_PREPARED) {
                prepared.clear();
            }
            prepared.put(purpose, mac);
        }
        return mac;
    }

    /**
     * A keyed hash of a record's content, stored next to the sealed record. Equal contents of one account space and purpose
     * have equal hashes. Stores compare contents by it without opening them.
     *
     * @param bytes the first {@value #LENGTH} bytes of an HMAC-SHA-256
     */
    public record ContentHash(Bytes bytes) {
        /** Length in bytes. */
        public static final int LENGTH = 16;

        public ContentHash {
            if (bytes.length() != LENGTH) {
                throw new IllegalArgumentException("a content hash has " + LENGTH + " bytes, not " + bytes.length());
            }
        }
    }
}
