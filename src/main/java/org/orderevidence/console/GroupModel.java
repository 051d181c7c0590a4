package org.orderevidence.console;

import java.util.List;

/**
 * What the page with the orders of a number shows.
 *
 * @param title what the orders have in common
 * @param summary how many there are, and how many are shown
 * @param orders the orders
 */
public record GroupModel(String title, String summary, List<OrderLink> orders) {
    public GroupModel {
        orders = List.copyOf(orders);
    }

    /**
     * An order.
     *
     * @param id the merchant's ID
     * @param path of its page
     */
    public record OrderLink(String id, String path) {}
}
