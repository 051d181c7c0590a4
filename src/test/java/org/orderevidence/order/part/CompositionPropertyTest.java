package org.orderevidence.order.part;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.part.PartContent.PatchCell;

/** What is true of every composition, tried with random parts. The seed of a failure is in its message. */
class CompositionPropertyTest {
    private static final int TRIES = 6_000;

    /** A version greater than that of every random part. */
    private static final long LAST = 100;

    private static final OrderTime FIRST_DAY = OrderTime.on(LocalDate.of(2026, 11, 1));
    private static final Receipt.Delivery NO_DELIVERY = new Receipt.Delivery(null, null, null, null);

    @Test
    void anyOrderAndRepetitionOfArrivalMakesTheSameOrder() {
        forRandomParts((random, parts) -> {
            List<Part> again = new ArrayList<>(parts);
            again.addAll(parts.subList(0, random.nextInt(parts.size() + 1)));
            Collections.shuffle(again, random);
            assertEquals(compose(parts), compose(again));
        });
    }

    @Test
    void anIdenticalUploadChangesNothing() {
        forRandomParts((random, parts) -> {
            Statement uploaded = StatedParts.of(parts).uploaded();
            if (!uploaded.equals(Statement.EMPTY)) {
                assertEquals(compose(parts), compose(with(parts, RandomParts.upload(uploaded, LAST))));
            }
        });
    }

    @Test
    void anUploadThatLeavesAPatchedFieldOutNeverClearsThePatch() {
        Statement amountOnly = new Values(OrderFields.ORDER)
                .put(new Money(1000, Currency.getInstance("USD")))
                .put(OrderFields.TRANSACTION_DATE, FIRST_DAY)
                .statement();
        int[] patched = {0};
        forRandomParts((random, parts) -> {
            Composition.Complete composed = complete(with(parts, RandomParts.upload(amountOnly, LAST)));
            StatedParts stated = StatedParts.of(parts);
            PatchCell arn = stated.patch(OrderFields.ARN.stated());
            if (arn != null) {
                patched[0]++;
                assertEquals(
                        arn.value().get(OrderFields.ARN),
                        composed.order().charge().references().arn());
                assertEquals(Source.PATCH, composed.sources().get(OrderFields.ARN.stated()));
            }
            PatchCell tracking = stated.patch(OrderFields.DELIVERY_TRACKING_NUMBER.stated());
            if (tracking != null) {
                assertEquals(
                        delivery(OrderFields.receipt(tracking.value())).trackingNumber(),
                        delivery(composed.order().receipt()).trackingNumber());
            }
        });
        assertTrue(patched[0] > TRIES / 100, "random parts with a patched arn: " + patched[0]);
    }

    @Test
    void anUploadThatStatesSomethingNewSupersedesThePatch() {
        Statement news = new Values(OrderFields.ORDER)
                .put(new Money(1000, Currency.getInstance("USD")))
                .put(OrderFields.TRANSACTION_DATE, FIRST_DAY)
                .put(OrderFields.ARN, "never stated before")
                .statement();
        forRandomParts((random, parts) -> {
            Composition.Complete composed = complete(with(parts, RandomParts.upload(news, LAST)));
            assertEquals(
                    "never stated before",
                    composed.order().charge().references().arn());
            boolean patched = StatedParts.of(parts).patch(OrderFields.ARN.stated()) != null;
            assertEquals(patched, composed.superseded().contains(OrderFields.ARN.stated()));
        });
    }

    @Test
    void amountAndCurrencyComeFromOnePartUnlessCapturesAreAddedUp() {
        forEachOrder((order, parts, composed) -> {
            Money money = order.charge().money();
            boolean byOne = parts.stream()
                    .anyMatch(part -> money.equals(statementOf(part).money()));
            Source source = composed.sources().get(OrderFields.AMOUNT.stated());
            assertTrue(
                    byOne
                            || parts.stream()
                                    .map(Part::key)
                                    .anyMatch(key -> key.source().equals(source) && key.isStateOfCharge()),
                    "no part states it");
        });
    }

    @Test
    void theDigitsOfTheCardComeFromOnePart() {
        forEachOrder((order, parts, composed) -> {
            PaymentCredential card = order.charge().credential();
            if (card.bin() != null || card.last4() != null) {
                assertStatedByOne(parts, statement -> {
                    PaymentCredential stated = statement.credential();
                    return Objects.equals(stated.bin(), card.bin()) && Objects.equals(stated.last4(), card.last4());
                });
            }
        });
    }

