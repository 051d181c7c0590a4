package org.orderevidence.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.JudgedPrior.PriorReason;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.evidence.TestHashes;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Email;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.store.OrderComposer.ComposedOrder;
import org.orderevidence.store.OrderInHistory;

/** What is read to judge an order, and how much. */
class CaseReaderTest extends CaseReading {
    private static final int HISTORIES = 2_000;
    private static final long SEED = 20_261_125L;
    private static final YearMonth MAY = YearMonth.of(2026, 5);

    @Test
    void anOrderIsWrittenUnderItsFingerprintAndItsBin() {
        ComposedOrder write = derived(order("A", "2026-05-04", IP, "Ann@example.com"));
        assertEquals(
                List.of(TestHashes.of("fingerprint", "the card"), keys.binCredential(SPACE, "424242|4242|visa")),
                write.credentials());
        assertEquals(
                List.of(
                        new OrderReference(
                                Kind.CUSTOMER,
                                keys.customer(
                                        SPACE, Email.parse("ann@example.com").orElseThrow())),
                        keys.reference(SPACE, Kind.LAST4, MAY, "4242"),
                        keys.reference(SPACE, Kind.AMOUNT, MAY, "49.99")),
                write.references());
        assertEquals(LocalDate.of(2026, 5, 4), write.historyDay());
        assertEquals(
                write.references().subList(1, 3),
                derived(order("A", "2026-05-04", IP, "ann@")).references(),
                "an e-mail that cannot be valid finds nothing");
    }

    /** A known limit: what is not read cannot be recognized as the same charge. */
    @Test
    void anOrderOutsideTheDaysThatAreReadIsNotCompared() {
        putQualified();
        put(charged(order("P1", "2026-05-04", IP, null), "ch_9x"));
        put(charged(order("A", "2025-11-10", IP, null), "ch_9x"));
        assertEquals(PriorReason.SAME_CHARGE, reason("P1"), "the first day that is read");
        put(charged(order("A", "2025-11-09", IP, null), "ch_9x"));
        assertEquals(List.of("P1", "P2"), selected(read()));
    }

    @Test
    void theLimitCountsPriorsAndSaysWhenItCut() {
        putQualified();
        put(order("P3", "2025-12-01", IP, null));
        Eligibility all = read(limits(3, 16, 16));
        assertFalse(all.priorsTruncated());
        assertEquals(3, all.priorTransactions().size());
        Eligibility cut = read(limits(2, 16, 16));
        assertTrue(cut.priorsTruncated());
        assertEquals(2, cut.priorTransactions().size());
    }

    @Test
    void profileStripeReadsFirstWhatCountsByItsTransactionDate() {
        put(order("D", "2026-11-10", IP, null));
        // Settled 100 days before the order, made 130 days before it: inside the window of profile stripe.
        put(settled(order("P1", "2026-07-03", IP, null), "2026-08-02"));
        put(settled(order("P2", "2026-07-02", IP, null), "2026-08-01"));
        put(order("A", "2026-09-20", IP, null), order("B", "2026-08-20", IP, null));
        put(order("C", "2026-08-03", IP, null));
        Eligibility answer = read(limits(2, 16, 16), TODAY, Profile.STRIPE);
        assertEquals(List.of("P1", "P2"), selected(answer));
        assertTrue(answer.priorsTruncated());
    }

    private @Nullable PriorReason reason(String prior) {
        return read().priorTransactions().stream()
                .filter(shown -> shown.orderId().value().equals(prior))
                .findFirst()
                .orElseThrow()
                .reason();
    }

