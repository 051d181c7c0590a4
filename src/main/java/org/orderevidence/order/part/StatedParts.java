package org.orderevidence.order.part;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.Texts;
import org.orderevidence.order.part.PartContent.Moved;
import org.orderevidence.order.part.PartContent.PatchCell;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartContent.Upload;

/** The newest version of each part, by what it is, in the order in which they win. */
final class StatedParts {
    /**
     * The best charge first: cards before gift cards, captured before uncaptured before failed, one that was not paid back before one that was,
     * then the newest, then the greater id.
     */
    private static final Comparator<Charge> BEST_CHARGE = Comparator.comparing(Charge::ofGiftCard)
            .thenComparing(Charge::state)
            .thenComparing(Charge::paidBack)
            .thenComparing(Charge::time, Comparator.nullsLast(StatedParts::newestFirst))
            .thenComparing(charge -> charge.stated().key().object(), (a, b) -> Texts.compareByCodePoint(b, a))
            .thenComparing(charge -> charge.stated().key());

    private @Nullable Stated upload;
    private @Nullable Long revision;
    private @Nullable OrderId movedTo;
    private final Map<StatedField, PatchCell> patches = new HashMap<>();
    private final SortedMap<Source, List<Charge>> charges = new TreeMap<>();

    /** What happened to each charge, by the key of the charge. */
    private final Map<PartKey, List<Stated>> states = new HashMap<>();

    /** What was not paid with the card, by source. */
    private final Map<Source, List<Stated>> credits = new HashMap<>();

    /** How the customer paid, by the key of the charge. */
    private final Map<PartKey, String> methods = new HashMap<>();

    private final List<Stated> objects = new ArrayList<>();

    /** Orders of a shop that have the name of a newer one. */
    private final List<Stated> otherOrders = new ArrayList<>();

    private final SortedMap<PartKey, RefundObject> refunds = new TreeMap<>();

    /**
     * A charge.
     *
     * @param ofGiftCard true if no card was charged
     * @param paidBack true if the refunds that name it are its amount
     */
    private record Charge(
            Stated stated,
            boolean ofGiftCard,
            PaymentState state,
            boolean paidBack,
            @Nullable OrderTime time) {
        Statement statement() {
            return stated.statement();
        }
    }

    private StatedParts() {}

    static StatedParts of(Collection<Part> parts) {
        Map<PartKey, Part> newest = HashMap.newHashMap(parts.size());
        for (Part part : parts) {
            newest.merge(part.key(), part, (one, other) -> other.version() > one.version() ? other : one);
        }
        StatedParts sorted = new StatedParts();
        List<Stated> ofCharges = new ArrayList<>();
        newest.values().forEach(part -> sorted.add(part, ofCharges));
        sorted.objects.sort(Stated.NEWEST);
        sorted.takeOutOtherOrders();
        sorted.objects.replaceAll(object ->
                object.without(sorted.credits.getOrDefault(object.key().source(), List.of())));
        // A charge of a shop gets its state and its amount from the other objects.
        sorted.addCharges(ofCharges);
        sorted.charges.values().forEach(ofSource -> ofSource.sort(BEST_CHARGE));
        return sorted;
    }

    private void takeOutOtherOrders() {
        Set<Source> shops = new TreeSet<>();
        for (Stated object : objects) {
            if (object.statement().money() != null && !shops.add(object.key().source())) {
                otherOrders.add(object);
            }
        }
        objects.removeAll(otherOrders);
    }

    private void add(Part part, List<Stated> ofCharges) {
        PartKey key = part.key();
        switch (part.content()) {
            case Upload(Long number, Statement statement) -> {
                upload = new Stated(key, part.version(), statement);
                revision = number;
            }
            case PatchCell patch -> patches.put(patch.field(), patch);
            case RefundObject refund -> refunds.put(key, refund);
            // All marks of an order name the same target. If not, the result must not depend on their sequence.
            case Moved(OrderId to) -> movedTo = movedTo == null || to.compareTo(movedTo) < 0 ? to : movedTo;
            case PlatformObject(PlatformObject.Kind kind, Statement statement, String method) -> {
                if (method != null) {
                    methods.put(key, method);
                }
                Stated stated = new Stated(key, part.version(), statement);
                switch (kind) {
                    case CHARGE -> ofCharges.add(stated);
                    case STATE ->
                        states.computeIfAbsent(key.charge(), charge -> new ArrayList<>())
                                .add(stated);
                    case CREDIT ->
                        credits.computeIfAbsent(key.source(), source -> new ArrayList<>())
                                .add(stated);
                    case OTHER -> objects.add(stated);
                }
            }
        }
    }

