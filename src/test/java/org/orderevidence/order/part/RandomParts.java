package org.orderevidence.order.part;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.PartContent.PatchCell;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartContent.Upload;

/** Random parts of one order, from few values, so that they often agree and often contradict each other. */
public final class RandomParts {
    static final OrderId ID = new OrderId("A-1");

    private static final List<Source> PLATFORMS =
            List.of(Source.of(Platform.STRIPE, "a"), Source.of(Platform.STRIPE, "b"), Source.of(Platform.SHOPIFY, "s"));

    private final Random random;

    RandomParts(Random random) {
        this.random = random;
    }

    /** Returns parts that are the same for the same seed. */
    public static List<Part> of(long seed) {
        return new RandomParts(new Random(seed)).parts();
    }

    /** What arrived, in time order; several versions of one part are among them. */
    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        int count = 1 + random.nextInt(8);
        for (int version = 1; version <= count; version++) {
            parts.addAll(next(parts, version));
        }
        return parts;
    }

    /** An upload of the given statement. */
    static Part upload(Statement statement, long version) {
        return new Part(PartKey.UPLOAD, version, new Upload(null, statement));
    }

    private List<Part> next(List<Part> before, long version) {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> List.of(upload(statement(), version));
            case 3, 4 -> patch(before, version);
            case 5 -> {
                RefundObject.RefundState state = pick(RefundObject.RefundState.values());
                Money money = new Money(pick(100L, 300L, 1000L), currency());
                yield List.of(new Part(
                        new PartKey(platform(), "refund/re_" + random.nextInt(3) + pick("", "", PartKey.FAILED)),
                        version,
                        new RefundObject(money, state, pick("charge/ch_0", "charge/ch_1", null))));
            }
            case 6 ->
                List.of(new Part(
                        new PartKey(platform(), "order/1"),
                        version,
                        new PlatformObject(PlatformObject.Kind.OTHER, statement(), null)));
            case 7 ->
                List.of(new Part(
                        new PartKey(
                                platform(),
                                "charge/ch_" + random.nextInt(3) + PartKey.STATE_OF_CHARGE
                                        + pick("", "/c1", "/c2", "/c1/failed")),
                        version,
                        new PlatformObject(PlatformObject.Kind.STATE, statement(), null)));
            default ->
                List.of(new Part(
                        new PartKey(platform(), "charge/ch_" + random.nextInt(3)),
                        version,
                        new PlatformObject(PlatformObject.Kind.CHARGE, statement(), null)));
        };
    }

    private List<Part> patch(List<Part> before, long version) {
        if (!(Composition.of(ID, before) instanceof Composition.Complete held)) {
            return List.of();
        }
        StatedField field = pick(OrderFields.ORDER.stated().values().stream()
                .filter(StatedField::isPatchable)
                .toArray(StatedField[]::new));
        return List.of(
                PatchCell.part(field, statement(), before, held.order().charge().money(), version));
    }

    Statement statement() {
        Values statement = new Values(OrderFields.ORDER);
        if (random.nextInt(4) > 0) {
            statement.put(new Money(pick(1000L, 1000L, 1000L, 1200L), currency()));
        }
        statement.put(OrderFields.TRANSACTION_DATE, day(1 + random.nextInt(3)));
        statement.put(OrderFields.SETTLED_AT, day(1 + random.nextInt(5)));
        statement.put(OrderFields.FULFILLED_AT, day(1 + random.nextInt(5)));
        if (random.nextBoolean()) {
            statement
                    .put(OrderFields.BIN, pick("424242", "42424242", null))
                    .put(OrderFields.LAST4, pick("4242", "1111", null))
                    .put(OrderFields.BRAND, pick(new Brand("visa"), null));
        }
        statement.put(OrderFields.AUTH_CODE, pick("1", "2", null)).put(OrderFields.ARN, pick("74", "75", null));
        statement.put(
                OrderFields.STATUS, pick(PaymentState.CAPTURED, PaymentState.UNCAPTURED, PaymentState.FAILED, null));
        if (random.nextInt(3) == 0) {
            statement.put(new StatedRefund(random.nextBoolean(), pick(100L, 400L, 1000L, null)));
        }
        if (random.nextBoolean()) {
            statement.put(OrderFields.IP, pick("203.0.113.7", "203.0.113.8"));
        }
        statement
                .put(OrderFields.DEVICE_ID, pick("d1", "d2", null))
                .put(OrderFields.DEVICE_FINGERPRINT, pick("f1", "f2", null));
        if (random.nextBoolean()) {
            statement.put(OrderFields.CUSTOMER_EMAIL, pick("ann@example.com", "bob@example.com"));
        }
        statement
                .put(OrderFields.DELIVERY_STATUS, pick("sent", null))
                .put(OrderFields.DELIVERY_CARRIER, pick("DHL", null))
                .put(OrderFields.DELIVERY_TRACKING_NUMBER, pick("T1", "T2", null));
        return statement.statement();
    }

    private Source platform() {
        return PLATFORMS.get(random.nextInt(PLATFORMS.size()));
    }

    private Currency currency() {
        return Currency.getInstance(random.nextInt(6) == 0 ? "EUR" : "USD");
    }

    private @Nullable OrderTime day(int day) {
        return random.nextInt(3) == 0 ? null : OrderTime.on(LocalDate.of(2026, 11, day));
    }

    @SafeVarargs
    private final <T extends @Nullable Object> T pick(T... values) {
        return values[random.nextInt(values.length)];
    }
}
