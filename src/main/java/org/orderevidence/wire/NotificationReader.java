package org.orderevidence.wire;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.WireNamed;
import org.orderevidence.order.part.Kind.TextForm;
import org.orderevidence.store.ChangeStore;
import org.orderevidence.store.ChangeStore.ChangeType;
import tools.jackson.databind.JsonNode;

/** Reads where changes are sent, and which are sent again. An unknown field is an error. */
public final class NotificationReader {
    public static final int LONGEST_URL = 500;

    /** An address can have digits that look like a card number. */
    private static final TextRule URL = new TextRule(1, LONGEST_URL, TextForm.LONG_NUMBER, true);

    private static final Pattern CURSOR = Pattern.compile("[0-9a-f]{48}");

    private NotificationReader() {}

    /**
     * Where changes are sent.
     *
     * @param types only these are sent; empty for all
     */
    public record Target(String url, Set<ChangeType> types, boolean rotatesSecret) {}

    /**
     * Reads an endpoint.
     *
     * @param fault returns what is wrong with an address
     */
    public static Read<Target> endpoint(JsonNode body, Function<String, Optional<String>> fault) {
        return Fields.read(body, Faults.Unknown.REFUSED, fields -> {
            fields.require("url");
            String url = fields.text("url", URL);
            Optional.ofNullable(url)
                    .flatMap(fault)
                    .ifPresent(words -> fields.error("url", FaultCode.INVALID_FORMAT, words));
            Set<ChangeType> types = types(fields);
            boolean rotates = fields.flag("rotateSecret");
            return url == null ? null : new Target(url, types, rotates);
        });
    }

    private static Set<ChangeType> types(Fields fields) {
        Set<ChangeType> types = EnumSet.noneOf(ChangeType.class);
        for (JsonNode node : fields.list("types", ChangeType.values().length)) {
            String name = node.isString() ? node.stringValue() : "";
            WireNamed.find(ChangeType.values(), name)
                    .ifPresentOrElse(
                            types::add,
                            () -> fields.error(
                                    "types",
                                    FaultCode.UNKNOWN_VALUE,
                                    "must contain only types of changes, such as order.eligible"));
        }
        return types;
    }

    /**
     * Reads from where changes are sent again, and returns it as a cursor.
     *
     * @param now a later start would hold back changes that are not there yet
     */
    public static Read<String> replay(JsonNode body, Instant now) {
        return Fields.read(body, Faults.Unknown.REFUSED, fields -> {
            String cursor = fields.text("cursor", TextRule.TRIMMED);
            String from = fields.text("from", TextRule.TRIMMED);
            if ((cursor == null) == (from == null)) {
                fields.error("from", FaultCode.REQUIRED, "is required, unless cursor is sent; send one of the two");
            }
            if (cursor != null && !CURSOR.matcher(cursor).matches()) {
                fields.error("cursor", FaultCode.INVALID_FORMAT, "must be a nextCursor of the list of changes");
            }
            String start = from == null ? cursor : cursorOf(fields, from);
            if (start != null && start.compareTo(ChangeStore.cursor(now)) > 0) {
                fields.error(from == null ? "cursor" : "from", FaultCode.OUT_OF_RANGE, "must not be after now");
            }
            return start;
        });
    }

    private static @Nullable String cursorOf(Fields fields, String from) {
        Instant time = WireDate.parse(from) instanceof WireDate.Valid(OrderTime valid) ? valid.instant() : null;
        if (time == null) {
            fields.error(
                    "from",
                    FaultCode.INVALID_DATE,
                    "must be a time that exists, with a time zone, such as 2027-01-31T00:00:00Z");
            return null;
        }
        return ChangeStore.cursor(time);
    }
}
