package org.orderevidence.store.document;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;

/** The name under which the stores keep the category of an account. */
public final class CategoryName {
    private CategoryName() {}

    /** Returns the stored name of a category. */
    public static @Nullable String of(Charge.@Nullable Category category) {
        return switch (category) {
            case null -> null;
            case MERCHANDISE -> "merchandise";
            case SERVICES -> "services";
        };
    }

    /** Returns the category that is stored under this name. */
    public static Charge.@Nullable Category parse(@Nullable String name) {
        if (name == null) {
            return null;
        }
        for (Charge.Category category : Charge.Category.values()) {
            if (name.equals(of(category))) {
                return category;
            }
        }
        throw new IllegalStateException("an account has a category that this program does not support");
    }
}