    @ParameterizedTest(name = "asked {0}, profile {1}: {2} reads of the history")
    @CsvSource({
        ", VISA, 0",
        ", STRIPE, 0",
        "2026-11-10, VISA, 0",
        "2027-03-10, STRIPE, 0",
        "2026-11-09, VISA, 1",
        "2027-03-11, STRIPE, 2",
        "2000-01-01, VISA, 1",
        "9999-12-31, STRIPE, 2"
    })
    void theHistoryIsReadWithTheOrderUnlessItIsAskedAboutAnUnusualDay(
            @Nullable LocalDate asked, Profile profile, int reads) {
        putQualified();
        put(order("oldest", "2025-09-11", IP, null), order("too old", "2025-09-10", IP, null));
        put(order("newest", "2027-03-10", IP, null), order("too new", "2027-03-11", IP, null));
        CaseReader reader = reader(RuleSettings.DEFAULTS);
        OrderInHistory held = reader.order(SPACE, new OrderId("D"), profile).orElseThrow();

        Eligibility answer =
                reader.judged(SPACE, held, asked, profile, null, TODAY).answer();

        assertEquals(reads, store.historyReads);
        assertEquals(
                reader.judged(SPACE, new OrderInHistory(held.order(), null), asked, profile, null, TODAY)
                        .answer(),
                answer);
    }

    @Test
    void aHistoryOfMoreThan256OrdersIsReadByItself() {
        put(order("D", "2026-11-10", IP, null));
        for (int i = 1; i < 256; i++) {
            put(order("P" + i, "2026-05-04", IP, null));
        }
        Eligibility of255 = read();
        assertEquals(0, store.historyReads);
        put(order("P256", "2026-05-04", IP, null));
        assertEquals(of255.explanation(), read().explanation());
        assertEquals(1, store.historyReads);
    }

    @Test
    void aLimitOfPriorsCutsWhatWasReadWithTheOrderAsItCutsWhatIsReadAfterIt() {
        putQualified();
        put(order("P3", "2026-10-01", IP, null), order("P4", "2026-10-02", IP, null));
        CaseReader reader = reader(limits(2, 16, 16));
        OrderInHistory held =
                reader.order(SPACE, new OrderId("D"), Profile.VISA).orElseThrow();

        Eligibility answer =
                reader.judged(SPACE, held, TODAY, Profile.VISA, null, TODAY).answer();

        assertEquals(0, store.historyReads);
        assertTrue(answer.priorsTruncated());
        assertEquals(List.of("P1", "P2"), selected(answer));
        assertEquals(
                reader.judged(SPACE, new OrderInHistory(held.order(), null), TODAY, Profile.VISA, null, TODAY)
                        .answer(),
                answer);
    }

    @Test
    void aPartOfAnotherCardsHistoryIsNotUsed() {
        putQualified();
        PaymentCredential other = new PaymentCredential(
                null, TestHashes.of("fingerprint", "another"), "424242", "4242", new Brand("visa"));
        CaseReader reader = reader(RuleSettings.DEFAULTS);
        OrderInHistory before =
                reader.order(SPACE, new OrderId("D"), Profile.VISA).orElseThrow();
        put(ofCard(order("D", "2026-11-10", IP, null), other));
        OrderInHistory after =
                reader.order(SPACE, new OrderId("D"), Profile.VISA).orElseThrow();

        OrderInHistory mixed = new OrderInHistory(after.order(), before.history());

        assertEquals(
                List.of(),
                selected(reader.judged(SPACE, mixed, TODAY, Profile.VISA, null, TODAY)
                        .answer()));
        assertEquals(1, store.historyReads);
    }

    @Test
    void aRowThatLagsBehindTheReferencesOfItsChargeDoesNotDecide() {
        putQualified();
        put(charged(order("P1", "2026-05-04", IP, null), "ch_9x"));
        store.putOrderOnly(charged(order("P2", "2026-01-24", IP, null), "ch_9x"), NOW);
        Eligibility answer = read();
        assertEquals(Eligibility.Status.NOT_QUALIFIED, answer.status());
        assertEquals(
                PriorReason.SAME_CHARGE, answer.priorTransactions().getLast().reason());
    }

