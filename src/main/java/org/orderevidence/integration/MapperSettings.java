package org.orderevidence.integration;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Source;

/** What a mapper needs of an integration. */
public record MapperSettings(Source source, AccountSpace.Mode mode, IntegrationSettings settings) {
    /** Returns the text of a setting that has one. */
    public String text(PlatformSetting setting) {
        return settings.text(setting);
    }

    /** Returns true if a flag is on. */
    public boolean has(PlatformSetting flag) {
        return settings.has(flag);
    }

    /** Returns the settings with a flag on. */
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
     * Returns a part of this integration.
     *
     * @throws UnmappableEvent if the id of the object is too long for a key
     */
    public Part part(String object, long version, PartContent content) throws UnmappableEvent {
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