    /**
     * Adds each charge with what happened to it. A charge of which only that has arrived counts if its source has no
     * other.
     */
    private void addCharges(List<Stated> ofCharges) {
        if (!refunds.isEmpty()) {
            Set<String> refundKeys =
                    refunds.keySet().stream().map(PartKey::toString).collect(Collectors.toSet());
            refunds.keySet().removeIf(key -> refundKeys.contains(key.failure()));
            refunds.replaceAll(this::ofCharge);
        }
        for (Stated charge : ofCharges) {
            addCharge(charge, states.remove(charge.key()));
        }
        new TreeMap<>(states).forEach((charge, happened) -> {
            if (!charges.containsKey(charge.source())) {
                addCharge(new Stated(charge, 0, Statement.EMPTY), happened);
            }
        });
    }

    /** A refund can name a capture: it belongs to the charge of that. */
    private RefundObject ofCharge(PartKey key, RefundObject refund) {
        return states.values().stream()
                .flatMap(List::stream)
                .map(Stated::key)
                .filter(state -> state.source().equals(key.source()) && state.isOfCapture(refund.charge()))
                .findFirst()
                .map(state -> new RefundObject(
                        refund.money(), refund.state(), state.charge().object()))
                .orElse(refund);
    }

    private void addCharge(Stated alone, @Nullable List<Stated> happened) {
        // A shop states with another part than that of the card how far the payment got.
        PaymentState reached = Stated.first(
                Stream.concat(Stream.of(alone), objects.stream().filter(object -> object.isStateOf(alone.key()))),
                stated -> stated.get(OrderFields.STATUS));
        Stated known = alone.with(OrderFields.STATUS, reached);
        Stated charge = happened == null ? known : known.after(happened);
        Statement now = charge.statement();
        PaymentState state = now.get(OrderFields.STATUS);
        Money own = now.money();
        // The charges of a shop have no amount: each may be the whole order.
        Money money = own == null ? ofOrder(charge.key().source(), Statement::money) : own;
        StatedRefund refund =
                RefundTotal.ofCharge(own == null ? null : now.refund(), refunds(charge.key(), true), money);
        boolean paidBack = refund != null
                && money != null
                && refund.of(money.amountMinor()) > 0
                && refund.of(money.amountMinor()) == money.amountMinor();
        charges.computeIfAbsent(charge.key().source(), source -> new ArrayList<>())
                .add(new Charge(
                        charge,
                        PlatformObject.GIFT_CARD.equals(methods.get(charge.key())),
                        state == null ? PaymentState.CAPTURED : state,
                        paidBack,
                        now.get(OrderFields.TRANSACTION_DATE)));
    }

    /** The revision of the upload; empty if it has none, or there is no upload. */
    @Nullable
    Long revision() {
        return revision;
    }

    /** Returns how the customer paid, by the first charge that states it; empty if none does. */
    @Nullable
    String method() {
        for (Source.Role role : List.of(Source.Role.PROCESSOR, Source.Role.SHOP)) {
            for (Stated charge : chosenCharges()) {
                String method = methods.get(charge.key());
                if (method != null && isOf(charge, role)) {
                    return method;
                }
            }
        }
        return null;
    }

    /** Returns the order to which the parts were moved; empty if they were not, or the merchant uploaded this order. */
    @Nullable
    OrderId movedTo() {
        return upload == null ? movedTo : null;
    }

    /** Returns the statement of the upload, or an empty one if there is no upload. */
    Statement uploaded() {
        return upload == null ? Statement.EMPTY : upload.statement();
    }

    @Nullable
    PatchCell patch(StatedField field) {
        return patches.get(field);
    }

    /** Returns the sources that state a refund in any other way than with a charge. */
    Set<Source> refunding() {
        Set<Source> sources = new TreeSet<>();
        refunds.keySet().forEach(refund -> sources.add(refund.source()));
        objects.forEach(object -> {
            if (object.statement().refund() != null) {
                sources.add(object.key().source());
            }
        });
        return sources;
    }

    List<RefundObject> refunds(Source source) {
        return refunds.entrySet().stream()
                .filter(entry -> entry.getKey().source().equals(source))
                .map(Map.Entry::getValue)
                .toList();
    }

