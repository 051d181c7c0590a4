package org.orderevidence.http;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.RecordStore.Replacement;
import org.orderevidence.store.Stored;
import org.orderevidence.store.Update;
import org.orderevidence.waiting.Waits;

/** A real store of records that fails or waits where a test wants it. */
public final class FailingStore {
    private static final Set<String> NO_REQUESTS = Set.of("isAtomic", "faults", "close");

    private FailingStore() {}

    /**
     * A call of the store.
     *
     * @param method its name
     * @param kind name of the kind of records; empty if the call names none
     * @param keys of the records that it changes or names
     */
    public record Call(String method, String kind, List<Key> keys) {
        private static Call of(String method, Object[] arguments) {
            List<?> named = Stream.of(arguments)
                    .flatMap(argument -> argument instanceof List<?> list ? list.stream() : Stream.of(argument))
                    .toList();
            List<Key> keys = named.stream()
                    .flatMap(one -> switch (one) {
                        case Key key -> Stream.of(key);
                        case Update<?> update -> Stream.of(update.key());
                        case Stored stored -> Stream.of(stored.key());
                        case Deletion deletion -> Stream.of(deletion.key());
                        case Replacement replacement ->
                            Stream.of(replacement.read().key());
                        default -> Stream.of();
                    })
                    .toList();
            Stream<Kind> kinds = named.stream().flatMap(one -> switch (one) {
                case Kind kind -> Stream.of(kind);
                case Range range -> Stream.of(range.kind());
                default -> Stream.of();
            });
            String kind = Stream.concat(keys.stream().map(Key::kind), kinds)
                    .findFirst()
                    .map(Kind::name)
                    .orElse("");
            return new Call(method, kind, keys);
        }

        /** Returns true if it is one such as {@code update orders}. */
        public boolean is(String text) {
            return toString().equals(text);
        }

        @Override
        public String toString() {
            return method + " " + kind;
        }
    }

    /**
     * Returns records that fail.
     *
     * @param calls how many calls they answer first
     * @param failure what every later call throws
     */
    public static RecordStore after(RecordStore store, int calls, Supplier<RuntimeException> failure) {
        AtomicInteger left = new AtomicInteger(calls);
        return before(store, call -> {
            if (left.getAndDecrement() <= 0) {
                throw failure.get();
            }
        });
    }

    /** Waits in calls such as {@code update orders}: signals that it was reached, and continues when it is released. */
    public static RecordStore pausing(
            RecordStore store, String pausing, CountDownLatch reached, CountDownLatch released) {
        return before(store, call -> {
            if (call.is(pausing)) {
                reached.countDown();
                Waits.open(released, "the call of the store is not let go");
            }
        });
    }

    /** Does something after each call that succeeds. */
    public static RecordStore afterCalls(RecordStore store, Consumer<Call> then) {
        return around(store, call -> {}, then);
    }

    /** Does something before each call. */
    public static RecordStore before(RecordStore store, Consumer<Call> first) {
        return around(store, first, call -> {});
    }

    private static RecordStore around(RecordStore store, Consumer<Call> first, Consumer<Call> then) {
        return (RecordStore) Proxy.newProxyInstance(
                FailingStore.class.getClassLoader(), new Class<?>[] {RecordStore.class}, (proxy, method, arguments) -> {
                    if (method.isDefault() && arguments != null) {
                        // Such as a read of one range: it calls one that is not.
                        return InvocationHandler.invokeDefault(proxy, method, arguments);
                    }
                    boolean isRequest = arguments != null && !NO_REQUESTS.contains(method.getName());
                    if (isRequest) {
                        first.accept(Call.of(method.getName(), arguments));
                    }
                    Object result;
                    try {
                        result = method.invoke(store, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                    if (isRequest) {
                        then.accept(Call.of(method.getName(), arguments));
                    }
                    return result;
                });
    }
}
