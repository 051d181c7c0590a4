package org.orderevidence.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;

/**
 * A record.
 *
 * @param version at least 1; grows with every write, also with one that changes no content. Microseconds since 1970,
 *     as a rule
 * @param expires when it may be deleted, to the microsecond; {@code null} if it stays
 * @param link part of the kind to which its kind links, in which a reader of this record usually continues; empty if
 *     there is none
 * @param head what can be read without a key, never personal; at most {@value #MAX_HEAD} bytes
 * @param body sealed if its kind is; at most {@value #MAX_BODY} bytes. Empty if it was read without bodies
 */
public record Stored(Key key, long version, @Nullable Instant expires, Bytes link, Bytes head, Bytes body) {
    public static final int MAX_HEAD = 256 << 10;
    public static final int MAX_BODY = 5 << 20;

    public Stored {
        if (version < 1) {
            throw new IllegalArgumentException("a version is at least 1");
        }
        if (expires != null && !key.kind().ends()) {
            throw new IllegalArgumentException("records of this kind have no end");
        }
        if (link.length() > (key.kind().linksTo() == null ? 0 : Key.MAX_PART)) {
            throw new IllegalArgumentException("a link is a part of the kind that is linked to");
        }
        if (head.length() > MAX_HEAD || body.length() > MAX_BODY) {
            throw new IllegalArgumentException(
                    "a head has at most " + MAX_HEAD + " bytes and a body at most " + MAX_BODY);
        }
    }

    /** Returns a record without end and link. */
    public static Stored of(Key key, long version, Bytes head, Bytes body) {
        return new Stored(key, version, null, Bytes.EMPTY, head, body);
    }

    public Stored until(@Nullable Instant end) {
        return new Stored(key, version, end, link, head, body);
    }

    public Stored withBody(Bytes other) {
        return new Stored(key, version, expires, link, head, other);
    }

    public Stored ofVersion(long other) {
        return new Stored(key, other, expires, link, head, body);
    }

    public boolean hasEnded(Instant now) {
        return expires != null && !expires.isAfter(now);
    }

    /** Returns how many bytes it has, for bounds. */
    public int bytes() {
        return key.part().length() + key.sort().length() + link.length() + head.length() + body.length();
    }

    /**
     * Returns the version of the write that replaces a record: greater than before, and the time where that is greater.
     */
    public static long nextVersion(@Nullable Stored held, long micros) {
        return held == null ? Math.max(1, micros) : Math.max(held.version + 1, micros);
    }
}
