package org.orderevidence.store.document;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.StatedField;
import org.orderevidence.order.part.Statement;

/**
 * The stored form of a record class, which declares it: the tag of a component is its place, from 1. So a new component
 * comes last, may be null, and no component is removed or moved. The same holds for the classes of a sealed interface.
 * What is stated about an order has tags of its own.
 *
 * @param <T> the record class, or a sealed interface of record classes
 */
public final class RecordDocument<T> {
    private final int kind;
    private final Fields form;
    private final Class<T> type;

    /** A method of the writer. */
    @FunctionalInterface
    interface Writing<T> {
        void write(DocumentWriter to, int tag, T value);
    }

    /** A method of the reader. */
    @FunctionalInterface
    interface Reading {
        /** Returns {@code null} if nothing was written. */
        @Nullable
        Object read(DocumentReader from, int tag);
    }

    /** How a value with fields is written and read. */
    private interface Fields {
        void write(DocumentWriter to, Object value);

        Object read(DocumentReader from);
    }

    /** How values of a type are written under a tag, and read. */
    record Form(Writing<Object> writing, Reading reading) {
        static final Form NUMBER = of(Long.class, DocumentWriter::signed, DocumentReader::signed);

        static final Form BYTES = of(Bytes.class, DocumentWriter::bytes, DocumentReader::bytes);

        private static final Form TEXT = of(String.class, DocumentWriter::text, DocumentReader::text);

        static <T> Form of(Class<T> type, Writing<T> writing, Reading reading) {
            return new Form((to, tag, value) -> writing.write(to, tag, type.cast(value)), reading);
        }

        static Form text(UnaryOperator<Object> as, UnaryOperator<Object> of) {
            return TEXT.as(as, of);
        }

        /** Returns the form of values that are written as values of this form. */
        Form as(UnaryOperator<Object> as, UnaryOperator<Object> of) {
            return new Form((to, tag, value) -> writing.write(to, tag, as.apply(value)), (from, tag) -> {
                Object found = reading.read(from, tag);
                return found == null ? null : of.apply(found);
            });
        }

        void write(DocumentWriter to, int tag, Object value) {
            writing.write(to, tag, value);
        }

        @Nullable
        Object read(DocumentReader from, int tag) {
            return reading.read(from, tag);
        }
    }

    /** @param kind the first byte of the document */
    public RecordDocument(int kind, Class<T> type, Named<?>... named) {
        this.kind = kind;
        this.type = type;
        this.form = new Forms(Arrays.asList(named)).fields(type);
    }

    /**
     * A class whose values have names.
     *
     * @param parse throws {@link IllegalArgumentException} if no value has the name
     */
    public record Named<N>(Class<N> type, Function<N, String> name, Function<String, N> parse) {
        private Form form() {
            return Form.text(value -> name.apply(type.cast(value)), text -> parse.apply((String) text));
        }
    }

    public Bytes encode(T value) {
        return Bytes.wrap(DocumentWriter.document(kind, value, form::write));
    }

    /** Returns a record; throws as {@link #decode(byte[])} does. */
    public T decode(Bytes bytes) {
        return bytes.read(array -> decode(array));
    }

    /**
     * Returns a record.
     *
     * @throws UnreadableDocument if the bytes are damaged
     * @throws DocumentTooNew if only a newer release can read them
     */
    public T decode(byte[] bytes) {
        return DocumentReader.document(kind, bytes, from -> type.cast(form.read(from)));
    }

    /** Returns the bytes of a record with more behind it than a document may have. */
    public byte[] encode(T value, Bytes rest) {
        Bytes document = encode(value);
        return ByteBuffer.allocate(Integer.BYTES + document.length() + rest.length())
                .putInt(document.length())
                .put(document.buffer())
                .put(rest.buffer())
                .array();
    }

    /**
     * Returns such a record; throws as {@link #decode(byte[])} does.
     *
     * @param whole adds what is behind it
     */
    public T decode(byte[] bytes, BiFunction<T, Bytes, T> whole) {
        int length = bytes.length < Integer.BYTES ? -1 : ByteBuffer.wrap(bytes).getInt();
        if (length < 0 || length > bytes.length - Integer.BYTES) {
            throw DocumentReader.malformed();
        }
        int end = Integer.BYTES + length;
        return whole.apply(
                decode(Arrays.copyOfRange(bytes, Integer.BYTES, end)),
                Bytes.wrap(Arrays.copyOfRange(bytes, end, bytes.length)));
    }

