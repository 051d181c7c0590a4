package org.orderevidence.store.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Brand;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.part.Field;
import org.orderevidence.order.part.Kind;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Shape;
import org.orderevidence.order.part.Statement;
import org.orderevidence.order.part.Values;

/**
 * The stored form of a statement, as a group of a part's document: each declared field with its tags. Fields of one group
 * are written in the sequence of their tags.
 */
final class StatementFields {
    private static final Group ORDER = Group.of(OrderFields.ORDER);
    private static final Group LINE_ITEM = Group.of(OrderFields.LINE_ITEM);

    private StatementFields() {}

    static void write(DocumentWriter to, Statement statement) {
        ORDER.write(to, statement);
    }

    static Statement read(DocumentReader from) {
        return ORDER.read(from, new Values(OrderFields.ORDER)).statement();
    }

    /** A tag with a field, or with tags inside. */
    private static final class Group {
        private final int tag;
        private final @Nullable Field<?> field;
        private final List<Group> inside = new ArrayList<>(0);

        Group(int tag, @Nullable Field<?> field) {
            this.tag = tag;
            this.field = field;
        }

        static Group of(Shape shape) {
            Group whole = new Group(0, null);
            shape.fields().forEach(field -> whole.add(field, 0));
            return whole;
        }

        private void add(Field<?> added, int depth) {
            if (depth == added.tags().size()) {
                return;
            }
            int next = added.tags().get(depth);
            boolean isLast = depth + 1 == added.tags().size();
            Group group =
                    inside.stream().filter(one -> one.tag == next).findFirst().orElse(null);
            if (group == null) {
                group = new Group(next, isLast ? added : null);
                inside.add(group);
                inside.sort(Comparator.comparingInt(one -> one.tag));
            } else if (isLast) {
                throw new IllegalStateException(added + " has the tag of another field");
            }
            group.add(added, depth + 1);
        }

        private boolean isIn(Statement values) {
            if (field != null) {
                return values.get(field) != null;
            }
            for (Group one : inside) {
                if (one.isIn(values)) {
                    return true;
                }
            }
            return false;
        }

        void write(DocumentWriter to, Statement values) {
            for (Group one : inside) {
                if (one.isIn(values)) {
                    if (one.field == null) {
                        to.group(one.tag, values, one::write);
                    } else {
                        writeValue(to, one.tag, one.field, values);
                    }
                }
            }
        }

        Values read(DocumentReader from, Values values) {
            for (Group one : inside) {
                if (one.field == null) {
                    from.group(one.tag, group -> one.read(group, values));
                } else {
                    values.putRead(one.field, readValue(from, one.tag, one.field));
                }
            }
            return values;
        }
    }

    private static <T> void writeValue(DocumentWriter to, int tag, Field<T> field, Statement values) {
        T value = Objects.requireNonNull(values.get(field));
        switch (field.kind()) {
            case Kind.OfText _ -> to.text(tag, (String) value);
            case Kind.Id _ -> to.text(tag, ((OrderId) value).value());
            case Kind.BrandName _ -> to.text(tag, ((Brand) value).name());
            case Kind.Hash _ -> to.hash(tag, (KeyedHash) value);
            case Kind.CurrencyCode _ -> to.text(tag, ((Currency) value).getCurrencyCode());
            case Kind.Amount amount when amount.least() < 0 -> to.signed(tag, (Long) value);
            case Kind.Amount _, Kind.Whole _, Kind.Quantity _ -> to.count(tag, (Long) value);
            case Kind.Time _ -> to.time(tag, (OrderTime) value);
            // The group is written if it is known whether all was refunded, so the flag alone means true.
            case Kind.Flag _ when isOfRefund(field) -> to.flag(tag, (Boolean) value);
            case Kind.Flag _ -> to.count(tag, (Boolean) value ? 1L : 0L);
            case Kind.Choice<T> choice -> to.count(tag, choice.values().indexOf(value) + 1L);
            case Kind.Items _ ->
                ((List<?>) value).forEach(item -> to.group(tag, OrderFields.values((LineItem) item), LINE_ITEM::write));
            case Kind.Token _, Kind.AccountReference _ -> throw new IllegalStateException(field + " is not stored");
        }
    }

    private static <T> @Nullable Object readValue(DocumentReader from, int tag, Field<T> field) {
        return switch (field.kind()) {
            case Kind.OfText _ -> from.text(tag);
            case Kind.Id _ -> {
                String id = from.text(tag);
                yield id == null ? null : new OrderId(id);
            }
            case Kind.BrandName _ -> {
                String name = from.text(tag);
                yield name == null ? null : new Brand(name);
            }
            case Kind.Hash _ -> from.hash(tag);
            case Kind.CurrencyCode _ -> {
                String code = from.text(tag);
                yield code == null ? null : Currency.getInstance(code);
            }
            case Kind.Amount amount when amount.least() < 0 -> from.signed(tag);
            case Kind.Amount _, Kind.Whole _, Kind.Quantity _ -> from.count(tag);
            case Kind.Time _ -> from.time(tag);
            case Kind.Flag _ when isOfRefund(field) -> from.flag(tag);
            case Kind.Flag _ -> flag(from.count(tag));
            case Kind.Choice<T> choice -> chosen(choice, from.count(tag));
            case Kind.Items _ ->
                from.groups(
                        tag,
                        Receipt.MAX_LINE_ITEMS,
                        item -> OrderFields.item(LINE_ITEM.read(item, new Values(OrderFields.LINE_ITEM))));
            case Kind.Token _, Kind.AccountReference _ -> throw new IllegalStateException(field + " is not stored");
        };
    }

    private static boolean isOfRefund(Field<?> field) {
        return field == OrderFields.REFUNDED;
    }

    private static @Nullable Boolean flag(@Nullable Long number) {
        if (number == null) {
            return null;
        }
        if (number > 1) {
            throw DocumentReader.malformed();
        }
        return number == 1;
    }

    private static <T> @Nullable T chosen(Kind.Choice<T> choice, @Nullable Long number) {
        if (number == null) {
            return null;
        }
        if (number < 1 || number > choice.values().size()) {
            throw DocumentReader.malformed();
        }
        return choice.values().get((int) (number - 1));
    }
}
