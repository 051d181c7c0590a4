package org.orderevidence.http.server;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.orderevidence.store.EvidenceStore;

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

    /** Waits in one method: says that it was reached, and goes on when it is released. */
    public static EvidenceStore pausing(
            EvidenceStore store, String pausing, CountDownLatch reached, CountDownLatch released) {
        return before(EvidenceStore.class, store, method -> {
            if (method.equals(pausing)) {
                reached.countDown();
                try {
                    released.await();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
            }
        });
    }

    /** Does something before each call, which receives the name of the method. */
    public static <T> T before(Class<T> type, T store, Consumer<String> first) {
        return type.cast(Proxy.newProxyInstance(
                FailingStore.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    first.accept(method.getName());
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }
}
