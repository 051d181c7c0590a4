package org.orderevidence.integration;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.WireNamed;

/**
 * A task about personal data that the law requires, because a shop platform requested it.
 *
 * @param subject whose data; empty for a whole shop, and when it is done
 * @param orders the orders that the request names; none when it is done
 * @param done when and by whom it was done; empty if it is open
 */
public record PrivacyTask(
        String integration,
        String id,
        Kind kind,
        String shop,
        @Nullable Subject subject,
        List<NamedOrder> orders,
        Instant receivedAt,
        @Nullable Done done) {
    /** The time that Shopify gives for each request. */
    public static final Duration LEGAL_TIME = Duration.ofDays(30);

    /** How long a task that is done stays in the list. */
    public static final Duration LIFE_WHEN_DONE = Duration.ofDays(28);

    /** The most orders of a task. */
    public static final int MAX_ORDERS = 1_000;

    public PrivacyTask {
        orders = List.copyOf(orders);
        if (orders.size() > MAX_ORDERS) {
            throw new IllegalArgumentException("a task has at most " + MAX_ORDERS + " orders");
        }
    }

    public enum Kind implements WireNamed {
        /** Erase the data of the orders of a customer. */
        ERASE_CUSTOMER,
        /** Give a customer the data of the orders. */
        EXPORT_CUSTOMER,
        ERASE_SHOP
    }

    /** A customer, as the platform names one. */
    public record Subject(
            @Nullable PersonalText id,
            @Nullable PersonalText email,
            @Nullable PersonalText phone) {}

    /**
     * A request of a shop platform on behalf of a customer or a shop.
     *
     * @param subject whose data; empty for a whole shop
     * @param orders the orders that it names
     */
    public record Request(Kind kind, String shop, @Nullable Subject subject, List<ObjectReference> orders) {}

    /**
     * An order that the request names.
     *
     * @param orderId the order to which it led when the request arrived; empty if it led to none
     */
    public record NamedOrder(String reference, @Nullable OrderId orderId) {}

    /**
     * The end of a task.
     *
     * @param by ID of the key, {@code cli} for the operator, or {@code service}
     */
    public record Done(Instant at, String by) {}

    /** Returns until when it must be done. */
    public Instant dueAt() {
        return receivedAt.plus(LEGAL_TIME);
    }

    public enum State {
        OPEN,
        /** It should have been done before. */
        OVERDUE,
        DONE
    }

    public State state(Instant now) {
        return done != null ? State.DONE : now.isAfter(dueAt()) ? State.OVERDUE : State.OPEN;
    }

    /** Returns the task when it is done. It has no personal data any longer. */
    public PrivacyTask finished(Done end) {
        return new PrivacyTask(integration, id, kind, shop, null, List.of(), receivedAt, end);
    }

    @Override
    public String toString() {
        return "[task " + id + " of " + integration + "]";
    }
}