    /**
     * Returns the refunds of a charge. One that names nothing is of another charge that was paid back, if there is one.
     *
     * @param named true for those that name it only; else also those that name no charge of the order
     */
    List<RefundObject> refunds(PartKey charge, boolean named) {
        boolean isOtherPaidBack = charges.getOrDefault(charge.source(), List.of()).stream()
                .anyMatch(other -> other.paidBack() && !other.stated().key().equals(charge));
        return refunds(charge.source()).stream()
                .filter(refund -> charge.object().equals(refund.charge())
                        || !(named
                                || (refund.charge() == null && isOtherPaidBack)
                                || isCharge(charge.source(), refund.charge())))
                .toList();
    }

    /**
     * Returns the parts with the objects of each kind of platform before its charges: a checkout session shows that the
     * customer was there, also if the charge looks like one by the merchant.
     */
    List<Stated> chargesLast(List<Stated> stated) {
        List<Stated> sorted = new ArrayList<>(stated);
        sorted.sort(Comparator.comparing((Stated part) -> part.key().source().role())
                .thenComparing(part -> isCharge(part.key().source(), part.key().object())));
        return sorted;
    }

    private boolean isCharge(Source source, @Nullable String object) {
        return charges.getOrDefault(source, List.of()).stream()
                .anyMatch(charge -> charge.stated().key().object().equals(object));
    }

    /**
     * What the order of a shop, which is no charge, states about its refunds, without those of a charge that does not
     * count, as after a double payment. Empty if it states nothing.
     */
    @Nullable
    StatedRefund refundOfOrder(Source source) {
        StatedRefund stated = ofOrder(source, Statement::refund);
        Money total = ofOrder(source, Statement::money);
        Long sum = stated == null ? null : stated.amountMinor();
        List<Charge> paid = charges.getOrDefault(source, List.of());
        if (sum == null || total == null) {
            return stated;
        }
        long ofOthers = paid.stream()
                .skip(1)
                .map(other -> RefundTotal.ofCharge(null, refunds(other.stated().key(), true), total))
                .filter(Objects::nonNull)
                .mapToLong(refund -> refund.of(total.amountMinor()))
                .sum();
        return ofOthers == 0 ? stated : ofOthers < sum ? new StatedRefund(false, sum - ofOthers) : null;
    }

    private <T> @Nullable T ofOrder(Source source, Function<Statement, @Nullable T> value) {
        return Stated.first(
                objects.stream().filter(object -> object.key().source().equals(source)), value);
    }

    /** The charge of each source that counts: of several the best one. */
    List<Stated> chosenCharges() {
        // Most orders have an upload only.
        if (charges.isEmpty()) {
            return List.of();
        }
        return charges.values().stream()
                .map(List::getFirst)
                .sorted(BEST_CHARGE)
                .map(Charge::stated)
                .toList();
    }

    /**
     * Returns the charges that were paid with another amount than the order, with another card by another customer, or
     * weeks apart, although another charge of their source counts: most probably another purchase. So is another order of
     * a shop.
     */
    List<Stated> otherPurchases(Money money) {
        List<Stated> others = new ArrayList<>(otherOrders);
        for (List<Charge> ofSource : charges.values()) {
            Statement best = ofSource.getFirst().statement();
            ofSource.stream()
                    .skip(1)
                    .filter(charge ->
                            charge.state() == PaymentState.CAPTURED && !charge.paidBack() && !charge.ofGiftCard())
                    .filter(charge -> isOtherAmount(charge.statement().money(), money)
                            || isOfOtherCustomer(charge.statement(), best)
                            || isOfOtherTime(charge.statement(), best))
                    .map(Charge::stated)
                    .forEach(others::add);
        }
        return others;
    }

    private static boolean isOtherAmount(@Nullable Money one, @Nullable Money other) {
        return one != null && other != null && !one.equals(other);
    }

    /** A double payment happens within days. The charges of a shop can be instalments. */
    private static boolean isOfOtherTime(Statement one, Statement other) {
        OrderTime time = one.get(OrderFields.TRANSACTION_DATE);
        OrderTime otherTime = other.get(OrderFields.TRANSACTION_DATE);
        return one.money() != null
                && time != null
                && otherTime != null
                && Math.abs(ChronoUnit.DAYS.between(time.day(), otherTime.day())) > 7;
    }

