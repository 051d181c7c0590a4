package org.orderevidence.console;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What the settings pages share: texts of JSON values, headings, queries. */
final class Values {
    private Values() {}

    /** Returns a text; empty if it is missing. */
    static String text(JsonNode object, String name) {
        return object.path(name).asString("");
    }

    /** Returns a moment to the minute; empty if it is missing. */
    static String time(JsonNode object, String name) {
        String text = text(object, name);
        try {
            return text.isEmpty() ? "" : Shown.time(Instant.parse(text));
        } catch (DateTimeParseException notATime) {
            return text;
        }
    }

    /** Returns the heading of a page. */
    static Visit.Heading heading(String title) {
        return Visit.Heading.of(title, Section.SETTINGS);
    }

    /** Returns a message that a change was refused. */
    static Notice refusal(CallResult.Refused refused) {
        return new Notice(Tone.BAD, refused.detail());
    }

    /** Returns a message that a change was made. */
    static Notice done(String text) {
        return new Notice(Tone.GOOD, text);
    }

    /** Returns the query for the page after a cursor; empty for the first page. */
    static String after(String cursor) {
        return cursor.isEmpty() ? "" : "&cursor=" + Visit.encode(cursor);
    }

    /** Returns a map without the entries whose value is empty. */
    static Map<String, Object> withoutEmpty(Map<String, Object> values) {
        Map<String, Object> some = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            boolean isEmpty = value.equals("") || (value instanceof Map<?, ?> map && map.isEmpty());
            if (!isEmpty) {
                some.put(name, value);
            }
        });
        return some;
    }
}
