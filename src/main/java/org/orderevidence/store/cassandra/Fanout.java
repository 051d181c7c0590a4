package org.orderevidence.store.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.orderevidence.store.cassandra.ClusterErrors.Failure;

/** Performs a task for many items, several at a time, because each task mostly waits for the cluster. */
public final class Fanout {
    /** Most of one call that are under way at a time. */
    private static final int WIDTH = 64;

    private Fanout() {}

    /**
     * Performs a task for each item; none is started after one has failed. Returns when all that were started have
     * ended, and throws as described in {@link Failure}.
     */
    public static <T> void forEach(List<T> items, Failure failure, Consumer<T> task) {
        AtomicInteger next = new AtomicInteger();
        Runnable worker = () -> {
            for (int i = next.getAndIncrement(); i < items.size() && !failure.isAny(); i = next.getAndIncrement()) {
                try {
                    task.accept(items.get(i));
                } catch (RuntimeException e) {
                    failure.add(e);
                } catch (Error e) {
                    failure.add(new IllegalStateException("a task ended in an error", e));
                }
            }
        };
        List<Thread> helpers = new ArrayList<>();
        for (int i = 1; i < Math.min(WIDTH, items.size()); i++) {
            helpers.add(Thread.ofVirtual().start(worker));
        }
        worker.run();
        helpers.forEach(Fanout::join);
        failure.throwIfAny();
    }

    /** As above, for what each task answers: one result for each item, in their order. */
    public static <T, R> List<R> map(List<T> items, Function<T, R> task) {
        Map<Integer, R> results = new ConcurrentHashMap<>(items.size());
        forEach(
                IntStream.range(0, items.size()).boxed().toList(),
                new Failure(),
                place -> results.put(place, task.apply(items.get(place))));
        return IntStream.range(0, items.size())
                .mapToObj(place -> Objects.requireNonNull(results.get(place)))
                .toList();
    }

    /** Each statement has a time-out, so that waiting on through an interrupt ends. */
    private static void join(Thread helper) {
        boolean interrupted = false;
        while (true) {
            try {
                helper.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