    /** Another card, and another e-mail address or, if one is not stated, another login. */
    private static boolean isOfOtherCustomer(Statement one, Statement other) {
        String email = one.get(OrderFields.CUSTOMER_EMAIL);
        String otherEmail = other.get(OrderFields.CUSTOMER_EMAIL);
        String login = one.get(OrderFields.CUSTOMER_ACCOUNT_ID);
        String otherLogin = other.get(OrderFields.CUSTOMER_ACCOUNT_ID);
        boolean isOther = (email != null && otherEmail != null)
                ? !email.equalsIgnoreCase(otherEmail)
                : login != null && otherLogin != null && !login.equals(otherLogin);
        return isOther && one.credential().isOtherThan(other.credential());
    }

    /**
     * Returns true if a source of this platform has a paid charge with another amount and another card than this one, or
     * one by another customer with another card: most probably the order of another shop that has the same id.
     */
    boolean hasOtherPurchase(Part charge) {
        if (!(charge.content() instanceof PlatformObject(var kind, Statement statement, var method))
                || kind != PlatformObject.Kind.CHARGE) {
            return false;
        }
        boolean isOfGiftCard = PlatformObject.GIFT_CARD.equals(method);
        Platform platform = charge.key().source().platform();
        return charges.values().stream()
                .flatMap(List::stream)
                .filter(held -> held.state() != PaymentState.FAILED
                        && held.stated().key().source().platform() == platform)
                .anyMatch(held -> isOfOtherCustomer(held.statement(), statement)
                        || (held.state() == PaymentState.CAPTURED
                                // A gift card and a card can pay one order together.
                                && !isOfGiftCard
                                && !held.ofGiftCard()
                                && isOtherAmount(held.statement().money(), statement.money())
                                && held.statement().credential().isOtherThan(statement.credential())));
    }

    /** The parts that state payment fields, the one that wins first: upload, processors, shops. */
    List<Stated> payments() {
        return all(List.of(Source.Role.PROCESSOR, Source.Role.SHOP), false);
    }

    /** The parts that state fields of the purchase, the one that wins first: upload, shops, processors. */
    List<Stated> purchases() {
        return all(List.of(Source.Role.SHOP, Source.Role.PROCESSOR), true);
    }

    private List<Stated> all(List<Source.Role> roles, boolean withOtherCharges) {
        List<Stated> all = new ArrayList<>();
        if (upload != null) {
            all.add(upload);
        }
        // Most orders have an upload only.
        if (charges.isEmpty() && objects.isEmpty()) {
            return all;
        }
        for (Source.Role role : roles) {
            chosenCharges().stream().filter(charge -> isOf(charge, role)).forEach(all::add);
            objects.stream().filter(object -> isOf(object, role)).forEach(all::add);
            if (withOtherCharges) {
                charges.values().stream()
                        .flatMap(ofSource -> ofSource.stream().skip(1))
                        .filter(charge -> isOf(charge.stated(), role))
                        .sorted(BEST_CHARGE)
                        .map(Charge::stated)
                        .forEach(all::add);
            }
        }
        return all;
    }

    private static boolean isOf(Stated stated, Source.Role role) {
        return stated.key().source().role() == role;
    }

    /** A date without a time of day counts as the first moment of its day. */
    private static int newestFirst(OrderTime one, OrderTime other) {
        return Comparator.comparing(OrderTime::day)
                .thenComparing(OrderTime::instant, Comparator.nullsFirst(Comparator.naturalOrder()))
                .compare(other, one);
    }

    /** A part that states fields of the order. */
    record Stated(PartKey key, long version, Statement statement) {
        static final Comparator<Stated> NEWEST =
                Comparator.comparingLong(Stated::version).reversed().thenComparing(Stated::key);

