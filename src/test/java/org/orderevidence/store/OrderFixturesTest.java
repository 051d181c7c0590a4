package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.OrderParts;

/** The made-up orders reach every field of the domain, so that a field which a store loses is noticed. */
class OrderFixturesTest {
    @Test
    void everyFieldDiffersFromTheLeastOrder() {
        assertEquals(List.of(), OrderParts.equal(OrderFixtures.everyField("A-1"), OrderFixtures.order("A-2")));
    }

    @Test
    void everyFieldOfTheRandomOrdersVaries() {
        Map<String, Set<@Nullable Object>> values = new HashMap<>();
        RandomOrders random = new RandomOrders(1);
        for (int i = 0; i < 100; i++) {
            OrderParts.of(random.next("R-" + i))
                    .forEach((path, value) ->
                            values.computeIfAbsent(path, _ -> new HashSet<>()).add(value));
        }
        // A group that is sometimes missing has a value only then: its fields are what varies.
        List<String> constant = values.keySet().stream()
                .filter(path -> Objects.requireNonNull(values.get(path)).size() == 1)
                .filter(path -> values.keySet().stream().noneMatch(other -> other.startsWith(path + "/")))
                .toList();
        assertEquals(List.of(), constant);
    }
}
