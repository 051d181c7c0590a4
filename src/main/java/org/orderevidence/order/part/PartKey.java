package org.orderevidence.order.part;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Texts;

/**
 * The key of a part among the parts of its order.
 *
 * @param object the source's own id of what it is about, such as {@code charge/ch_1}: 1 to {@value #MAX_OBJECT}
 *     printable characters
 */
public record PartKey(Source source, String object) implements Comparable<PartKey> {
    /** The longest object id, in code points. */
    public static final int MAX_OBJECT = 200;

    /** The key of the part that an upload states. */
    public static final PartKey UPLOAD = new PartKey(Source.UPLOAD, "order");

    /**
     * What follows the object id of a charge in that of its {@link PartContent.PlatformObject.Kind#STATE state}. The id of
     * a capture can follow, and for its failure {@link #FAILED}: {@code payment/X/state/C/failed}.
     */
    public static final String STATE_OF_CHARGE = "/state";

    /** What follows the object id of a capture or refund in that of its failure. */
    public static final String FAILED = "/failed";

    private static final Comparator<PartKey> ORDER =
            Comparator.comparing(PartKey::source).thenComparing(PartKey::object, Texts::compareByCodePoint);

    public PartKey {
        if (object.isEmpty() || Texts.length(object) > MAX_OBJECT || !Texts.isPrintable(object)) {
            throw new IllegalArgumentException("an object id has 1 to " + MAX_OBJECT + " printable characters");
        }
    }

    /** Returns true if this is the key of a charge with {@link #STATE_OF_CHARGE} behind it. */
    boolean isStateOfCharge() {
        return endOfCharge() > 0;
    }

    /** Returns the key of the charge; this one is {@linkplain #isStateOfCharge that of its state}. */
    PartKey charge() {
        return new PartKey(source, object.substring(0, endOfCharge()));
    }

    /** Returns true if this is the key of a capture that a refund names like a charge, such as {@code payment/C}. */
    boolean isOfCapture(@Nullable String named) {
        int id = named == null ? -1 : named.indexOf('/');
        return named != null && id >= 0 && object.endsWith(STATE_OF_CHARGE + named.substring(id));
    }

    private int endOfCharge() {
        return object.endsWith(STATE_OF_CHARGE)
                ? object.length() - STATE_OF_CHARGE.length()
                : object.lastIndexOf(STATE_OF_CHARGE + '/');
    }

    /** Returns the text of the key of its failure; this one is that of a capture or refund. */
    String failure() {
        return this + FAILED;
    }

    /** Returns the key of the part that a PATCH states about one field. */
    public static PartKey patch(StatedField field) {
        return new PartKey(Source.PATCH, field.wireName());
    }

    @Override
    public int compareTo(PartKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return source + " " + object;
    }
}
