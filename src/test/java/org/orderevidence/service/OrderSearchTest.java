package org.orderevidence.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Currency;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.Faults;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Retention;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.http.ServedApi;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderQuery;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.ReceiptBuilder;
import org.orderevidence.order.TypedId;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Statements;
import org.orderevidence.service.EvidenceService.PlatformOrders;
import org.orderevidence.service.OrderSearch.SearchResult;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.sql.PostgresUrl;
import org.orderevidence.store.sql.SqlRecordStore;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.TestPostgres;

/** Random searches find what a scan of all orders finds, and show the same orders as near. */
class OrderSearchTest {
    private static final AccountSpace SPACE = new AccountSpace("shop", AccountSpace.Mode.LIVE);
    private static final LocalDate TODAY = LocalDate.ofInstant(ServedApi.NOW, ZoneOffset.UTC);
    private static final int ORDERS = 1_200;
    private static final int DAYS = 400;
    private static final int LIMIT = 100;
    private static final String PREFIX = "shop2-";
    private static final List<String> STARTS = List.of("", "#", PREFIX);
    private static final List<String> GIVEN = List.of("Ann", "José", "Zoë", "Bob", "Li");
    private static final List<String> FAMILY = List.of("Smith", "Álvarez", "de la Cruz", "Müller");
    private static final List<String> AMOUNTS =
            List.of("1999 USD", "1999 EUR", "2000 USD", "20 JPY", "0 USD", "990 EUR");

    private final Random random = new Random(20261126);
    private final Map<OrderId, Order> orders = new LinkedHashMap<>();
    private final Map<OrderId, Dispute> disputes = new LinkedHashMap<>();

    @Test
    @Tag("strikes")
    void searchesOnSqliteFindWhatAScanFinds(@TempDir Path folder) {
        try (OpenStore store = SqlRecordStore.openSqlite(
                folder.resolve("evidence.db"), SqlSettings.defaults(), ServedApi.NOW, ServedApi.CODECS)) {
            compare(store, Faults.rounds(2_000, 10_000));
        }
    }

    @Test
    @Tag("slow")
    void searchesOnPostgresFindWhatAScanFinds() {
        PostgresUrl url = PostgresUrl.parse(TestPostgres.newDatabase());
        try (OpenStore store =
                SqlRecordStore.openPostgres(url, null, SqlSettings.ofServer(null), ServedApi.NOW, ServedApi.CODECS)) {
            compare(store, 500);
        }
    }

    private void compare(OpenStore store, int searches) {
        fill(store);
        EvidenceService service = service(store);
        int found = 0;
        int near = 0;
        for (int i = 0; i < searches; i++) {
            OrderQuery query = query();
            SearchResult result = service.search(SPACE, List.of(query), null, LIMIT);
            List<String> expected = scan(order -> matches(order, query))
                    .limit(LIMIT)
                    .map(order -> order.id().value())
                    .toList();
            String what =
                    i + ": " + (query.orderId() == null ? "" : query.orderId().text()) + query.values()
                            + query.currency() + query.date() + query.from() + query.to();
            assertEquals(
                    expected,
                    result.found().orders().stream()
                            .map(order -> order.order().id().value())
                            .toList(),
                    what);
            if (expected.isEmpty()) {
                List<String> similar = near(query);
                assertEquals(
                        similar,
                        result.near().stream()
                                .map(each -> each.reason().wireName() + " "
                                        + each.order().order().id().value())
                                .toList(),
                        what);
                near += similar.isEmpty() ? 0 : 1;
            } else {
                assertEquals(List.of(), result.near(), what);
                found++;
            }
        }
        assertTrue(found > searches / 5, "found " + found);
        assertTrue(near > searches / 10, "near " + near);
    }

    private static EvidenceService service(OpenStore store) {
        Clock clock = Clock.fixed(ServedApi.NOW, ZoneOffset.UTC);
        Accounts accounts = new Accounts(store.accounts(), clock, new Random(1));
        return new EvidenceService(
                new Evidence(store.evidence(), store.sightings(), ServedApi.KEYRING, RuleSettings.DEFAULTS, clock),
                accounts,
                ServedApi.pending(store.evidence(), store.pending()),
                new Retention(accounts, 0, clock),
                new PlatformOrders() {
                    @Override
                    public void uploaded(AccountSpace space, Collection<String> chargeIds) {}

                    @Override
                    public List<String> prefixes(AccountSpace space) {
                        return List.of(PREFIX);
                    }
                });
    }

    // Orders