    /** A number that is never null: zero is not written. */
    private static Form orZero(Form form, Object zero) {
        return new Form(
                (to, tag, value) -> {
                    if (!value.equals(zero)) {
                        form.write(to, tag, value);
                    }
                },
                (from, tag) -> {
                    Object found = form.read(from, tag);
                    return found == null ? zero : found;
                });
    }

    private record Component(RecordComponent declared, Form form, boolean mayBeNull) {}

    /** A record, as its components one after another. */
    private record Group(Constructor<?> constructor, List<Component> components) implements Fields {
        @Override
        public void write(DocumentWriter to, Object value) {
            for (int i = 0; i < components.size(); i++) {
                Object component = call(components.get(i).declared(), value);
                if (component != null) {
                    components.get(i).form().write(to, i + 1, component);
                }
            }
        }

        private static @Nullable Object call(RecordComponent component, Object value) {
            try {
                return component.getAccessor().invoke(value);
            } catch (ReflectiveOperationException ofThisProgram) {
                throw new IllegalStateException(ofThisProgram);
            }
        }

        @Override
        public Object read(DocumentReader from) {
            @Nullable Object[] values = new Object[components.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = components.get(i).form().read(from, i + 1);
                if (values[i] == null && !components.get(i).mayBeNull()) {
                    throw DocumentReader.malformed();
                }
            }
            return made(values);
        }

        private Object made(@Nullable Object... values) {
            try {
                return constructor.newInstance(values);
            } catch (InvocationTargetException refused) {
                throw new IllegalArgumentException(refused.getCause());
            } catch (ReflectiveOperationException ofThisProgram) {
                throw new IllegalStateException(ofThisProgram);
            }
        }
    }

    /** A record of one of some classes: its tag is the place of the class, from 1. */
    private record OneOf(List<Group> classes) implements Fields {
        @Override
        public void write(DocumentWriter to, Object value) {
            int place = 0;
            while (classes.get(place).constructor().getDeclaringClass() != value.getClass()) {
                place++;
            }
            to.group(place + 1, value, classes.get(place)::write);
        }

        @Override
        public Object read(DocumentReader from) {
            for (int place = 0; place < classes.size(); place++) {
                Object found = from.group(place + 1, classes.get(place)::read);
                if (found != null) {
                    return found;
                }
            }
            throw DocumentReader.malformed();
        }
    }

    private static final class Forms {
        private final Map<Type, Form> known = new HashMap<>();

        private Forms(List<Named<?>> named) {
            Stream.concat(
                            named.stream(),
                            Stream.of(
                                    new Named<>(Currency.class, Currency::getCurrencyCode, Currency::getInstance),
                                    new Named<>(Source.class, Source::name, Source::named),
                                    new Named<>(StatedField.class, StatedField::wireName, StatedField::named)))
                    .forEach(each -> known.put(each.type(), each.form()));
            known.put(
                    Statement.class,
                    new Form(
                            (to, tag, value) -> to.group(tag, (Statement) value, StatementFields::write),
                            (from, tag) -> from.group(tag, StatementFields::read)));
            Form ints = Form.NUMBER.as(value -> (long) (Integer) value, number -> Math.toIntExact((Long) number));
            known.putAll(Map.of(Integer.class, ints, int.class, orZero(ints, 0)));
            known.putAll(Map.of(Long.class, Form.NUMBER, long.class, orZero(Form.NUMBER, 0L)));
            known.put(boolean.class, Form.of(Boolean.class, DocumentWriter::flag, DocumentReader::flag));
            known.put(String.class, Form.text(text -> text, text -> text));
            known.put(KeyedHash.class, Form.of(KeyedHash.class, DocumentWriter::hash, DocumentReader::hash));
            known.put(Instant.class, Form.of(Instant.class, DocumentWriter::instant, DocumentReader::instant));
            known.put(OrderTime.class, Form.of(OrderTime.class, DocumentWriter::time, DocumentReader::time));
            known.put(Bytes.class, Form.BYTES.as(bytes -> bytes, bytes -> Bytes.wrap((byte[]) bytes)));
            known.put(
                    OrderReference.class,
                    Form.BYTES.as(
                            value -> Bytes.wrap(((OrderReference) value).bytes()),
                            bytes -> OrderReference.of((byte[]) bytes)));
            known.put(
                    LocalDate.class,
                    Form.NUMBER.as(day -> ((LocalDate) day).toEpochDay(), day -> LocalDate.ofEpochDay((Long) day)));
            known.put(
                    Duration.class,
                    Form.NUMBER.as(time -> ((Duration) time).toNanos(), nanos -> Duration.ofNanos((Long) nanos)));
        }