    @Test
    void aRowWhoseOrderIsGoneIsDropped() {
        putQualified();
        store.removeOrderOnly(new OrderId("P1"));
        assertEquals(
                List.of("P2"),
                read().priorTransactions().stream()
                        .map(prior -> prior.orderId().value())
                        .toList());
    }

    @Test
    void aRowWhoseOrderIsOfAnotherCardByNowIsDropped() {
        putQualified();
        PaymentCredential other = new PaymentCredential(
                null, TestHashes.of("fingerprint", "another"), "424242", "4242", new Brand("visa"));
        store.putOrderOnly(ofCard(order("P1", "2026-05-04", IP, null), other), NOW);
        assertEquals(
                List.of("P2"),
                read().priorTransactions().stream()
                        .map(prior -> prior.orderId().value())
                        .toList());
    }

    @Test
    void aRowWhoseOrderMovedOutOfReachIsDropped() {
        putQualified();
        store.putOrderOnly(order("P1", "2020-05-04", IP, null), NOW);
        assertEquals(1, read().priorTransactions().size());
    }

    @Test
    void ofTwoRowsOfAnOrderTheNewerVersionCounts() {
        putQualified();
        store.addRows(new OrderId("P1"), derived(order("P1", "2026-05-05", "203.0.113.9", null)), 1);
        Eligibility answer = read();
        assertEquals(List.of("P1", "P2"), selected(answer));
        assertEquals(
                LocalDate.of(2026, 5, 4), answer.priorTransactions().getFirst().date());
        assertEquals(2, answer.priorTransactions().size());
    }

    @Test
    void manyLaggingRowsEndInReadingEveryOrderOnce() {
        put(order("D", "2026-11-10", IP, null));
        LocalDate newest = LocalDate.of(2026, 6, 1);
        for (int i = 0; i < 120; i++) {
            Order order = order("P" + (100 + i), newest.minusDays(i).toString(), IP, null);
            put(order);
            if (i < 118) {
                store.putOrderOnly(failed(order), NOW);
            }
        }
        store.orderReads = 0;
        assertEquals(List.of("P218", "P219"), selected(read()));
        assertEquals(3, store.orderReads, "a pair, then 120 orders in two reads");
    }

    @Test
    void sightingsAreReadForNoMoreCustomersThanTheLimit() {
        put(order("D", "2026-11-10", IP, null));
        put(
                order("P1", "2026-05-04", null, "ann@example.com"),
                order("P2", "2026-05-03", null, "ann@example.com"),
                order("P3", "2026-05-02", null, "bob@example.com"));
        track("ann@example.com", IP, "2026-05-04T10:00:00Z");
        track("ann@example.com", IP, "2026-05-03T10:00:00Z");
        track("bob@example.com", IP, "2026-05-02T10:00:00Z");
        Eligibility one = read(limits(1_000, 1, 16));
        assertEquals(List.of("P1", "P2"), selected(one));
        assertTrue(one.priorsTruncated());
        assertEquals(
                Eligibility.Comparison.NOT_READ,
                one.priorTransactions().get(2).elements().get(Element.IP));
        Eligibility two = read(limits(1_000, 2, 16));
        assertFalse(two.priorsTruncated());
        assertEquals(
                Eligibility.Comparison.EQUAL,
                two.priorTransactions().get(2).elements().get(Element.IP));
    }

    @Test
    void initialOrdersAreReadUpToTheLimit() {
        put(order("D", "2026-11-10", IP, null));
        put(order("I1", "2020-01-01", IP, null), order("I2", "2020-01-02", IP, null));
        put(
                recurring(order("P1", "2026-05-04", null, null), "I1"),
                recurring(order("P2", "2026-05-03", null, null), "I1"),
                recurring(order("P3", "2026-05-02", null, null), "I2"),
                recurring(order("P4", "2026-05-01", null, null), "I3"));
        Eligibility one = read(limits(1_000, 16, 1));
        assertEquals(List.of("P1", "P2"), selected(one));
        assertTrue(one.priorsTruncated());
        assertNull(one.priorTransactions().get(2).ipSource());
        Eligibility all = read(limits(1_000, 16, 3));
        assertFalse(all.priorsTruncated());
        assertEquals(
                Eligibility.IpSource.INITIAL_ORDER,
                all.priorTransactions().get(2).ipSource());
        assertNull(all.priorTransactions().get(3).ipSource());
    }