    private void fill(OpenStore store) {
        List<PartWrite> writes = new ArrayList<>();
        for (int i = 0; i < ORDERS; i++) {
            Order order = order(id(i));
            orders.put(order.id(), order);
            writes.add(PartWrite.of(order.id(), new Part(PartKey.UPLOAD, 1, Statements.upload(order))));
        }
        for (int i = 0; i < writes.size(); i += LIMIT) {
            store.evidence().put(SPACE, writes.subList(i, Math.min(writes.size(), i + LIMIT)), ServedApi.NOW);
        }
        for (OrderId id : orders.keySet()) {
            if (random.nextInt(10) == 0) {
                Dispute dispute = OrderFixtures.dispute("dp_" + id.value(), Dispute.Status.OPEN);
                disputes.put(id, dispute);
                store.evidence().putDispute(SPACE, id, dispute, null, ServedApi.NOW);
            }
        }
    }

    private static String id(int i) {
        return switch (i % 5) {
            case 0 -> "A-" + (1_000 + i);
            case 1 -> "#" + (2_000 + i);
            case 2 -> PREFIX + (2_000 + 3 * i);
            case 3 -> "ord" + (10 * i);
            default -> String.valueOf(4_000 + 7 * i);
        };
    }

    private Order order(String id) {
        Instant time = ServedApi.NOW.minus(random.nextInt(DAYS * 24), ChronoUnit.HOURS);
        OrderTime at =
                random.nextBoolean() ? OrderTime.at(time) : OrderTime.on(LocalDate.ofInstant(time, ZoneOffset.UTC));
        String[] money = any(AMOUNTS).split(" ", -1);
        Charge charge = ChargeBuilder.at(at)
                .amount(Long.parseLong(money[0]), money[1])
                .credential(new PaymentCredential(
                        null, null, random.nextBoolean() ? "424242" : null, chance(10) ? null : last4(), null))
                .references(new Charge.References(null, "7453" + id, null, null, null, "ch_" + id))
                .build();
        Receipt receipt = new ReceiptBuilder()
                .customerEmail(chance(5) ? null : new PersonalText(email()))
                .customerName(chance(5) ? null : new Receipt.PersonName(any(GIVEN), any(FAMILY)))
                .build();
        return new Order(new OrderId(id), null, charge, new Customer(null, null, null, null), receipt);
    }

