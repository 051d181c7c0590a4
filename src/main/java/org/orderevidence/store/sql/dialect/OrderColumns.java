package org.orderevidence.store.sql.dialect;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.store.ComposedOrder;
import org.orderevidence.store.document.CredentialList;
import org.orderevidence.store.document.ReferenceList;

/** The plain columns of an order's row. All are null if its parts do not make an order yet. */
public final class OrderColumns {
    private OrderColumns() {}

    /** Returns where it stands in lists. */
    public static @Nullable Long listRank(@Nullable ComposedOrder order) {
        return order == null ? null : (Long) order.listRank();
    }

    /** Returns the day of the history rows, counted from 1970. */
    public static @Nullable Long historyDay(@Nullable ComposedOrder order) {
        return order == null ? null : (Long) order.historyDay().toEpochDay();
    }

    /** Returns the values by which it is found, one by one. */
    public static byte @Nullable [] references(@Nullable ComposedOrder order) {
        return order == null ? null : ReferenceList.encode(order.references());
    }

    /** Returns the key of the history that is read together with the order. */
    public static @Nullable KeyedHash credential(@Nullable ComposedOrder order) {
        return order == null ? null : CredentialList.first(order.credentials());
    }

    /** Returns the keys of its other history rows, one by one. */
    public static byte @Nullable [] otherCredentials(@Nullable ComposedOrder order) {
        return order == null ? null : CredentialList.others(order.credentials());
    }

    /** Returns the amount in minor units. */
    public static @Nullable Long amountMinor(@Nullable ComposedOrder order) {
        return order == null ? null : (Long) order.money().amountMinor();
    }

    /** Returns the ISO 4217 code. */
    public static @Nullable String currency(@Nullable ComposedOrder order) {
        return order == null ? null : order.money().currency().getCurrencyCode();
    }

    /** Returns {@code succeeded} or {@code failed}. */
    public static @Nullable String status(@Nullable ComposedOrder order) {
        return order == null ? null : name(order.status());
    }

    private static String name(Charge.Status status) {
        return switch (status) {
            case SUCCEEDED -> "succeeded";
            case FAILED -> "failed";
        };
    }
}
