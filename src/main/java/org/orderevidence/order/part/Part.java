package org.orderevidence.order.part;

/**
 * The statement of one source about one object of an order. A part is replaced completely by a newer version of itself.
 *
 * @param version newer ones are greater: microseconds since 1970 of the event
 */
public record Part(PartKey key, long version, PartContent content) {
    /** The most parts of one order. */
    public static final int MAX_PARTS = 512;

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

    /** Returns the part without the customer's name, phone number and billing address. */
    public Part reduced() {
        return new Part(
                key,
                version,
                switch (content) {
                    case PartContent.Upload(Long revision, Statement stated) ->
                        new PartContent.Upload(revision, stated.reduced());
                    case PartContent.PatchCell(StatedField field, Statement value, Statement over) ->
                        new PartContent.PatchCell(field, value.reduced(), over.reduced());
                    case PartContent.PlatformObject(var kind, Statement stated, String method) ->
                        new PartContent.PlatformObject(kind, stated.reduced(), method);
                    case PartContent.RefundObject _, PartContent.Moved _ -> content;
                });
    }
}
