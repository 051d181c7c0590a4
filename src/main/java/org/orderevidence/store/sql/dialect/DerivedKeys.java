package org.orderevidence.store.sql.dialect;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.store.OrderWrite;

/**
 * The keys of the rows that stand beside an order's own. They are kept with it, so that these rows are found again when
 * the order changes.
 *
 * @param historyDay day of its history rows, counted from 1970
 * @param credential1 key of its first history row; absent when it has none
 * @param credential2 key of its second; absent when it has none
 * @param customer key of its customer; absent when not known
 */
public record DerivedKeys(
        int historyDay,
        @Nullable KeyedHash credential1,
        @Nullable KeyedHash credential2,
        @Nullable KeyedHash customer) {

    static DerivedKeys of(OrderWrite write) {
        List<KeyedHash> credentials = write.credentials().stream().distinct().toList();
        return new DerivedKeys(
                Math.toIntExact(write.historyDay().toEpochDay()),
                credentials.isEmpty() ? null : credentials.getFirst(),
                credentials.size() < 2 ? null : credentials.getLast(),
                write.customer());
    }

    /** The keys of its history rows: none, one or two. */
    List<KeyedHash> credentials() {
        List<KeyedHash> all = new ArrayList<>(2);
        if (credential1 != null) {
            all.add(credential1);
        }
        if (credential2 != null) {
            all.add(credential2);
        }
        return all;
    }
}
