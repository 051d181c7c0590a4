package org.orderevidence.console;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.evidence.coverage.Coverage.Counted;
import org.orderevidence.order.OrderId;

/**
 * Orders behind a number of the coverage.
 *
 * @param name names the group in links
 * @param title what the orders have in common
 * @param orders how many there are
 * @param examples the newest of them
 */
record OrderGroup(String name, String title, long orders, List<OrderId> examples) {
    OrderGroup {
        examples = List.copyOf(examples);
    }

    private static OrderGroup of(String name, String title, Counted counted) {
        return new OrderGroup(name, title, counted.orders(), counted.examples());
    }

    /** Returns the group of a verdict. */
    static OrderGroup of(Coverage coverage, Status status) {
        return of(status.code(), Shown.verdict(status).words(), coverage.of(status));
    }

    /** Returns the group of a missing field. */
    static OrderGroup of(Coverage.FieldCount field) {
        return of(
                "field " + field.field().wireName(),
                "Orders that the " + field.field().noun() + " alone would make eligible",
                field.unlocked());
    }

    /** Returns the group of a reason. */
    static OrderGroup of(Coverage.ReasonCount reason) {
        return of(
                reason.status().code() + " " + reason.code().code(),
                reason.code().detail(),
                reason.counted());
    }

    /** Returns the group of a shared address, by its position. */
    static OrderGroup of(Coverage.SharedAddress shared, int position) {
        return new OrderGroup(
                "address " + position,
                "Orders with an IP address that " + Shown.count(shared.customers(), "customer") + " share",
                shared.examples().size(),
                shared.examples());
    }

    /** Returns the group with a name, or empty if the coverage has none. */
    static Optional<OrderGroup> named(Coverage coverage, String name) {
        for (Status status : Status.values()) {
            if (status.code().equals(name)) {
                return Optional.of(of(coverage, status));
            }
        }
        for (int i = 0; i < coverage.addresses().size(); i++) {
            OrderGroup group = of(coverage.addresses().get(i), i);
            if (group.name.equals(name)) {
                return Optional.of(group);
            }
        }
        return Stream.concat(
                        coverage.missingFields().stream().map(OrderGroup::of),
                        coverage.reasons().stream().map(OrderGroup::of))
                .filter(group -> group.name.equals(name))
                .findFirst();
    }

    /** Returns the path of its page. */
    String path() {
        return CoveragePages.ORDERS + "?of=" + Visit.encode(name);
    }
}
