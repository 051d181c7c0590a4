package org.orderevidence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.Mapping.EventHead;
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.Field;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Statement;

/** What mappings state, in the forms that tests need. */
public final class Stated {
    private Stated() {}

    /** Returns the statements of an event that was understood. */
    public static List<EventStatement> statements(Mapping mapping) {
        return switch (mapping) {
            case Mapping.Mapped(EventHead head, List<EventStatement> statements) -> statements;
            case Mapping.Privacy privacy -> throw new AssertionError("a request: " + privacy);
            case Mapping.Unmapped unmapped -> throw new AssertionError("not mapped: " + unmapped);
        };
    }

    /** Returns the only statement of an event that was understood. */
    public static EventStatement only(Mapping mapping) {
        List<EventStatement> statements = statements(mapping);
        if (statements.size() != 1) {
            throw new AssertionError("not one statement: " + statements);
        }
        return statements.getFirst();
    }

    /** Returns the only statement of an event, which is one of this kind. */
    public static <T extends EventStatement> T only(Class<T> kind, Mapping mapping) {
        return assertInstanceOf(kind, only(mapping));
    }

    /** Returns the dispute that is all that an event states. */
    public static EventStatement.OfDispute dispute(Mapping mapping) {
        return only(EventStatement.OfDispute.class, mapping);
    }

    /** Returns the part that is all that an event states. */
    public static EventStatement.OfPart part(Mapping mapping) {
        return only(EventStatement.OfPart.class, mapping);
    }

    /** Returns the head of an event that was understood. */
    public static EventHead head(Mapping mapping) {
        return assertInstanceOf(Mapping.Mapped.class, mapping).head();
    }

    /** Holds what an event says about one refund against its key, amount and state. */
    public static RefundObject assertRefund(
            String key, String amount, RefundObject.RefundState state, Mapping mapping) {
        Part part = part(mapping).part();
        RefundObject refund = assertInstanceOf(RefundObject.class, part.content());
        assertEquals(key, part.key().toString());
        assertEquals(amount, money(refund.money()));
        assertEquals(state, refund.state());
        return refund;
    }

    /** Returns the order that events make. */
    public static Composition.Complete composed(String order, List<Mapping> events) {
        return assertInstanceOf(
                Composition.Complete.class, Composition.of(new OrderId(order), parts(events)), events::toString);
    }

    /** Returns the fields of each part that states fields, by its object. */
    public static Map<String, Map<String, String>> fields(Mapping mapping) {
        Map<String, Map<String, String>> byObject = new HashMap<>();
        for (EventStatement statement : statements(mapping)) {
            if (statement instanceof EventStatement.OfPart(Part part, var token, var links)
                    && part.content() instanceof PlatformObject(var kind, var fields, var method)) {
                byObject.put(kind + " " + part.key().object(), StatedTexts.of(fields));
            }
        }
        return byObject;
    }

    /** Returns the fields of the part of this object, such as {@code CHARGE charge/ch_1}. */
    public static Map<String, String> fields(Mapping mapping, String object) {
        Map<String, String> fields = fields(mapping).get(object);
        if (fields == null) {
            throw new AssertionError(
                    "no part about " + object + ": " + fields(mapping).keySet());
        }
        return fields;
    }

    /** Returns why an event was not mapped, or empty if it was. */
    public static Mapping.@Nullable Reason reason(Mapping mapping) {
        return mapping instanceof Mapping.Unmapped unmapped ? unmapped.reason() : null;
    }

    /** Returns all parts that mappings state. */
    public static List<Part> parts(List<Mapping> mappings) {
        return mappings.stream()
                .flatMap(mapping -> statements(mapping).stream())
                .flatMap(statement ->
                        statement instanceof EventStatement.OfPart part ? Stream.of(part.part()) : Stream.<Part>empty())
                .toList();
    }

    /** Returns an amount such as {@code 1999 USD}. */
    public static @Nullable String money(@Nullable Money money) {
        return money == null ? null : money.amountMinor() + " " + money.currency();
    }

    /** Writes the fields of a statement as texts by their names, so that tests see all of them. */
    private static final class StatedTexts {
        private final Map<String, String> texts = new TreeMap<>();

        private StatedTexts() {}

        /** Returns the stated fields of a charge, customer and receipt. */
        static Map<String, String> of(Statement statement) {
            StatedTexts all = new StatedTexts();
            all.charge(statement);
            all.receipt(OrderFields.receipt(statement));
            return all.texts;
        }

        private void charge(Statement charge) {
            put("amount", money(charge.money()));
            for (Field<?> field : OrderFields.ORDER.fields()) {
                boolean isOther = field.path().startsWith("receipt.") || field.equals(OrderFields.REFUNDED);
                Object value = isOther ? null : charge.get(field);
                switch (value) {
                    case null -> {}
                    case OrderTime time -> put(field.path(), time(time));
                    case Brand brand -> put(field.path(), brand.name());
                    case String text -> put(field.path(), text);
                    case Boolean flag -> put(field.path(), flag);
                    default -> {}
                }
            }
            put("state", charge.get(OrderFields.STATUS));
            StatedRefund refund = charge.refund();
            put("refunded", refund == null ? null : refund.amountMinor());
        }

        private void receipt(Receipt receipt) {
            put("email", hidden(receipt.customerEmail()));
            put("phone", hidden(receipt.customerPhone()));
            Receipt.PersonName name = receipt.customerName();
            put("name", name == null ? null : name.givenName() + "|" + name.familyName());
            put("shippingAddress", address(receipt.shippingAddress()));
            put("description", receipt.description());
            put(
                    "lineItems",
                    receipt.lineItems().isEmpty()
                            ? null
                            : receipt.lineItems().stream()
                                    .map(StatedTexts::item)
                                    .collect(Collectors.joining(", ")));
            Receipt.Totals totals = receipt.totals();
            if (totals != null) {
                put("totals.tax", totals.taxMinor());
                put("totals.shipping", totals.shippingMinor());
                put("totals.discount", totals.discountMinor());
            }
            Receipt.Delivery delivery = receipt.delivery();
            if (delivery != null) {
                put("delivery.status", delivery.status());
                put("delivery.carrier", delivery.carrier());
                put("delivery.trackingNumber", delivery.trackingNumber());
                put("delivery.deliveredAt", time(delivery.deliveredAt()));
            }
        }

        private void put(String name, @Nullable Object value) {
            if (value != null) {
                texts.put(name, value.toString());
            }
        }

        private static String item(LineItem item) {
            return item.quantity() + " " + item.productName() + " " + item.priceMinor()
                    + (item.currency() == null ? "" : " " + item.currency());
        }

        private static @Nullable String time(@Nullable OrderTime time) {
            return time == null
                    ? null
                    : time.instant() == null
                            ? time.day().toString()
                            : time.instant().toString();
        }

        private static @Nullable String hidden(@Nullable PersonalText text) {
            return text == null ? null : text.value();
        }

        private static @Nullable String address(@Nullable Address address) {
            return address == null
                    ? null
                    : String.join(
                            "|",
                            Stream.of(
                                            address.line1(),
                                            address.line2(),
                                            address.city(),
                                            address.countrySubdivision(),
                                            address.postalCode(),
                                            address.country())
                                    .map(part -> part == null ? "" : part)
                                    .toList());
        }
    }
}