    @Test
    void deviceIdAndFingerprintComeFromOnePart() {
        forEachOrder((order, parts, composed) -> {
            Customer customer = order.customer();
            if (customer.deviceId() != null || customer.deviceFingerprint() != null) {
                assertStatedByOne(
                        parts,
                        statement ->
                                Objects.equals(OrderFields.customer(statement).deviceId(), customer.deviceId())
                                        && Objects.equals(
                                                OrderFields.customer(statement).deviceFingerprint(),
                                                customer.deviceFingerprint()));
            }
        });
    }

    @Test
    void aRefundIsWithinTheAmountAndInFullExactlyWhenItIsTheAmount() {
        forEachOrder((order, parts, composed) -> {
            Charge charge = order.charge();
            Long refunded = charge.refundedAmountMinor();
            if (refunded != null) {
                assertTrue(refunded >= 0 && refunded <= charge.money().amountMinor(), "refunded " + refunded);
                assertEquals(refunded == charge.money().amountMinor(), charge.refunded());
            }
        });
    }

    @Test
    void aSettlementFitsTheTransaction() {
        forEachOrder((order, parts, composed) -> {
            OrderTime settled = order.charge().settledAt();
            assertTrue(settled == null || Charge.canSettle(order.charge().transactionTime(), settled));
        });
    }

    @Test
    void aValueIsStatedByTheSourceThatIsNamed() {
        forEachOrder((order, parts, composed) -> {
            PersonalText email = order.receipt().customerEmail();
            Source source = composed.sources().get(OrderFields.CUSTOMER_EMAIL.stated());
            assertEquals(email == null, source == null);
            if (source != null) {
                List<Part> ofSource = parts.stream()
                        .filter(part -> part.key().source().equals(source))
                        .toList();
                assertStatedByOne(
                        ofSource,
                        statement ->
                                Objects.equals(OrderFields.receipt(statement).customerEmail(), email));
            }
        });
    }

    @Test
    void aMismatchedPartStatesAnotherAmountOrCurrency() {
        forEachOrder((order, parts, composed) -> {
            for (String key : composed.mismatched()) {
                List<Part> versions = parts.stream()
                        .filter(part -> part.key().toString().equals(key)
                                || (part.key().isStateOfCharge()
                                        && part.key().charge().toString().equals(key)))
                        .toList();
                assertStatedByOne(versions, statement -> {
                    Money stated = statement.money();
                    return stated != null && !stated.equals(order.charge().money());
                });
            }
        });
    }

    private static void assertStatedByOne(List<Part> parts, Predicate<Statement> states) {
        assertTrue(parts.stream().map(CompositionPropertyTest::statementOf).anyMatch(states), "no part states it");
    }

    private static Composition compose(List<Part> parts) {
        return Composition.of(RandomParts.ID, parts);
    }

    private static Composition.Complete complete(List<Part> parts) {
        return assertInstanceOf(Composition.Complete.class, compose(parts));
    }

    private interface OrderCheck {
        void check(Order order, List<Part> parts, Composition.Complete composed);
    }

    private static void forEachOrder(OrderCheck check) {
        int[] orders = {0};
        forRandomParts((random, parts) -> {
            if (compose(parts) instanceof Composition.Complete composed) {
                orders[0]++;
                check.check(composed.order(), parts, composed);
            }
        });
        assertTrue(orders[0] > TRIES / 4, "random parts that made an order: " + orders[0]);
    }

    private static void forRandomParts(BiConsumer<Random, List<Part>> check) {
        for (int seed = 0; seed < TRIES; seed++) {
            Random random = new Random(seed);
            List<Part> parts = new RandomParts(random).parts();
            if (parts.isEmpty()) {
                continue;
            }
            try {
                check.accept(random, parts);
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("seed " + seed + ": " + failure.getMessage(), failure);
            }
        }
    }

    private static List<Part> with(List<Part> parts, Part another) {
        List<Part> all = new ArrayList<>(parts);
        all.add(another);
        return all;
    }

    private static Statement statementOf(Part part) {
        return switch (part.content()) {
            case PartContent.Upload upload -> upload.statement();
            case PatchCell patch -> patch.value();
            case PartContent.PlatformObject object -> object.statement();
            case PartContent.RefundObject _, PartContent.Moved _ -> Statement.EMPTY;
        };
    }

    private static Receipt.Delivery delivery(Receipt receipt) {
        Receipt.Delivery delivery = receipt.delivery();
        return delivery == null ? NO_DELIVERY : delivery;
    }
}
