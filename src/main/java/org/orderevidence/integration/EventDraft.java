package org.orderevidence.integration;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The body of an event, or an object in it, as a platform would send it. A mapper then reads it. */
public final class EventDraft {
    private final ObjectNode object;

    /** An empty object. */
    public EventDraft() {
        this(JsonNodeFactory.instance.objectNode());
    }

    private EventDraft(ObjectNode object) {
        this.object = object;
    }

    /** Adds a text, unless it is empty. */
    public EventDraft put(String name, @Nullable String value) {
        if (value != null) {
            object.put(name, value);
        }
        return this;
    }

    /** Adds a number. */
    public EventDraft put(String name, long value) {
        object.put(name, value);
        return this;
    }

    /** Adds a truth value. */
    public EventDraft put(String name, boolean value) {
        object.put(name, value);
        return this;
    }

    /** Returns the object of this name, which is added if there is none. */
    public EventDraft in(String name) {
        return new EventDraft(object.withObjectProperty(name));
    }

    /** Adds a list without objects. */
    public EventDraft list(String name) {
        object.putArray(name);
        return this;
    }

    /** Adds an object to the list of this name, and returns it. */
    public EventDraft item(String list) {
        return new EventDraft(object.withArrayProperty(list).addObject());
    }

    /** Returns it as JSON. */
    public byte[] bytes() {
        return object.toString().getBytes(StandardCharsets.UTF_8);
    }
}
