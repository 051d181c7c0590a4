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
import org.orderevidence.store.document.RecordDocument.Form;

/**
 * The stored form of a statement, as a group of a part's document: each declared field with its tags. Fields of one group
 * are written in the sequence of their tags.
 */
final class StatementFields {
    private static final Form COUNT = Form.of(Long.class, DocumentWriter::count, DocumentReader::count);
    private static final Group ORDER = Group.of(OrderFields.ORDER);
    private static final Group LINE_ITEM = Group.of(OrderFields.LINE_ITEM);

    private StatementFields() {}

    static void write(DocumentWriter to, Statement statement) {
        ORDER.write(to, statement);
    }

    static Statement read(DocumentReader from) {
        return ORDER.read(from, new Values(OrderFields.ORDER));
    }

    /** A tag with a field, or with tags inside. */
    private static final class Group {
        private final int tag;
        private final @Nullable Field<?> field;
        private final @Nullable Form form;
        private final List<Group> inside = new ArrayList<>(0);

        Group(int tag, @Nullable Field<?> field) {
            this.tag = tag;
            this.field = field;
            this.form = field == null ? null : form(field);
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
            // Without iterators: an order asks this a hundred times.
            for (int i = 0; i < inside.size(); i++) {
                if (inside.get(i).isIn(values)) {
                    return true;
                }
            }
            return false;
        }

        void write(DocumentWriter to, Statement values) {
            for (int i = 0; i < inside.size(); i++) {
                Group one = inside.get(i);
                if (one.isIn(values)) {
                    if (one.field == null || one.form == null) {
                        to.group(one.tag, values, one::write);
                    } else {
                        one.form.write(to, one.tag, Objects.requireNonNull(values.get(one.field)));
                    }
                }
            }
        }

        Values read(DocumentReader from, Values values) {
            for (Group one : inside) {
                if (one.field == null || one.form == null) {
                    from.group(one.tag, group -> one.read(group, values));
                } else {
                    values.putRead(one.field, one.form.read(from, one.tag));
                }
            }
            return values;
        }
    }

    /** Returns the form of the values of a field. */
    private static Form form(Field<?> field) {
        return switch (field.kind()) {
            case Kind.OfText _ -> Form.text(text -> text, text -> text);
            case Kind.Id _ -> Form.text(id -> ((OrderId) id).value(), id -> new OrderId((String) id));
            case Kind.BrandName _ -> Form.text(brand -> ((Brand) brand).name(), name -> new Brand((String) name));
            case Kind.Hash _ -> Form.of(KeyedHash.class, DocumentWriter::hash, DocumentReader::hash);
            case Kind.CurrencyCode _ ->
                Form.text(
                        currency -> ((Currency) currency).getCurrencyCode(),
                        code -> Currency.getInstance((String) code));
            case Kind.Amount amount
            when amount.least() < 0 -> Form.of(Long.class, DocumentWriter::signed, DocumentReader::signed);
            case Kind.Amount _, Kind.Whole _, Kind.Quantity _ -> COUNT;
            case Kind.Time _ -> Form.of(OrderTime.class, DocumentWriter::time, DocumentReader::time);
            // The group is written if it is known whether all was refunded, so the flag alone means true.
            case Kind.Flag _
            when field == OrderFields.REFUNDED -> Form.of(Boolean.class, DocumentWriter::flag, DocumentReader::flag);
            case Kind.Flag _ -> choice(List.of(false, true), 0);
            case Kind.Choice<?> choice -> choice(choice.values(), 1);
            case Kind.Items _ ->
                new Form(
                        (to, tag, items) -> ((List<?>) items)
                                .forEach(item -> to.group(tag, OrderFields.values((LineItem) item), LINE_ITEM::write)),
                        (from, tag) -> from.groups(
                                tag,
                                Receipt.MAX_LINE_ITEMS,
                                item -> OrderFields.item(LINE_ITEM.read(item, new Values(OrderFields.LINE_ITEM)))));
            case Kind.Token _, Kind.AccountReference _ -> throw new IllegalStateException(field + " is not stored");
        };
    }

    /** A value is stored as its place, from a first number on. */
    private static Form choice(List<?> values, int first) {
        return COUNT.as(value -> (long) values.indexOf(value) + first, number -> {
            long place = (Long) number - first;
            if (place < 0 || place >= values.size()) {
                throw DocumentReader.malformed();
            }
            return values.get((int) place);
        });
    }
}