        private Group group(Class<?> type) {
            List<Component> components = new ArrayList<>();
            for (RecordComponent component : type.getRecordComponents()) {
                boolean mayBeNull = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
                component.getAccessor().setAccessible(true);
                components.add(new Component(component, of(component.getGenericType()), mayBeNull));
            }
            Class<?>[] types = components.stream()
                    .map(component -> component.declared().getType())
                    .toArray(Class<?>[]::new);
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(types);
                constructor.setAccessible(true);
                return new Group(constructor, components);
            } catch (NoSuchMethodException everyRecordHasIt) {
                throw new IllegalStateException(everyRecordHasIt);
            }
        }

        private Form of(Type type) {
            Form held = known.get(type);
            if (held == null) {
                held = type instanceof ParameterizedType generic
                        ? collection((Class<?>) generic.getRawType(), generic.getActualTypeArguments())
                        : single((Class<?>) type);
                known.put(type, held);
            }
            return held;
        }

        private Form single(Class<?> type) {
            if (type.isEnum()) {
                Map<String, Object> byName = new HashMap<>();
                for (Object constant : type.getEnumConstants()) {
                    byName.put(((Enum<?>) constant).name(), constant);
                }
                return Form.text(value -> ((Enum<?>) value).name(), name -> DocumentReader.required(byName.get(name)));
            }
            Fields fields = fields(type);
            return fields instanceof Group group && group.components().size() == 1
                    ? value(group)
                    : new Form(
                            (to, tag, value) -> to.group(tag, value, fields::write),
                            (from, tag) -> from.group(tag, fields::read));
        }

        private Fields fields(Class<?> type) {
            if (type.isSealed()) {
                return new OneOf(Stream.of(type.getPermittedSubclasses())
                        .map(this::group)
                        .toList());
            }
            if (!type.isRecord()) {
                throw new IllegalArgumentException(type + " has no stored form");
            }
            return group(type);
        }

        /** A record of one component is stored as that. */
        private static Form value(Group group) {
            Component only = group.components().getFirst();
            return new Form(
                    (to, tag, value) ->
                            only.form().write(to, tag, DocumentReader.required(Group.call(only.declared(), value))),
                    (from, tag) -> {
                        Object found = only.form().read(from, tag);
                        return found == null ? null : group.made(found);
                    });
        }

        private Form collection(Class<?> type, Type[] of) {
            if (type == Map.class || type == SortedMap.class) {
                return map(of(of[0]), of(of[1]));
            }
            if (type != List.class && type != Set.class && type != SortedSet.class) {
                throw new IllegalArgumentException(type + " has no stored form");
            }
            Form element = of(of[0]);
            return new Form(
                    (to, tag, value) -> sorted((Collection<?>) value).forEach(each -> element.write(to, tag, each)),
                    (from, tag) -> {
                        List<Object> all = new ArrayList<>();
                        for (Object next = element.read(from, tag); next != null; next = element.read(from, tag)) {
                            all.add(next);
                        }
                        return type == List.class ? all : new TreeSet<>(all);
                    });
        }

        /** Equal content is equal bytes, so what has no sequence is sorted. */
        private static Collection<?> sorted(Collection<?> values) {
            return values instanceof List ? values : new TreeSet<>(values);
        }

        private static Form map(Form key, Form value) {
            return new Form(
                    (to, tag, map) -> new TreeMap<>((Map<?, ?>) map)
                            .entrySet()
                            .forEach(each -> to.group(tag, each, (group, entry) -> {
                                key.write(group, 1, entry.getKey());
                                value.write(group, 2, entry.getValue());
                            })),
                    (from, tag) -> {
                        Map<Object, Object> all = new TreeMap<>();
                        Function<DocumentReader, Map.Entry<Object, Object>> entry = group -> Map.entry(
                                DocumentReader.required(key.read(group, 1)),
                                DocumentReader.required(value.read(group, 2)));
                        for (var next = from.group(tag, entry); next != null; next = from.group(tag, entry)) {
                            all.put(next.getKey(), next.getValue());
                        }
                        return all;
                    });
        }
    }
}
