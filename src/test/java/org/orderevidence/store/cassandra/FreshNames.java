package org.orderevidence.store.cassandra;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceArchive;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Whole;
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

    private boolean isOurs(AccountSpace space) {
        return space.account().startsWith(prefix);
    }

    private AccountSpace plain(AccountSpace space) {
        return new AccountSpace(plain(space.account()), space.mode());
    }

    private String plain(String name) {
        return name.substring(prefix.length());
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

    /** The archive of an open store. */
    EvidenceArchive archive(OpenStore store) {
        return new Archive(store.archive());
    }

    /** The accounts of an open store. */
    AccountStore accounts(OpenStore store) {
        return new FreshAccounts(store.accounts(), prefix);
    }

    private final class Archive implements EvidenceArchive {
        private final EvidenceArchive archive;

        Archive(EvidenceArchive archive) {
            this.archive = archive;
        }

        @Override
        public Page<ArchivedOrder> orders(@Nullable String after, int limit) {
            return ours(archive.orders(after, limit), ArchivedOrder::space, order -> in(plain(order.space()), order));
        }

        @Override
        public Map<OrderId, Found<ArchivedOrder>> ordersAt(AccountSpace space, Collection<OrderId> ids) {
            Map<OrderId, Found<ArchivedOrder>> found = new HashMap<>();
            archive.ordersAt(FreshNames.this.named(space), ids)
                    .forEach((id, order) -> found.put(
                            id,
                            switch (order) {
                                case Whole<ArchivedOrder>(ArchivedOrder whole) -> new Whole<>(in(space, whole));
                                case Damaged<ArchivedOrder>(AccountSpace _, String key, String fault) ->
                                    new Damaged<>(space, key, fault);
                            }));
            return found;
        }

        private static ArchivedOrder in(AccountSpace space, ArchivedOrder order) {
            return new ArchivedOrder(
                    space,
                    order.id(),
                    order.parts(),
                    order.version(),
                    order.uploadedAt(),
                    order.order(),
                    order.derivation(),
                    order.disputes(),
                    order.fraudReports());
        }

        @Override
        public Page<ArchivedRow> history(@Nullable String after, int limit) {
            return ours(archive.history(after, limit), ArchivedRow::space, this::plainRow);
        }

        private ArchivedRow plainRow(ArchivedRow row) {
            return new ArchivedRow(plain(row.space()), row.credential(), row.row());
        }

        private <T> Page<T> ours(Page<T> page, Function<T, AccountSpace> space, UnaryOperator<T> plain) {
            List<Found<T>> found = page.records().stream()
                    .filter(one -> isOurs(spaceOf(one, space)))
                    .<Found<T>>map(one -> switch (one) {
                        case Whole<T>(T record) -> new Whole<>(plain.apply(record));
                        case Damaged<T>(AccountSpace of, String key, String fault) ->
                            new Damaged<>(FreshNames.this.plain(of), key, fault);
                    })
                    .toList();
            return new Page<>(found, page.next());
        }

        private static <T> AccountSpace spaceOf(Found<T> found, Function<T, AccountSpace> space) {
            return switch (found) {
                case Whole<T>(T record) -> space.apply(record);
                case Damaged<T> damaged -> damaged.space();
            };
        }

        @Override
        public List<ArchivedRow> historyAt(List<RowPlace> places) {
            return archive
                    .historyAt(places.stream()
                            .map(place ->
                                    new RowPlace(named(place.space()), place.credential(), place.day(), place.id()))
                            .toList())
                    .stream()
                    .map(this::plainRow)
                    .toList();
        }

        @Override
        public List<Difference> differences(List<KeptOrder> orders) {
            return archive.differences(orders.stream().map(this::atNamed).toList()).stream()
                    .map(found -> new Difference(plain(found.space()), found.id(), found.what()))
                    .toList();
        }

        private KeptOrder atNamed(KeptOrder order) {
            return new KeptOrder(
                    FreshNames.this.named(order.space()),
                    order.id(),
                    order.parts(),
                    order.composed(),
                    order.version(),
                    order.uploadedAt(),
                    order.disputes(),
                    order.fraudReports());
        }

        @Override
        public Page<Stray> strays(@Nullable String after, int limit) {
            return ours(archive.strays(after, limit), Stray::space, stray -> moved(stray, plain(stray.space())));
        }

        @Override
        public void deleteStray(Stray stray) {
            archive.deleteStray(moved(stray, FreshNames.this.named(stray.space())));
        }

        private static Stray moved(Stray stray, AccountSpace space) {
            return new Stray(space, stray.table(), stray.order(), stray.reference(), stray.time());
        }

        @Override
        public List<Claim> claims() {
            return List.of();
        }

        @Override
        public List<String> engineFaults() {
            return archive.engineFaults();
        }

        @Override
        public void keepOrders(List<KeptOrder> orders) {
            archive.keepOrders(orders.stream()
                    .map(order -> new KeptOrder(
                            named(order.space()),
                            order.id(),
                            order.parts(),
                            order.composed(),
                            order.version(),
                            order.uploadedAt(),
                            order.disputes(),
                            order.fraudReports()))
                    .toList());
        }

        @Override
        public void deleteHistory(ArchivedRow row) {
            archive.deleteHistory(new ArchivedRow(named(row.space()), row.credential(), row.row()));
        }

        @Override
        public int derivation() {
            return archive.derivation();
        }

        @Override
        public Derived deriveAgain(@Nullable String after, int limit) {
            return archive.deriveAgain(after, limit);
        }
    }
}
