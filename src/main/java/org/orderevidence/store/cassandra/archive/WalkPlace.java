package org.orderevidence.store.cassandra.archive;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a page of a walk ended.
 *
 * @param state the position from which the cluster continues
 * @param seen the key of an order that was returned whole and may have rows behind this place; empty if there is none
 */
public record WalkPlace(ByteBuffer state, String seen) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_=-]{1,65536}\\.[A-Za-z0-9_=-]{0,4096}");

    /** @throws IllegalArgumentException if the text is not a place */
    public static @Nullable WalkPlace parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("this is no place in a walk over a Cassandra store");
        }
        int dot = text.indexOf('.');
        Base64.Decoder decoder = Base64.getUrlDecoder();
        return new WalkPlace(
                ByteBuffer.wrap(decoder.decode(text.substring(0, dot))),
                new String(decoder.decode(text.substring(dot + 1)), StandardCharsets.UTF_8));
    }

    /** The place as a text; null if the walk is at its end. */
    public static @Nullable String text(@Nullable ByteBuffer state, String seen) {
        if (state == null) {
            return null;
        }
        byte[] bytes = new byte[state.remaining()];
        state.duplicate().get(bytes);
        Base64.Encoder encoder = Base64.getUrlEncoder();
        return encoder.encodeToString(bytes) + "." + encoder.encodeToString(seen.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the state from which the cluster continues; null for the beginning. */
    public static @Nullable ByteBuffer stateOf(@Nullable WalkPlace place) {
        return place == null ? null : place.state();
    }
}