    @Test
    void anInitialOrderThatMayNotLendUsesUpAReadOfTheLimit() {
        put(order("D", "2026-11-10", IP, null), order("I1", "2020-01-01", IP, null));
        put(
                recurring(order("P1", "2026-05-04", null, null), "D"),
                recurring(order("P2", "2026-05-03", null, null), "I1"));
        List<Eligibility.Comparison> one = ipStates(read(limits(1_000, 16, 1)));
        assertEquals(List.of(Eligibility.Comparison.MISSING, Eligibility.Comparison.NOT_READ), one);
        assertEquals(
                List.of(Eligibility.Comparison.MISSING, Eligibility.Comparison.EQUAL),
                ipStates(read(limits(1_000, 16, 2))));
    }

    private static List<Eligibility.Comparison> ipStates(Eligibility answer) {
        return answer.priorTransactions().stream()
                .map(prior -> Objects.requireNonNull(prior.elements().get(Element.IP)))
                .toList();
    }

    @Test
    void aRecurringOrderTakesNoSightingNeitherAsPriorNorAsDisputed() {
        put(
                recurring(order("D", "2026-11-10", null, "ann@example.com"), "P1"),
                order("P1", "2026-05-04", IP, null),
                recurring(order("P2", "2026-01-24", null, "ann@example.com"), null));
        track("ann@example.com", IP, "2026-11-10T10:00:00Z");
        track("ann@example.com", IP, "2026-01-24T10:00:00Z");
        Eligibility answer = read();
        assertEquals(Eligibility.Status.REQUIRES_ACTION, answer.status());
        assertNull(answer.evidence().get(Element.IP));
        assertNull(answer.priorTransactions().getLast().ipSource());
    }

    @Test
    void moreSightingsThanAStoreTakesAtOnceAreReadInTurns() {
        put(order("D", "2026-11-10", IP, null));
        LocalDate newest = LocalDate.of(2026, 7, 1);
        for (int i = 0; i < 1_100; i++) {
            String day = newest.minusDays(i / 6).toString();
            put(order("P" + (1_000 + i), day, null, "ann@example.com"));
        }
        track("ann@example.com", IP, newest.minusDays(183) + "T10:00:00Z");
        Eligibility answer = read(limits(2_000, 16, 16));
        assertEquals(Eligibility.Status.QUALIFIED, answer.status());
        assertFalse(answer.priorsTruncated());
    }

    /** Only an order at one processor does not find the card's orders at another one. */
    @ParameterizedTest
    @CsvSource({"-, f, 1, true", "p, f, 1, false", "p, -, 1, false", "-, -, 1, false"})
    void theRemedySaysOnceWhenOrdersAtAnotherProcessorCount(
            String reference, String fingerprint, String last4, boolean says) {
        PaymentCredential card = card(reference, fingerprint, last4);
        put(ofCard(order("D", "2026-11-10", IP, null), card));
        assertEquals(says ? 1 : 0, timesSaid(read()), "no_priors");
        put(ofCard(order("P", "2026-05-04", IP, null), card));
        assertEquals(says ? 1 : 0, timesSaid(read()), "too_few_priors");
    }

    private static long timesSaid(Eligibility answer) {
        return answer.reasons().stream()
                .map(reason -> String.valueOf(reason.remedy()))
                .filter(remedy ->
                        remedy.contains("at another processor count when both have the card's payment account"))
                .count();
    }

