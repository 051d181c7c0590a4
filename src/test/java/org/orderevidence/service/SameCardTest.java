package org.orderevidence.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
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
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.evidence.TestHashes;
import org.orderevidence.order.Brand;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.PaymentCredential;

/** Which orders are of the disputed order's card: by its payment account reference, its fingerprint, or its digits. */
class SameCardTest extends CaseReading {
    private static final int HISTORIES = 4_000;
    private static final long SEED = 20_261_125L;

    @ParameterizedTest
    @CsvSource({
        // reference, fingerprint and last four digits of the disputed order, then of the prior
        "p, f, 1,  p, g, 2, true",
        "p, f, 1,  q, f, 1, false",
        "p, f, 1,  -, f, 2, true",
        "p, f, 1,  -, g, 1, false",
        "p, f, 1,  -, -, 1, false",
        "p, -, 1,  -, f, 1, false",
        "p, -, 1,  p, f, 2, true",
        "-, f, 1,  p, f, 2, true",
        "-, f, 1,  p, g, 1, false",
        "-, f, 1,  p, -, 1, false",
        "-, f, 1,  -, -, 1, false",
        "-, -, 1,  p, f, 1, true",
        "-, -, 1,  p, f, 2, false",
        "-, -, 1,  -, -, 1, true",
        "-, -, -,  p, f, 1, false",
    })
    void decidesByTheFirstThatBothHave(
            String reference, String fingerprint, String last4, String par, String print, String digits, boolean same) {
        PaymentCredential disputed = card(reference, fingerprint, last4);
        PaymentCredential prior = card(par, print, digits);
        put(ofCard(order("D", "2026-11-10", IP, null), disputed), ofCard(order("P", "2026-05-04", IP, null), prior));
        assertEquals(same ? List.of("P") : List.of(), priors(read()));
        assertEquals(same, disputed.isCardOf(prior));
    }

    @Test
    void isSureByAReferenceOrAFingerprintAlone() {
        put(ofCard(order("D", "2026-11-10", IP, null), card("p", "-", "-")));
        assertEquals(Eligibility.CredentialConfidence.HIGH, read().credentialConfidence());
        put(ofCard(order("D", "2026-11-10", IP, null), card("-", "f", "-")));
        assertEquals(Eligibility.CredentialConfidence.HIGH, read().credentialConfidence());
        put(ofCard(order("D", "2026-11-10", IP, null), card("-", "-", "1")));
        assertEquals(Eligibility.CredentialConfidence.LOW, read().credentialConfidence());
        put(ofCard(order("D", "2026-11-10", IP, null), card("-", "-", "-")));
        assertEquals(Eligibility.CredentialConfidence.LOW, read().credentialConfidence());
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
        SameCardTest other = new SameCardTest();
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
