package org.orderevidence.integration;

import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.IntegrationSettings.PlatformSetting;
import org.orderevidence.integration.Links.OrderIdHint;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.Values;

public record MapperSettings(Source source, AccountSpace.Mode mode, IntegrationSettings settings) {
    public String text(PlatformSetting setting) {
        return settings.text(setting);
    }

    public boolean has(PlatformSetting flag) {
        return settings.has(flag);
    }

    public MapperSettings with(PlatformSetting flag) {
        return new MapperSettings(source, mode, settings.with(flag));
    }

    /**
     * Checks the mode of an event. An event that does not state its mode passes.
     *
     * @throws UnmappableEvent if the event is of the other mode
     */
    public void requireMode(AccountSpace.@Nullable Mode stated) throws UnmappableEvent {
        if (stated != null && stated != mode) {
            throw new UnmappableEvent(
                    Mapping.Reason.WRONG_MODE,
                    switch (mode) {
                        case LIVE -> "a test event in a live integration";
                        case TEST -> "a live event in a test integration";
                    });
        }
    }

    /**
     * Returns the statement of an object of this integration.
     *
     * @param id of the object, with its kind before it
     * @param method how the customer paid; empty for a card without a wallet, and if it is not known
     * @throws UnmappableEvent if the id of the object is too long for a key
     */
    public EventStatement object(
            PlatformObject.Kind kind, String id, long version, Values stated, @Nullable String method, Links links)
            throws UnmappableEvent {
        PlatformObject content = new PlatformObject(kind, stated.statement(), method);
        return new EventStatement.OfPart(part(id, version, content), stated.tokens(), links);
    }

    /** Returns the statement of an object that does not say how the customer paid, as above. */
    public EventStatement object(PlatformObject.Kind kind, String id, long version, Values stated, Links links)
            throws UnmappableEvent {
        return object(kind, id, version, stated, null, links);
    }

    /** Returns the statement of a refund of this integration, as above. */
    public EventStatement refund(String id, long version, RefundObject refund, Links links) throws UnmappableEvent {
        return new EventStatement.OfPart(part("refund/" + id, version, refund), null, links);
    }

    private Part part(String object, long version, PartContent content) throws UnmappableEvent {
        if (object.codePointCount(0, object.length()) > PartKey.MAX_OBJECT) {
            throw new UnmappableEvent(Mapping.Reason.MISSING_FIELD, "id");
        }
        return new Part(new PartKey(source, object), version, content);
    }

    /** Returns the hint with this integration's prefix, or empty if the text cannot be an order id. */
    public @Nullable OrderIdHint hint(OrderIdHint.Kind kind, @Nullable String text) {
        return OrderIdHint.of(kind, settings.orderIdPrefix(), text, null);
    }
}
