package org.orderevidence.json;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;

/** Writes fields of answers, and leaves out empty ones. */
public final class JsonFields {
    private JsonFields() {}

    public static void text(JsonWriter json, String name, @Nullable String value) {
        if (value != null) {
            json.writeStringProperty(name, value);
        }
    }

    public static void text(JsonWriter json, String name, @Nullable PersonalText value) {
        if (value != null) {
            json.writeStringProperty(name, value.value());
        }
    }

    public static void number(JsonWriter json, String name, @Nullable Long value) {
        if (value != null) {
            json.writeNumberProperty(name, value);
        }
    }

    /** RFC 3339 in UTC; a date without time stays one. */
    public static void time(JsonWriter json, String name, @Nullable OrderTime value) {
        if (value != null) {
            json.writeStringProperty(name, text(value));
        }
    }

    /** RFC 3339 in UTC. */
    public static void time(JsonWriter json, String name, Instant value) {
        json.writeStringProperty(name, text(value));
    }

    /** RFC 3339 in UTC. */
    public static void time(JsonWriter json, Instant value) {
        json.writeString(text(value));
    }

    public static void address(JsonWriter json, String name, @Nullable Address value) {
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
        return time.instant() == null ? time.day().toString() : text(time.instant());
    }

    /** Without the fraction, which most have not, it is put together by hand: the formatter costs ten times as much. */
    private static String text(Instant time) {
        LocalDateTime utc = LocalDateTime.ofInstant(time, ZoneOffset.UTC);
        if (utc.getNano() != 0 || utc.getYear() < 0 || utc.getYear() > OrderTime.MAX_YEAR) {
            return DateTimeFormatter.ISO_INSTANT.format(time);
        }
        StringBuilder text = new StringBuilder(20).append(utc.toLocalDate()).append('T');
        appendTwo(text, utc.getHour()).append(':');
        appendTwo(text, utc.getMinute()).append(':');
        return appendTwo(text, utc.getSecond()).append('Z').toString();
    }

    private static StringBuilder appendTwo(StringBuilder text, int number) {
        return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }
}
