package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.data.GettableByName;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;

/** Converts values to and from cells. */
public final class Cells {
    private Cells() {}

    /** The first part of every key: an account's id has no slash. */
    public static String space(AccountSpace space) {
        return space.account() + "/" + name(space.mode());
    }

    /** The space of such a part of a key. */
    public static AccountSpace space(GettableByName from) {
        String text = required(from.getString("space"), "space");
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalStateException("no space is named " + text);
        }
        return new AccountSpace(text.substring(0, slash), mode(text.substring(slash + 1)));
    }

    private static AccountSpace.Mode mode(String name) {
        for (AccountSpace.Mode mode : AccountSpace.Mode.values()) {
            if (name(mode).equals(name)) {
                return mode;
            }
        }
        throw new IllegalStateException("no mode is named " + name);
    }

    private static String name(AccountSpace.Mode mode) {
        return switch (mode) {
            case LIVE -> "live";
            case TEST -> "test";
        };
    }

    /** Bytes that are always written. */
    public static byte[] bytes(GettableByName from, String name) {
        ByteBuffer value = required(from.getByteBuffer(name), name);
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        return bytes;
    }

    private static <T> T required(@Nullable T value, String name) {
        if (value == null) {
            throw new IllegalStateException("a row lacks its " + name);
        }
        return value;
    }
}
