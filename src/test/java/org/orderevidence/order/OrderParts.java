package org.orderevidence.order;

import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an order by their path, such as {@code charge/money}. Found by reflection, so that a test which must
 * reach every field fails when a field is added to the domain only.
 */
public final class OrderParts {
    private static final Set<Class<?>> WITH_PARTS = Set.of(
            Order.class,
            Charge.class,
            Charge.References.class,
            PaymentCredential.class,
            Customer.class,
            Receipt.class,
            MerchantInfo.class,
            Address.class,
            Receipt.PersonName.class,
            Receipt.Delivery.class,
            Receipt.Totals.class);

    private OrderParts() {}

    /** The value of each field; null when it is not known. */
    public static Map<String, @Nullable Object> of(Order order) {
        Map<String, @Nullable Object> parts = new HashMap<>();
        collect("", order, parts);
        return parts;
    }

    /** The fields of the first order that have the same value in the second, sorted. */
    public static List<String> equal(Order first, Order second) {
        Map<String, @Nullable Object> other = of(second);
        return of(first).entrySet().stream()
                .filter(part -> Objects.equals(part.getValue(), other.get(part.getKey())))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private static void collect(String path, @Nullable Object value, Map<String, @Nullable Object> parts) {
        if (value == null || !WITH_PARTS.contains(value.getClass())) {
            parts.put(path, value);
            return;
        }
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            String name = path.isEmpty() ? component.getName() : path + "/" + component.getName();
            try {
                collect(name, component.getAccessor().invoke(value), parts);
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(name, e);
            }
        }
    }
}
