package org.orderevidence.store.cassandra;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.OpenStore;

/**
 * Gives a test a store of its own within a keyspace that others have used: every account, key and fact gets a name that
 * none had before. To empty the tables would not do: a server may apply a write of the test before after they were
 * emptied, and takes seconds.
 */
final class FreshNames {
    private static final AtomicInteger TESTS = new AtomicInteger();

    private final String prefix = "t" + TESTS.incrementAndGet() + "-";

    /** A space under its name in the keyspace. */
    AccountSpace named(AccountSpace space) {
        return new AccountSpace(prefix + space.account(), space.mode());
    }

    /** The evidence of an open store. */
    EvidenceStore evidence(OpenStore store) {
        return (EvidenceStore) Proxy.newProxyInstance(
                EvidenceStore.class.getClassLoader(),
                new Class<?>[] {EvidenceStore.class},
                (proxy, method, arguments) -> invoke(method, store.evidence(), arguments));
    }

    private @Nullable Object invoke(Method method, EvidenceStore store, Object @Nullable [] arguments)
            throws Throwable {
        Object[] named = arguments == null ? new Object[0] : arguments.clone();
        if (named.length > 0 && named[0] instanceof AccountSpace space) {
            named[0] = named(space);
        }
        try {
            return method.invoke(store, named);
        } catch (InvocationTargetException thrown) {
            throw thrown.getTargetException();
        }
    }

    /** The accounts of an open store. */
    AccountStore accounts(OpenStore store) {
        return new FreshAccounts(store.accounts(), prefix);
    }
}
