package org.orderevidence.store.sql.dialect;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.document.OrderDocument;

/**
 * An order as it will stand in its rows. Made by the caller, outside the committer's transaction. The order itself is
 * not in it: thousands of orders wait for a commit at a time, and as objects each is several times as large as its rows.
 *
 * @param id its id
 * @param expectedVersion see {@link OrderWrite#expectedVersion}
 * @param day its transaction day, counted from 1970
 * @param amountMinor in the currency's minor unit
 * @param currency ISO 4217 code
 * @param status as it stands in its column
 * @param revision absent when the merchant keeps none
 * @param keys the keys of the rows beside it
 * @param facts see {@link OrderWrite#facts}
 * @param document its bytes
 */
public record Encoded(
        OrderId id,
        @Nullable Long expectedVersion,
        int day,
        long amountMinor,
        String currency,
        String status,
        @Nullable Long revision,
        DerivedKeys keys,
        Bytes facts,
        Bytes document) {
    public static Encoded of(OrderWrite write) {
        Order order = write.order();
        Charge charge = order.charge();
        return new Encoded(
                order.id(),
                write.expectedVersion(),
                Math.toIntExact(charge.transactionTime().day().toEpochDay()),
                charge.money().amountMinor(),
                charge.money().currency().getCurrencyCode(),
                name(charge.status()),
                order.revision(),
                DerivedKeys.of(write),
                write.facts(),
                Bytes.wrap(OrderDocument.encode(order)));
    }

    private static String name(Charge.Status status) {
        return switch (status) {
            case SUCCEEDED -> "succeeded";
            case FAILED -> "failed";
        };
    }
}
