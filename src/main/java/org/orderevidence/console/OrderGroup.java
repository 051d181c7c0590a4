package org.orderevidence.console;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.orderevidence.evidence.Eligibility;
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
public record OrderGroup(String name, String title, long orders, List<OrderId> examples) {
    public OrderGroup {
        examples = List.copyOf(examples);
    }

    private static OrderGroup of(String name, String title, Counted counted) {
        return new OrderGroup(name, title, counted.orders(), counted.examples());
    }

    /** Returns the group of a verdict. */
    public static OrderGroup of(Coverage coverage, Eligibility.Status status) {
        return of(status.wireName(), Shown.verdict(status).text(), coverage.of(status));
    }

    /** Returns the group of a missing field. */
    public static OrderGroup of(Coverage.FieldCount field) {
        return of(
                "field " + field.field().wireName(),
                "Orders that the " + field.field().noun() + " alone would make eligible",
                field.unlocked());
    }

    /** Returns the group of a reason. */
    public static OrderGroup of(Coverage.ReasonCount reason) {
        return of(
                reason.status().wireName() + " " + reason.code().wireName(),
                reason.code().detail(),
                reason.counted());
    }

    /** Returns the group of one of the shared addresses, named by its position. */
    public static OrderGroup of(Coverage coverage, Coverage.SharedAddress shared) {
        return new OrderGroup(
                "address " + coverage.addresses().indexOf(shared),
                "Orders with an IP address that " + Shown.count(shared.customers(), "customer") + " share",
                shared.examples().size(),
                shared.examples());
    }

    /** Returns the group with a name, or empty if the coverage has none. */
    static Optional<OrderGroup> named(Coverage coverage, String name) {
        for (Eligibility.Status status : Eligibility.Status.values()) {
            if (status.wireName().equals(name)) {
                return Optional.of(of(coverage, status));
            }
        }
        return Stream.of(
                        coverage.addresses().stream().map(shared -> of(coverage, shared)),
                        coverage.missingFields().stream().map(OrderGroup::of),
                        coverage.reasons().stream().map(OrderGroup::of))
                .flatMap(Function.identity())
                .filter(group -> group.name.equals(name))
                .findFirst();
    }

    /** Returns how many orders there are, and how many are shown. */
    public String summary() {
        return examples.size() < orders
                ? "The newest " + Shown.count(examples.size()) + " of " + Shown.count(orders, "order")
                : Shown.count(examples.size(), "order");
    }

    /** Returns the path of its page. */
    public String path() {
        return CoveragePages.ORDERS + "?of=" + Visit.encode(name);
    }
}
