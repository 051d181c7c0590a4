package org.orderevidence.sealing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
    private final Map<AccountSpace, Hmac> prepared = new ConcurrentHashMap<>();

    public IndexHasher(InstallationKey indexKey) {
        this.indexKey = indexKey.bytes();
    }

    /**
     * Returns the hash of data for a purpose: 32 bytes.
     *
     * @param purpose name in ASCII without control characters, chosen by the program and not by its users
     */
    public byte[] hash(AccountSpace space, String purpose, byte[] data) {
        return prepared(space).of(purpose.getBytes(StandardCharsets.US_ASCII), 0, data);
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

    private Hmac prepared(AccountSpace space) {
        Hmac known = prepared.get(space);
        return known == null ? prepare(space) : known;
    }

    private Hmac prepare(AccountSpace space) {
        Hmac hmac = new Hmac(Hmac.of(indexKey, "space/" + space.mode() + "/" + space.account()));
        synchronized (prepared) {
            // Preparing all of them again costs about 3 ms.
            if (prepared.size() >= MAX_PREPARED) {
                prepared.clear();
            }
            prepared.put(space, hmac);
        }
        return hmac;
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
