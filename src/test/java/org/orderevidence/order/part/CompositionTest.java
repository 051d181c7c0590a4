package org.orderevidence.order.part;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.part.PartContent.Moved;
import org.orderevidence.order.part.PartContent.PatchCell;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartContent.Upload;

/** What is true of every composition, tried with random parts. The seed of a failure is in its message. */
class CompositionTest {
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
        assertTrue(parts.stream().map(CompositionTest::statementOf).anyMatch(states), "no part states it");
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

    private static final OrderId ID = new OrderId("A-1");

    private static final int SHUFFLES = 50;

    private static final OrderId MOVED = new OrderId("pi_1");

    private static final OrderId BETTER = new OrderId("A-1");

    private static final Source STRIPE = Source.of(Platform.STRIPE, "main");

    private static final Part MARK = new Part(new PartKey(STRIPE, "moved"), 5, new Moved(BETTER));

    static Stream<Arguments> examples() throws IOException {
        String page = Files.readString(Path.of("docs", "several-sources.md"));
        int heading = page.indexOf("\n## Examples\n");
        assertTrue(heading > 0, "the document has no examples");
        Stream<String> items =
                Stream.of(page.substring(heading).split("\n- ", -1)).skip(1);
        List<Arguments> examples = Stream.concat(
                        items, Files.readAllLines(Path.of("src/test/resources/composition-examples.txt")).stream())
                .map(item -> item.strip().replaceAll("\\s+", " ").split(" → ", -1))
                .map(sides -> Arguments.of(sides[0], sides[1]))
                .toList();
        assertTrue(examples.size() > 25, "only " + examples.size() + " examples");
        return examples.stream();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theOrderIsAsTheDocumentSays(String arrivals, String expected) {
        List<Part> parts = new ArrayList<>();
        for (String arrival : arrivals.split(";", -1)) {
            parts.addAll(arrive(arrival.strip(), List.copyOf(parts)));
        }
        Random random = new Random(1);
        for (int i = 0; i < SHUFFLES; i++) {
            Composition composed = Composition.of(ID, parts);
            for (String expectation : expected.split(", ", -1)) {
                assertEquals(expectation, describe(composed, expectation));
            }
            assertEquals(problems(expected), problems(composed));
            parts.add(parts.get(random.nextInt(parts.size())));
            Collections.shuffle(parts, random);
        }
    }

    private static List<Part> arrive(String arrival, List<Part> before) {
        int colon = arrival.indexOf(": ");
        String[] who = arrival.substring(0, colon).split(" ", -1);
        String[] fields = arrival.substring(colon + 2).split(", ", -1);
        Source source = Source.named(who[0]);
        long version = before.size() + 1L;
        if (source.equals(Source.UPLOAD)) {
            return List.of(new Part(PartKey.UPLOAD, version, new Upload(null, statement(fields))));
        }
        if (source.equals(Source.PATCH)) {
            Composition.Complete held = (Composition.Complete) Composition.of(ID, before);
            return Stream.of(fields)
                    .map(field -> PatchCell.part(
                            patched(field),
                            statement(field),
                            before,
                            held.order().charge().money(),
                            version))
                    .toList();
        }
        PartKey key = new PartKey(source, who[1]);
        String[] words = fields[0].split(" ", -1);
        if (words[0].equals("refund")) {
            RefundObject.RefundState state = words.length > 3 && words[3].equals("failed")
                    ? RefundObject.RefundState.UNDONE
                    : RefundObject.RefundState.DONE;
            String charge = words.length > 4 && words[3].equals("of") ? words[4] : null;
            return List.of(new Part(key, version, new RefundObject(money(words[1], words[2]), state, charge)));
        }
        return List.of(new Part(key, version, new PlatformObject(kind(who[1]), statement(fields), null)));
    }

    private static PlatformObject.Kind kind(String object) {
        if (!object.startsWith("charge/")) {
            return PlatformObject.Kind.OTHER;
        }
        return object.contains(PartKey.STATE_OF_CHARGE) ? PlatformObject.Kind.STATE : PlatformObject.Kind.CHARGE;
    }

    private static StatedField patched(String field) {
        return switch (field.split(" ", -1)[0]) {
            case "refunded" -> OrderFields.REFUNDED.stated();
            case "tracking" -> OrderFields.DELIVERY_TRACKING_NUMBER.stated();
            case "carrier" -> OrderFields.DELIVERY_CARRIER.stated();
            case String name -> StatedField.named(name);
        };
    }

    private static Statement statement(String... fields) {
        Values statement = new Values(OrderFields.ORDER);
        for (String field : fields) {
            String[] words = field.split(" ", -1);
            switch (words[0]) {
                case "amount" -> statement.put(new Money(Long.parseLong(words[1]), Currency.getInstance(words[2])));
                case "date" -> statement.put(OrderFields.TRANSACTION_DATE, day(words[1]));
                case "settled" -> statement.put(OrderFields.SETTLED_AT, day(words[1]));
                case "status" ->
                    statement.put(
                            OrderFields.STATUS,
                            PaymentState.of(Charge.Status.valueOf(words[1].toUpperCase(Locale.ROOT))));
                case "captured", "uncaptured", "failed" ->
                    statement.put(OrderFields.STATUS, PaymentState.valueOf(words[0].toUpperCase(Locale.ROOT)));
                case "refunded" -> refund(statement, words);
                case "card" ->
                    statement
                            .put(OrderFields.BIN, words[1])
                            .put(OrderFields.LAST4, words[2])
                            .put(OrderFields.BRAND, words.length > 3 ? new Brand(words[3]) : null);
                case "arn" -> statement.put(OrderFields.ARN, words[1].equals("none") ? null : words[1]);
                case "email" -> statement.put(OrderFields.CUSTOMER_EMAIL, words[1]);
                case "ip" -> statement.put(OrderFields.IP, words[1]);
                case "tracking" -> statement.put(OrderFields.DELIVERY_TRACKING_NUMBER, words[1]);
                case "carrier" -> statement.put(OrderFields.DELIVERY_CARRIER, words[1]);
                case String unknown -> throw new IllegalArgumentException(unknown);
            }
        }
        return statement.statement();
    }

    private static void refund(Values statement, String[] words) {
        switch (words[1]) {
            case "in" -> statement.put(new StatedRefund(true, null));
            case "none" -> {}
            case String amount -> statement.put(new StatedRefund(false, Long.valueOf(amount)));
        }
    }

    /** The value of the composition that the expectation names. */
    private static String describe(Composition composition, String expectation) {
        return switch (composition) {
            case Composition.Incomplete(var missing) ->
                "incomplete: "
                        + String.join(
                                " ",
                                new TreeSet<>(missing.stream()
                                        .map(StatedField::wireName)
                                        .toList()));
            case Composition.Complete complete -> describe(complete, expectation.split(" ", -1)[0], expectation);
        };
    }

    private static String describe(Composition.Complete composed, String what, String expectation) {
        Charge charge = composed.order().charge();
        Receipt receipt = composed.order().receipt();
        Receipt.Delivery delivery = receipt.delivery();
        return switch (what) {
            case "amount" ->
                "amount " + charge.money().amountMinor() + ' ' + charge.money().currency()
                        + by(composed, OrderFields.AMOUNT.stated());
            case "date" ->
                "date " + charge.transactionTime().day() + by(composed, OrderFields.TRANSACTION_DATE.stated());
            case "settled" -> {
                OrderTime settled = charge.settledAt();
                yield "settled " + (settled == null ? "none" : settled.day())
                        + by(composed, OrderFields.SETTLED_AT.stated());
            }
            case "status" ->
                "status " + charge.status().name().toLowerCase(Locale.ROOT) + by(composed, OrderFields.STATUS.stated());
            case "refunded" -> "refunded " + refunded(charge) + by(composed, OrderFields.REFUNDED.stated());
            case "card" -> "card " + card(charge.credential()) + by(composed, OrderFields.LAST4.stated());
            case "arn" -> "arn " + text(charge.references().arn()) + by(composed, OrderFields.ARN.stated());
            case "email" ->
                "email " + text(receipt.customerEmail()) + by(composed, OrderFields.CUSTOMER_EMAIL.stated());
            case "ip" -> "ip " + text(composed.order().customer().ip()) + by(composed, OrderFields.IP.stated());
            case "tracking" ->
                "tracking " + text(delivery == null ? null : delivery.trackingNumber())
                        + by(composed, OrderFields.DELIVERY_TRACKING_NUMBER.stated());
            case "carrier" ->
                "carrier " + text(delivery == null ? null : delivery.carrier())
                        + by(composed, OrderFields.DELIVERY_CARRIER.stated());
            // Compared as a whole by problems().
            case "mismatch", "uncaptured", "superseded" -> expectation;
            case String unknown -> throw new IllegalArgumentException(unknown);
        };
    }

    private static String by(Composition.Complete composed, StatedField field) {
        Source source = composed.sources().get(field);
        return source == null ? "" : " (" + source + ")";
    }

    private static String refunded(Charge charge) {
        Long amount = charge.refundedAmountMinor();
        StringJoiner words = new StringJoiner(" ");
        if (charge.refunded()) {
            words.add("in full");
        }
        if (amount != null) {
            words.add(amount.toString());
        }
        return words.length() == 0 ? "none" : words.toString();
    }

    private static String card(PaymentCredential card) {
        Brand brand = card.brand();
        return card.bin() == null
                ? "none"
                : card.bin() + ' ' + card.last4() + (brand == null ? "" : ' ' + brand.name());
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "none";
            case PersonalText personal -> personal.value();
            case Object other -> other.toString();
        };
    }

