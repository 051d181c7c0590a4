package org.orderevidence.evidence.coverage;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.evidence.coverage.Coverage.Counted;
import org.orderevidence.order.OrderId;

/** Counts orders, and remembers the IDs of the last ones: orders are added by ascending day. */
final class Examples {
    /** Maximum number of bytes of the IDs in a list. With it, the longest coverage fits into a stored record. */
    private static final int MAX_BYTES = 6_000;

    private final OrderId[] last = new OrderId[Coverage.MAX_EXAMPLES];
    private long count;

    void add(OrderId id) {
        last[(int) (count % last.length)] = id;
        count++;
    }

    long count() {
        return count;
    }

    /** Returns the count, and the IDs of the newest orders first. */
    Counted counted(Scale scale) {
        List<OrderId> ids = new ArrayList<>();
        int bytes = 0;
        for (long i = count - 1; i >= 0 && i >= count - last.length; i--) {
            OrderId id = last[(int) (i % last.length)];
            bytes += id.value().getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MAX_BYTES) {
                break;
            }
            ids.add(id);
        }
        return new Counted(scale.of(count), ids);
    }
}
