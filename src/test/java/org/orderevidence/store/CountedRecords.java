package org.orderevidence.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.RecordStore.Followed;

/** Records whose calls are counted, and the records that are read and written by them. */
public final class CountedRecords {
    private final RecordStore real;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger read = new AtomicInteger();
    private final AtomicInteger written = new AtomicInteger();

    public CountedRecords(RecordStore real) {
        this.real = real;
    }

    /** Returns the store that counts. */
    public RecordStore store() {
        return (RecordStore) Proxy.newProxyInstance(
                RecordStore.class.getClassLoader(), new Class<?>[] {RecordStore.class}, this::invoke);
    }

    /** Returns what was counted since the last call. */
    public String taken() {
        return "%d calls, %d records read, %d written"
                .formatted(calls.getAndSet(0), read.getAndSet(0), written.getAndSet(0));
    }

    private @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.isDefault()) {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        boolean counts = List.of("read", "follow", "update", "merge", "replace").contains(method.getName());
        if (counts) {
            calls.incrementAndGet();
        }
        if (method.getName().equals("update") && arguments != null) {
            arguments[0] = ((List<?>) arguments[0])
                    .stream().map(one -> counted((Update<?>) one)).toList();
        } else if (counts && arguments != null) {
            for (Object argument : arguments) {
                written.addAndGet(
                        method.getName().equals("merge") && argument instanceof Collection<?> some ? some.size() : 0);
            }
        }
        try {
            Object result = method.invoke(real, arguments);
            if (method.getName().equals("read") && result instanceof List<?> ranges) {
                ranges.forEach(range -> read.addAndGet(((List<?>) range).size()));
            } else if (result instanceof Followed(Stored _, @Nullable List<Stored> rows)) {
                read.addAndGet(1 + (rows == null ? 0 : rows.size()));
            }
            return result;
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    private <T> Update<T> counted(Update<T> update) {
        return new Update<>(update.key(), update.bytes(), (held, removed) -> {
            Decision<T> decision = update.decision().apply(held, removed);
            written.addAndGet((decision.put() == null ? 0 : 1)
                    + decision.before().size()
                    + decision.after().size()
                    + decision.left().size());
            return decision;
        });
    }
}