    private static String problems(Composition composition) {
        if (!(composition instanceof Composition.Complete complete)) {
            return "";
        }
        TreeSet<String> problems = new TreeSet<>();
        complete.mismatched().forEach(key -> problems.add("mismatch " + key));
        complete.superseded().forEach(field -> problems.add("superseded " + field.wireName()));
        if (complete.uncaptured()) {
            problems.add("uncaptured");
        }
        return String.join(", ", problems);
    }

    private static String problems(String expected) {
        return String.join(
                ", ",
                new TreeSet<>(Stream.of(expected.split(", ", -1))
                        .filter(part -> part.matches("(mismatch|superseded) .*|uncaptured"))
                        .toList()));
    }

    private static Money money(String amountMinor, String currency) {
        return new Money(Long.parseLong(amountMinor), Currency.getInstance(currency));
    }

    private static OrderTime day(String day) {
        return OrderTime.on(LocalDate.parse(day));
    }

    @Test
    void onlyAmountAndDateAreLeft() {
        for (int seed = 0; seed < 500; seed++) {
            List<Part> parts = new ArrayList<>(RandomParts.of(seed));
            parts.removeIf(part -> part.content() instanceof Upload);
            Composition before = Composition.of(MOVED, parts);
            parts.add(MARK);
            Collections.shuffle(parts, new Random(seed));
            Composition after = Composition.of(MOVED, parts);
            switch (before) {
                case Composition.Incomplete incomplete -> assertEquals(incomplete, after, "seed " + seed);
                case Composition.Complete complete -> {
                    Composition.Complete moved = assertInstanceOf(Composition.Complete.class, after);
                    Charge charge = moved.order().charge();
                    assertEquals(BETTER, moved.movedTo());
                    assertEquals(BETTER, moved.orderSources().movedTo());
                    assertEquals(complete.order().charge().money(), charge.money(), "seed " + seed);
                    assertEquals(complete.order().charge().transactionTime(), charge.transactionTime());
                    assertEquals(Charge.Status.FAILED, charge.status());
                    assertEquals(PaymentCredential.NONE, charge.credential());
                    assertEquals(Charge.References.NONE, charge.references());
                    assertEquals(Customer.NONE, moved.order().customer());
                    assertEquals(Receipt.EMPTY, moved.order().receipt());
                    assertEquals(Set.of(), moved.sources().keySet());
                }
            }
        }
    }

    @Test
    void anUploadMakesItAnOrderOfItsOwn() {
        for (int seed = 0; seed < 500; seed++) {
            List<Part> parts = new ArrayList<>(RandomParts.of(seed));
            if (parts.stream().anyMatch(part -> part.content() instanceof Upload)) {
                Composition before = Composition.of(MOVED, parts);
                parts.add(MARK);
                assertEquals(before, Composition.of(MOVED, parts), "seed " + seed);
                if (before instanceof Composition.Complete complete) {
                    assertNull(complete.movedTo());
                }
            }
        }
    }
}
