package org.orderevidence.order.part;

/**
 * The statement of one source about one object of an order. A part is replaced completely by a newer version of itself.
 *
 * @param version newer ones are greater: microseconds since 1970 of the event
 */
public record Part(PartKey key, long version, PartContent content) {
    /** The most parts of one order. */
    public static final int MAX_PARTS = 64;

    public Part {
        boolean fits = switch (key.source().role()) {
            case UPLOAD -> content instanceof PartContent.Upload;
            case PATCH -> content instanceof PartContent.PatchCell;
            case PROCESSOR, SHOP ->
                content instanceof PartContent.PlatformObject
                        || content instanceof PartContent.RefundObject
                        || content instanceof PartContent.Moved;
        };
        if (!fits) {
            throw new IllegalArgumentException("a part of this source cannot have this content");
        }
        if (content instanceof PartContent.PlatformObject object
                && object.kind() == PartContent.PlatformObject.Kind.STATE
                && !key.isStateOfCharge()) {
            throw new IllegalArgumentException(
                    "the state of a charge has the key of the charge and " + PartKey.STATE_OF_CHARGE);
        }
    }
}