    /** Both histories together are read in the order of one, and the limit is one. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void theLimitHoldsForBothHistoriesTogether(Profile profile) {
        put(
                ofCard(order("D", "2026-11-10", IP, null), card("p", "f", "1")),
                ofCard(order("A", "2026-05-04", IP, null), card("p", "-", "1")),
                ofCard(order("B", "2026-05-03", IP, null), card("-", "f", "1")),
                ofCard(order("C", "2026-05-02", IP, null), card("p", "g", "1")),
                ofCard(order("E", "2026-11-01", IP, null), card("-", "f", "1")));
        Eligibility all = read(limits(4, 16, 16), TODAY, profile);
        assertEquals(List.of("A", "B", "C", "E"), priors(all));
        assertEquals(false, all.priorsTruncated());
        Eligibility some = read(limits(3, 16, 16), TODAY, profile);
        assertEquals(List.of("A", "B", "C"), priors(some), "those inside of the window come first");
        assertEquals(true, some.priorsTruncated());
    }

    @Test
    void findsTheOrdersOfTheCardInEveryRandomHistory() {
        SplittableRandom seeds = new SplittableRandom(SEED);
        int found = 0;
        for (int i = 0; i < HISTORIES; i++) {
            long seed = seeds.nextLong();
            found += findsTheOrdersOfTheCard(seed);
        }
        assertTrue(found > HISTORIES, () -> "few orders of one card, seed " + SEED);
    }

    private int findsTheOrdersOfTheCard(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        CaseReaderTest other = new CaseReaderTest();
        PaymentCredential disputed = random(random);
        other.put(ofCard(order("D", "2026-11-10", IP, null), disputed));
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            PaymentCredential prior = random(random);
            String day = LocalDate.of(2026, 5, 4).plusDays(random.nextInt(200)).toString();
            String id = "P" + i;
            other.put(ofCard(order(id, day, IP, null), prior));
            // A later upload can change the card of an order.
            if (random.nextInt(4) == 0) {
                prior = random(random);
                other.put(ofCard(order(id, day, IP, null), prior));
            }
            if (isSame(disputed, prior)) {
                expected.add(id);
            }
        }
        assertEquals(expected, priors(other.read(RuleSettings.DEFAULTS)), () -> "seed " + seed);
        return expected.size();
    }

    /** As the rule says it. */
    private static boolean isSame(PaymentCredential disputed, PaymentCredential prior) {
        if (disputed.accountReference() != null && prior.accountReference() != null) {
            return disputed.accountReference().equals(prior.accountReference());
        }
        if (disputed.fingerprint() != null && prior.fingerprint() != null) {
            return disputed.fingerprint().equals(prior.fingerprint());
        }
        boolean byDigits = disputed.accountReference() == null && disputed.fingerprint() == null;
        return byDigits && disputed.last4() != null && Objects.equals(disputed.last4(), prior.last4());
    }

    private static PaymentCredential random(SplittableRandom random) {
        return card(
                random.nextBoolean() ? "-" : "p" + random.nextInt(2),
                random.nextBoolean() ? "-" : "f" + random.nextInt(2),
                random.nextInt(4) == 0 ? "-" : Integer.toString(random.nextInt(2)));
    }

    private static PaymentCredential card(String reference, String fingerprint, String last4) {
        return new PaymentCredential(
                hash("reference", reference),
                hash("fingerprint", fingerprint),
                "424242",
                last4.equals("-") ? null : "000" + last4,
                new Brand("visa"));
    }

    private static @Nullable KeyedHash hash(String kind, String word) {
        return word.equals("-") ? null : TestHashes.of(kind, word);
    }

    private static List<String> priors(Eligibility answer) {
        TreeSet<String> ids = new TreeSet<>();
        answer.priorTransactions().forEach(prior -> ids.add(prior.orderId().value()));
        return List.copyOf(ids);
    }
}
