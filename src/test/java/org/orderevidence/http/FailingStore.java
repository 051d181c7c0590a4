package org.orderevidence.http;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.waiting.Waits;

/** A real store that fails or waits where a test wants it. */
public final class FailingStore {
    private FailingStore() {}

    /**
     * @param store works
     * @param calls how many calls it answers first
     * @param failure what every later call throws
     */
    public static EvidenceStore after(EvidenceStore store, int calls, Supplier<RuntimeException> failure) {
        AtomicInteger left = new AtomicInteger(calls);
        return before(EvidenceStore.class, store, method -> {
            if (left.getAndDecrement() <= 0) {
                throw failure.get();
            }
        });
    }

    /** Waits in one method: signals that it was reached, and continues when it is released. */
    public static <T> T pausing(
            Class<T> type, T store, String pausing, CountDownLatch reached, CountDownLatch released) {
        return before(type, store, method -> {
            if (method.equals(pausing)) {
                reached.countDown();
                Waits.open(released, "the call of the store is not let go");
            }
        });
    }

    /** Does something after each call that succeeds, which receives the name of the method. */
    public static <T> T afterCalls(Class<T> type, T store, Consumer<String> then) {
        return around(type, store, method -> {}, then);
    }

    /** Does something before each call, which receives the name of the method. */
    public static <T> T before(Class<T> type, T store, Consumer<String> first) {
        return around(type, store, first, method -> {});
    }

    private static <T> T around(Class<T> type, T store, Consumer<String> first, Consumer<String> then) {
        return type.cast(Proxy.newProxyInstance(
                FailingStore.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    first.accept(method.getName());
                    Object result;
                    try {
                        result = method.invoke(store, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                    then.accept(method.getName());
                    return result;
                }));
    }
}
