package org.orderevidence.http;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.function.Supplier;
import org.orderevidence.store.AccountStore;

/** Accounts whose keys can be checked, but which fail everything else that a request asks for. */
final class FailingAccounts {
    private static final Set<String> OF_THE_CHECK = Set.of("keyByHash", "touchKey");

    private FailingAccounts() {}

    /** Returns a store that fails requests. They run on virtual threads, unlike the test, which needs accounts. */
    static ServedStore of(ServedStore store, Supplier<RuntimeException> failure) {
        AccountStore accounts = (AccountStore) Proxy.newProxyInstance(
                FailingAccounts.class.getClassLoader(),
                new Class<?>[] {AccountStore.class},
                (proxy, method, arguments) -> {
                    if (Thread.currentThread().isVirtual() && !OF_THE_CHECK.contains(method.getName())) {
                        throw failure.get();
                    }
                    try {
                        return method.invoke(store.accounts(), arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
        return store.with(accounts);
    }
}
