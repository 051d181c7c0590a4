package org.orderevidence.json;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.Checksum;
import org.orderevidence.http.limits.MemoryBudget;
import org.orderevidence.http.limits.MemoryExhausted;

/** The body of an answer, and the memory that it holds. */
public final class JsonBuffer {
    private static final int INITIAL = 4 * 1024;
    private static final byte[] NONE = {};

    private final MemoryBudget.Share share;
    private byte[] bytes = NONE;
    private int end;
    private boolean isShared;

    /**
     * @param share reserves the memory that exceeds a small answer
     */
    public JsonBuffer(MemoryBudget.Share share) {
        this.share = share;
    }

    /** Drops the body. */
    public void clear() {
        if (bytes.length > INITIAL || isShared) {
            bytes = NONE;
        }
        end = 0;
        isShared = false;
    }

    /** Makes the body of bytes that others have too. They are not copied, so they need no memory of the request. */
    public void share(byte[] whole) {
        bytes = whole;
        end = whole.length;
        isShared = true;
    }

    /** Writes JSON to the end of the body; to be closed before the body is used. */
    public JsonWriter writer() {
        return new JsonWriter(this);
    }

    /** Adds a byte. */
    public void append(byte one) {
        if (end == bytes.length) {
            room(1);
        }
        bytes[end++] = one;
    }

    /** Adds bytes. */
    public void append(byte[] more) {
        System.arraycopy(more, 0, room(more.length), end, more.length);
        end += more.length;
    }

    /**
     * Returns the bytes, with room for at least this many after {@link #end()}. The array is valid until more room is
     * requested.
     *
     * @throws MemoryExhausted if no memory is free for it
     */
    byte[] room(int count) {
        if (count > bytes.length - end) {
            int larger = Math.max(Math.addExact(end, count), Math.max(INITIAL, 2 * bytes.length));
            // Both arrays exist while one is copied into the other.
            if (larger > INITIAL) {
                share.hold((long) larger + bytes.length);
            }
            bytes = Arrays.copyOf(bytes, larger);
        }
        return bytes;
    }

    /** Where the next byte goes. */
    int end() {
        return end;
    }

    /** Records that bytes were put into {@link #room}, up to this index. */
    void end(int behindLast) {
        end = behindLast;
    }

    /** Length of the body in bytes. */
    public int length() {
        return end;
    }

    /** Heap that the body occupies, in bytes. */
    public int capacity() {
        return bytes.length;
    }

    /** Adds the body to a checksum. */
    public void addTo(Checksum checksum) {
        checksum.update(bytes, 0, end);
    }

    /** The body; not copied. */
    public ByteBuffer body() {
        return ByteBuffer.wrap(bytes, 0, end);
    }
}
