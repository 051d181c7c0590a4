package org.orderevidence.wire;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.orderevidence.order.CardTokens.CardFingerprint;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.part.Field;
import org.orderevidence.order.part.Kind;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Shape;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schemas of an order, made from the declaration of its fields. A schema of the description names the objects that it is
 * for, under one of the words of {@link Form}. What it says about a property itself has priority.
 */
public final class OrderSchemas {
    /** What a schema is for. */
    private enum Form {
        SENT,
        PATCHED,
        ANSWERED
    }

    private static final int LONGEST_TIME = 35;
    private static final int SHORTEST_TIME = "yyyy-MM-dd".length();

    private static final String ANSWERED_TIME = " RFC 3339 in UTC, or a date if it was sent without a time of day.";
    private static final String SENT_TIME =
            " RFC 3339 date-time, yyyy-MM-dd'T'HH:mm:ssZ, or yyyy-MM-dd. At most 24 hours ahead of now.";
    private static final String SENT_LINK =
            " It starts with http:// or https://. Another value is left out, with a warning.";

    private final Form form;
    private final Map<String, String> names = new HashMap<>();

    private OrderSchemas(Form form) {
        this.form = form;
    }

    /** Completes the schemas that are for an object of an order. */
    public static void complete(ObjectNode schemas) {
        for (Form form : Form.values()) {
            new OrderSchemas(form).completeAll(schemas);
        }
    }

    private void completeAll(ObjectNode schemas) {
        Map<ObjectNode, String> objects = new LinkedHashMap<>();
        schemas.forEachEntry((name, schema) -> {
            JsonNode paths = ((ObjectNode) schema).remove(form.name().toLowerCase(Locale.ROOT));
            if (paths != null) {
                paths.forEach(path -> names.put(path.asString(), name));
                objects.put((ObjectNode) schema, paths.path(0).asString());
            }
        });
        objects.forEach((schema, path) -> {
            boolean isItem = path.equals(OrderFields.LINE_ITEMS.path());
            complete(
                    schema,
                    isItem ? OrderFields.LINE_ITEM : OrderFields.ORDER,
                    isItem || path.isEmpty() ? "" : path + ".");
        });
    }

    private void complete(ObjectNode schema, Shape shape, String before) {
        ObjectNode own = schema.withObject("properties").deepCopy();
        ObjectNode properties = schema.put("type", "object").putObject("properties");
        for (Field<?> field : shape.fields()) {
            if (has(field) && field.path().startsWith(before)) {
                String rest = field.path().substring(before.length());
                int dot = rest.indexOf('.');
                String name = dot < 0 ? name(field, rest) : rest.substring(0, dot);
                properties.set(name, dot < 0 ? property(field) : object(before + name));
                if (dot < 0 && isRequired(field)) {
                    schema.withArray("required").add(name);
                }
            }
        }
        own.forEachEntry((name, more) -> properties.withObject(name).setAll((ObjectNode) more));
    }

    private boolean has(Field<?> field) {
        return switch (form) {
            case SENT -> field.isSent();
            case PATCHED -> field.isPatchable();
            case ANSWERED -> field.isAnswered();
        };
    }

    private static String name(Field<?> field, String name) {
        return field.kind() instanceof Kind.Hash ? OrderWriter.nameOfHash(name) : name;
    }

    private boolean isRequired(Field<?> field) {
        return (form != Form.PATCHED && field.isRequired())
                || (form == Form.ANSWERED && (!field.usual().isEmpty() || field.kind() instanceof Kind.Hash));
    }

    private ObjectNode object(String path) {
        boolean isAlwaysThere =
                form == Form.PATCHED && !OrderFields.ORDER.object(path).isPatchable();
        ObjectNode schema = AnswerValue.reference(names.getOrDefault(path, path));
        return isAlwaysThere || form == Form.ANSWERED ? schema : orNull(schema);
    }

    private ObjectNode property(Field<?> field) {
        ObjectNode schema = schema(field);
        return (form == Form.ANSWERED || isRequired(field) ? schema : orNull(schema)).put("description", words(field));
    }

    private static ObjectNode orNull(ObjectNode schema) {
        JsonNode type = schema.get("type");
        ObjectNode none = AnswerValue.type("null");
        if (type == null) {
            ObjectNode either = JsonNodeFactory.instance.objectNode();
            either.putArray("oneOf").add(schema).add(none);
            return either;
        }
        schema.putArray("type").add(type).add("null");
        return schema;
    }

    private String words(Field<?> field) {
        if (form == Form.ANSWERED) {
            return field.kind() instanceof Kind.Time ? field.meaning() + ANSWERED_TIME : field.meaning();
        }
        String words = field.meaning()
                + (field.kind() instanceof Kind.Time ? SENT_TIME : "")
                + (field.kind() instanceof Kind.Link ? SENT_LINK : "")
                + (field.usual().isEmpty() ? "" : (form == Form.SENT ? " Default: " : " Null: ") + field.usual() + ".");
        return field.whenSent().isEmpty() ? words : words + " " + field.whenSent();
    }

    private ObjectNode schema(Field<?> field) {
        return switch (field.kind()) {
            case Kind.Text text -> text(field, text.shortest(), text.longest());
            case Kind.ShortLine line -> text(field, 1, line.longest());
            case Kind.Token _ -> text(field, CardFingerprint.MIN_LENGTH, CardFingerprint.MAX_LENGTH);
            case Kind.Id _ -> text(field, 1, OrderId.MAX_LENGTH);
            case Kind.EmailText _, Kind.IpText _, Kind.Link _, Kind.BrandName _, Kind.AccountReference _ ->
                text(field, 1, OrderFields.LONGEST_TEXT);
            case Kind.Time _ -> text(field, isRequired(field) ? SHORTEST_TIME : 1, LONGEST_TIME);
            case Kind.Digits digits -> matching(pattern(digits));
            case Kind.CurrencyCode _ -> matching(form == Form.ANSWERED ? "^[A-Z]{3}$" : "^[A-Za-z]{3}$");
            case Kind.Amount amount -> integer(amount.least(), amount.most());
            case Kind.Whole whole -> integer(whole.least(), whole.most());
            case Kind.Quantity quantity -> integer(1, quantity.most());
            case Kind.Flag _, Kind.Hash _ -> AnswerValue.type("boolean");
            case Kind.Choice<?> choice -> AnswerValue.reference(choice.schema());
            case Kind.Items _ ->
                AnswerValue.type("array")
                        .put("maxItems", Receipt.MAX_LINE_ITEMS)
                        .set("items", AnswerValue.reference(names.getOrDefault(field.path(), field.path())));
        };
    }

    private static ObjectNode text(Field<?> field, int shortest, int longest) {
        ObjectNode text = AnswerValue.type("string");
        if (field.isRequired() || shortest > 1) {
            text.put("minLength", shortest);
        }
        return text.put("maxLength", longest);
    }

    private static String pattern(Kind.Digits digits) {
        String one = "[0-9]{" + digits.count() + "}";
        return digits.count() == digits.otherCount()
                ? "^" + one + "$"
                : "^(" + one + "|[0-9]{" + digits.otherCount() + "})$";
    }

    private static ObjectNode matching(String pattern) {
        return AnswerValue.type("string").put("pattern", pattern);
    }

    private static ObjectNode integer(long least, long most) {
        return AnswerValue.type("integer")
                .put("format", "int64")
                .put("minimum", least)
                .put("maximum", most);
    }
}
