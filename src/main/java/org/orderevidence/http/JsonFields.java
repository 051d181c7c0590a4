package org.orderevidence.http;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import tools.jackson.core.JsonGenerator;

/** Writes fields of answers: what is absent is left out. */
final class JsonFields {
    private JsonFields() {}

    static void text(JsonGenerator json, String name, @Nullable String value) {
        if (value != null) {
            json.writeStringProperty(name, value);
        }
    }

    static void text(JsonGenerator json, String name, @Nullable PersonalText value) {
        if (value != null) {
            json.writeStringProperty(name, value.value());
        }
    }

    static void number(JsonGenerator json, String name, @Nullable Long value) {
        if (value != null) {
            json.writeNumberProperty(name, value);
        }
    }

    /** RFC 3339 in UTC; a date without time stays one. */
    static void time(JsonGenerator json, String name, @Nullable OrderTime value) {
        if (value != null) {
            json.writeStringProperty(name, text(value));
        }
    }

    /** RFC 3339 in UTC. */
    static void time(JsonGenerator json, String name, Instant value) {
        json.writeStringProperty(name, DateTimeFormatter.ISO_INSTANT.format(value));
    }

    static void address(JsonGenerator json, String name, @Nullable Address value) {
        if (value == null) {
            return;
        }
        json.writeObjectPropertyStart(name);
        text(json, "line1", value.line1());
        text(json, "line2", value.line2());
        text(json, "city", value.city());
        text(json, "countrySubdivision", value.countrySubdivision());
        text(json, "postalCode", value.postalCode());
        text(json, "country", value.country());
        text(json, "latitude", value.latitude());
        text(json, "longitude", value.longitude());
        json.writeEndObject();
    }

    private static String text(OrderTime time) {
        return time.instant() == null ? time.day().toString() : DateTimeFormatter.ISO_INSTANT.format(time.instant());
    }
}
