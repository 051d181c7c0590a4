package org.orderevidence.store.cassandra.cluster;

import com.datastax.oss.driver.api.core.data.GettableByName;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderReference;

/** Converts values to and from cells. */
public final class Cells {
    private Cells() {}

    /** The first part of every key: an account's id has no slash. */
    public static String space(AccountSpace space) {
        return space.account() + "/" + name(space.mode());
    }

    /** The space of such a part of a key. */
    public static AccountSpace space(GettableByName from) {
        String text = text(from, "space");
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalStateException("no space is named " + text);
        }
        return new AccountSpace(text.substring(0, slash), mode(text.substring(slash + 1)));
    }

    public static AccountSpace.Mode mode(String name) {
        for (AccountSpace.Mode mode : AccountSpace.Mode.values()) {
            if (name(mode).equals(name)) {
                return mode;
            }
        }
        throw new IllegalStateException("no mode is named " + name);
    }

    public static String name(AccountSpace.Mode mode) {
        return switch (mode) {
            case LIVE -> "live";
            case TEST -> "test";
        };
    }

    public static @Nullable ByteBuffer blob(@Nullable KeyedHash hash) {
        return hash == null ? null : ByteBuffer.wrap(hash.bytes());
    }

    public static ByteBuffer blob(OrderReference reference) {
        return ByteBuffer.wrap(reference.bytes());
    }

    public static ByteBuffer blob(Bytes bytes) {
        return bytes.buffer();
    }

    public static ByteBuffer blob(byte[] bytes) {
        return ByteBuffer.wrap(bytes);
    }

    /** A text that is always written. */
    public static String text(GettableByName from, String name) {
        String value = from.getString(name);
        if (value == null) {
            throw missing(name);
        }
        return value;
    }

    /** A day that is always written. */
    public static LocalDate day(GettableByName from, String name) {
        LocalDate value = from.getLocalDate(name);
        if (value == null) {
            throw missing(name);
        }
        return value;
    }

    /** Bytes that are always written. */
    public static byte[] bytes(GettableByName from, String name) {
        ByteBuffer value = from.getByteBuffer(name);
        if (value == null) {
            throw missing(name);
        }
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        return bytes;
    }

    public static @Nullable KeyedHash key(GettableByName from, String name) {
        return from.isNull(name) ? null : KeyedHash.of(bytes(from, name));
    }

    public static @Nullable Long number(GettableByName from, String name) {
        return from.isNull(name) ? null : from.getLong(name);
    }

    public static IllegalStateException missing(String name) {
        return new IllegalStateException("a row lacks its " + name);
    }
}