    private boolean chance(int of) {
        return random.nextInt(of) == 0;
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private String last4() {
        return "%04d".formatted(random.nextInt(60));
    }

    private String email() {
        return "ann" + random.nextInt(300) + "@example.com";
    }

    // Searches

    private OrderQuery query() {
        TypedId id = chance(3) ? new TypedId(typedId()) : null;
        Map<Kind, String> values = new EnumMap<>(Kind.class);
        Currency currency = null;
        if (id == null || chance(10)) {
            for (int i = chance(3) ? 2 : 1; i > 0; i--) {
                switch (random.nextInt(9)) {
                    case 0 -> values.put(Kind.CUSTOMER, email());
                    case 1 -> values.put(Kind.NAME, Receipt.PersonName.folded(any(GIVEN) + "  " + any(FAMILY)));
                    case 2 -> values.put(Kind.GATEWAY_TRANSACTION_ID, "ch_" + id(random.nextInt(2 * ORDERS)));
                    case 3 -> values.put(Kind.ARN, "7453" + id(random.nextInt(2 * ORDERS)));
                    case 4 -> values.put(Kind.DISPUTE, "dp_" + id(random.nextInt(ORDERS)));
                    case 5 -> values.put(Kind.CARD, "424242" + last4());
                    default -> values.put(Kind.LAST4, last4());
                }
            }
            if (chance(2)) {
                values.put(Kind.AMOUNT, any(List.of("19.99", "20", "0", "9.9", "5")));
                currency = chance(3) ? Currency.getInstance("EUR") : null;
            }
        }
        LocalDate day = TODAY.minusDays(random.nextInt(DAYS + 40));
        boolean isAround = chance(2);
        boolean isFrom = !isAround && chance(4);
        return new OrderQuery(
                id,
                values,
                currency,
                isAround ? day : null,
                isFrom ? day : null,
                isFrom ? day.plusDays(random.nextInt(60)) : null);
    }

    private String typedId() {
        String id = id(random.nextInt(ORDERS + 100));
        String bare = bare(id);
        return switch (random.nextInt(7)) {
            case 0 -> bare;
            case 1 -> "Order " + bare;
            case 2 -> id.toUpperCase(Locale.ROOT);
            case 3 -> id.toLowerCase(Locale.ROOT);
            case 4 -> changed(bare);
            case 5 -> bare + "7";
            default -> id;
        };
    }

    private String changed(String bare) {
        int at = random.nextInt(bare.length());
        return bare.substring(0, at) + random.nextInt(10) + bare.substring(at + 1);
    }

    // The same by a scan

    private static String bare(String id) {
        return id.startsWith("#") ? id.substring(1) : id.startsWith(PREFIX) ? id.substring(PREFIX.length()) : id;
    }

    private Stream<Order> scan(Predicate<Order> matches) {
        return orders.values().stream().filter(matches).sorted(Comparator.comparing(ListPlace::of));
    }

    private boolean matches(Order order, OrderQuery query) {
        LocalDate day = order.charge().transactionTime().day();
        TypedId id = query.orderId();
        return (id == null || isNamed(order.id().value(), bareTyped(id)))
                && (query.date() == null || isWithin(order, query.date(), 3))
                && (query.from() == null || !day.isBefore(query.from()))
                && (query.to() == null || !day.isAfter(query.to()))
                && (query.currency() == null || isIn(order, query.currency()))
                && query.values().entrySet().stream().allMatch(value -> has(order, value.getKey(), value.getValue()));
    }

    private static boolean isWithin(Order order, LocalDate date, int days) {
        return Math.abs(ChronoUnit.DAYS.between(
                        date, order.charge().transactionTime().day()))
                <= days;
    }

    private static boolean isIn(Order order, Currency currency) {
        return order.charge().money().currency().equals(currency);
    }

    private static String bareTyped(TypedId id) {
        String text = id.text().replaceFirst("(?i)^order ", "");
        return text.startsWith("#") ? text.substring(1) : text;
    }

    private static boolean isNamed(String id, String typed) {
        return STARTS.stream()
                .anyMatch(start ->
                        id.startsWith(start) && id.substring(start.length()).equalsIgnoreCase(typed));
    }

    private boolean has(Order order, Kind kind, String value) {
        Charge charge = order.charge();
        Dispute dispute = disputes.get(order.id());
        Receipt.PersonName name = order.receipt().customerName();
        PersonalText email = order.receipt().customerEmail();
        return switch (kind) {
            case DISPUTE -> dispute != null && dispute.disputeId().equals(value);
            case GATEWAY_TRANSACTION_ID -> value.equals(charge.references().gatewayTransactionId());
            case ARN -> value.equals(charge.references().arn());
            case NETWORK_ID -> value.equals(charge.references().networkId());
            case CUSTOMER -> email != null && email.value().equals(value);
            case NAME -> name != null && value.equals(Receipt.PersonName.folded("" + name.full()));
            case CARD -> value.equals(charge.credential().digits());
            case LAST4 -> value.equals(charge.credential().last4());
            case AMOUNT -> amount(order).compareTo(new BigDecimal(value)) == 0;
            case ORDER_ID -> order.id().value().equals(value);
        };
    }

    private static BigDecimal amount(Order order) {
        Money money = order.charge().money();
        return Money.decimal(money.amountMinor(), money.currency());
    }

    private List<String> near(OrderQuery query) {
        Map<String, String> near = new LinkedHashMap<>();
        LocalDate date = query.date();
        String amount = query.values().get(Kind.AMOUNT);
        String card = query.values().getOrDefault(Kind.LAST4, query.values().get(Kind.CARD));
        if (date != null && amount != null) {
            add(
                    near,
                    "same_amount",
                    scan(order -> has(order, Kind.AMOUNT, amount)
                            && (query.currency() == null || isIn(order, query.currency()))
                            && isWithin(order, date, 3)));
        }
        if (date != null && card != null) {
            String last4 = card.substring(card.length() - 4);
            add(near, "same_last4", scan(order -> has(order, Kind.LAST4, last4) && isWithin(order, date, 31)));
        }
        if (query.orderId() != null) {
            String typed = bareTyped(query.orderId());
            add(
                    near,
                    "similar_id",
                    scan(order -> isSimilar(order.id().value(), typed)).sorted(Comparator.comparing(Order::id)));
        }
        return near.entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey())
                .toList();
    }

    private static void add(Map<String, String> near, String reason, Stream<Order> similar) {
        similar.limit(10).forEach(order -> near.putIfAbsent(order.id().value(), reason));
    }

    private static boolean isSimilar(String id, String typed) {
        return STARTS.stream()
                .filter(id::startsWith)
                .map(start -> id.substring(start.length()))
                .anyMatch(rest -> isOneAway(rest, typed) || isOneAway(rest, typed.toUpperCase(Locale.ROOT)));
    }

    private static boolean isOneAway(String id, String typed) {
        String shorter = id.length() < typed.length() ? id : typed;
        String longer = id.length() < typed.length() ? typed : id;
        for (int i = 0; i < longer.length(); i++) {
            boolean isSame = longer.length() == shorter.length()
                    ? longer.charAt(i) != shorter.charAt(i)
                            && isOf(shorter.charAt(i), typed)
                            && without(longer, i).equals(without(shorter, i))
                    : without(longer, i).equals(shorter);
            if (isSame && isOf(longer.charAt(i), typed)) {
                return true;
            }
        }
        return false;
    }

    private static String without(String text, int at) {
        return text.substring(0, at) + text.substring(at + 1);
    }

    /** Returns true if a character is a digit, or a letter of a case, as one of the text is. */
    private static boolean isOf(char character, String text) {
        return Stream.of("[0-9]", "[A-Z]", "[a-z]")
                .filter(kind -> String.valueOf(character).matches(kind))
                .anyMatch(kind -> Pattern.compile(kind).matcher(text).find());
    }
}
