package org.orderevidence.process;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads stored items page by page. */
public final class Pages {
    private Pages() {}

    /**
     * Returns all items, page by page. A page is read after the one before it was used.
     *
     * @param full number of items of each page but the last
     * @param behind returns the page behind an item, or the first one
     */
    public static <T> Stream<T> all(int full, Function<@Nullable T, List<T>> behind) {
        return Stream.iterate(
                        behind.apply(null),
                        page -> !page.isEmpty(),
                        page -> page.size() < full ? List.of() : behind.apply(page.getLast()))
                .flatMap(List::stream);
    }
}