        /**
         * Returns the same charge after what happened to it. The times of the events do not count: a charge that was captured
         * is paid, with the sum of its captures that did not fail. Otherwise, one that was cancelled or whose captures failed
         * is failed, also if the charge itself counts as captured because its platform captures by itself.
         *
         * @param events parts about the charge, in any sequence
         */
        Stated after(List<Stated> events) {
            PaymentState own = statement.get(OrderFields.STATUS);
            List<Stated> newest = events.stream().sorted(NEWEST).toList();
            Money charged = first(Stream.concat(Stream.of(this), newest.stream()), Statement::money);
            Set<String> failures = newest.stream()
                    .filter(event -> event.is(PaymentState.FAILED))
                    .map(event -> event.key.toString())
                    .collect(Collectors.toSet());
            List<Stated> captures = newest.stream()
                    .filter(event -> event.is(PaymentState.CAPTURED) && event.amountIn(charged) != null)
                    .toList();
            boolean isCancelled =
                    newest.stream().anyMatch(event -> event.is(PaymentState.FAILED) && event.amountIn(charged) == null);
            boolean isCaptured = newest.stream().anyMatch(event -> event.is(PaymentState.CAPTURED))
                    || (own == PaymentState.CAPTURED && !isCancelled);
            boolean isEnded = own == PaymentState.FAILED || !failures.isEmpty();

            long captured = captures.isEmpty() && charged != null ? charged.amountMinor() : sum(captures, charged);
            long failed = sum(
                    newest.stream()
                            .filter(event -> event.is(PaymentState.FAILED))
                            .toList(),
                    charged);
            boolean isPaid = isCaptured && (failed == 0 || captured > failed);
            Money amount = isPaid && charged != null
                    ? new Money(Math.min(captured - failed, Money.MAX_AMOUNT_MINOR), charged.currency())
                    : charged;
            List<Stated> lasting = newest.stream()
                    .filter(event -> event.is(PaymentState.CAPTURED) && !failures.contains(event.key.failure()))
                    .toList();
            PaymentState state = isPaid
                    ? PaymentState.CAPTURED
                    : isCaptured || isEnded
                            ? PaymentState.FAILED
                            : first(
                                    Stream.concat(Stream.of(this), newest.stream()),
                                    stated -> stated.get(OrderFields.STATUS));
            Values changed = statement.change().put(amount).put(OrderFields.STATUS, state);
            putIfKnown(changed, OrderFields.SETTLED_AT, lasting);
            putIfKnown(changed, OrderFields.ARN, lasting);
            return new Stated(key, version, changed.statement());
        }

        private static <T> void putIfKnown(Values changed, Field<T> field, List<Stated> captures) {
            T value = first(captures.stream(), stated -> stated.get(field));
            if (value != null) {
                changed.put(field, value);
            }
        }

        /**
         * Returns the same order of a shop with the amount that its card paid, and with the rest as items of its receipt. An
         * order that was paid completely without a card stays as it is.
         *
         * @param credits what was not paid with the card, in any sequence
         */
        Stated without(List<Stated> credits) {
            Money total = statement.money();
            List<Stated> paid = credits.stream()
                    .filter(credit -> !credit.is(PaymentState.FAILED) && credit.amountIn(total) != null)
                    .sorted(Comparator.comparing(Stated::key))
                    .toList();
            long sum = sum(paid, total);
            if (total == null || sum == 0 || sum >= total.amountMinor()) {
                return this;
            }
            Money amount = new Money(total.amountMinor() - sum, total.currency());
            Values changed = statement.change().put(amount);
            List<LineItem> own = statement.get(OrderFields.LINE_ITEMS);
            if (own != null) {
                List<LineItem> items = new ArrayList<>(own);
                paid.stream()
                        .map(credit -> credit.statement.get(OrderFields.LINE_ITEMS))
                        .filter(Objects::nonNull)
                        .forEach(items::addAll);
                changed.put(OrderFields.LINE_ITEMS, items.size() > Receipt.MAX_LINE_ITEMS ? own : items);
            }
            return new Stated(key, version, changed.statement());
        }

        private <T> Stated with(Field<T> field, @Nullable T value) {
            return new Stated(key, version, statement.change().put(field, value).statement());
        }

        /** Returns true if this part states how far the payment got with the charge, which is another part. */
        private boolean isStateOf(PartKey charge) {
            return key.isStateOfCharge() && key.charge().equals(charge);
        }

        private boolean is(PaymentState state) {
            return statement.get(OrderFields.STATUS) == state;
        }

        /** What the part states in the currency of a charge; empty if it states no amount, or another currency. */
        private @Nullable Long amountIn(@Nullable Money charged) {
            Money money = statement.money();
            return money == null || charged == null || !money.currency().equals(charged.currency())
                    ? null
                    : (Long) money.amountMinor();
        }

        private static long sum(List<Stated> parts, @Nullable Money charged) {
            return parts.stream()
                    .map(part -> part.amountIn(charged))
                    .filter(Objects::nonNull)
                    .mapToLong(Long::longValue)
                    .sum();
        }

        private static <T> @Nullable T first(Stream<Stated> parts, Function<Statement, @Nullable T> value) {
            return parts.map(part -> value.apply(part.statement))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
    }
}
