package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute;

/** Reads one explanation sentence by sentence and holds each against the naive rule. A sentence of no known form fails. */
final class SaidSentences {
    private static final String DAY = "(\\d{4}-\\d\\d-\\d\\d)";
    private static final String DAYS = "(?:from " + DAY + " to|on) " + DAY;
    private static final String ONE = "P. \\([^)]*\\)";
    private static final String BECOMES =
            "becomes eligible for disputes raised " + DAYS + "(?:, when (orders? .*) (is|are) old enough)?";
    private static final String PAIR = "Orders (" + ONE + " and " + ONE + ")";

    private static final Map<String, Pattern> PATTERNS = new ConcurrentHashMap<>();

    private final RandomHistory history;
    private final NaiveRule naive;
    private final List<String> sentences;
    private final Set<String> seen;
    private final boolean past;
    private final SaidOrders orders;

    private List<String> pair = List.of();
    private @Nullable Additions lacks;
    private @Nullable RandomHistory fixed;

    SaidSentences(RandomHistory history, String explanation, Set<String> seen) {
        this.history = history;
        this.naive = history.naive();
        this.sentences = List.of(explanation.split("(?<=\\.) (?=[A-Z0-9])", -1));
        this.seen = seen;
        this.orders = new SaidOrders(history);
        this.past = history.closed() && !history.requested();
    }

    void areTrue() {
        int most = past || !history.disputable() ? 5 : 4;
        assertTrue(sentences.size() <= most, () -> sentences.size() + " sentences");
        String all = String.join(" ", sentences).replace("could have served", "");
        assertFalse(all.contains("@") || all.matches(".*\\d+\\.\\d+\\.\\d+\\.\\d+.*"), "personal data");
        assertEquals(past, sentences.getFirst().startsWith("No dispute can be raised any more"), "closed");
        boolean isCharged = !history.disputed().failed;
        assertEquals(
                isCharged && !history.disputable(),
                all.matches(".* (is|was) outside the days on which .*"),
                "hypothetical");
        assertEquals(history.isAsOfReport(), all.contains(" as of the fraud report of "), "the fraud report");
        boolean nextStep = sentences.stream().anyMatch(SaidSentences::isNextStep);
        assertEquals(!past && isCharged && !naive.status().equals("qualified"), nextStep, "the next step");
        assertTrue(!past || !all.matches(".*\\b(is|are|has|have|share|depends|counts?)\\b.*"), "the past tense");
        sentences.forEach(this::isTrue);
    }

    private static boolean isNextStep(String sentence) {
        return sentence.matches("(Add|Upload|Ask again|Answer|This order becomes) .*");
    }

    private void isTrue(String said) {
        boolean known = is(
                        said,
                        "closed",
                        "No dispute can be raised any more \\(the last day was " + DAY + "\\)\\.",
                        m -> assertEquals(history.lastDisputable(), day(m, 1)))
                || is(
                        said,
                        "verdict",
                        "(Eligible|Not yet eligible|Not eligible|The order was eligible|The order was not eligible)(?: as of the fraud report of "
                                + DAY + ")?\\.",
                        this::verdict)
                || is(
                        said,
                        "qualified",
                        PAIR
                                + " were paid with (the same card|a card with the same first six and last four digits), (?:are|were) (undisputed|not disputed as fraud) and shared? the (.*) with this order\\.",
                        this::qualified)
                || is(
                        said,
                        "stays",
                        "The order stays eligible for disputes raised until " + DAY
                                + "(, the last day on which a dispute can be raised)?\\.",
                        this::stays)
                || is(
                        said,
                        "edge",
                        "This depend(?:s|ed) on an order age at the edge of the allowed range, which some processors do not accept\\.",
                        m -> assertTrue(naive.hangsOnEdge()))
                || is(said, "serve", PAIR + " (?:can serve|could have served) as evidence, but (.*)\\.", this::serve)
                || is(said, "lacks", "This (order ha[sd] no .*)\\.", m -> lacking("this " + m.group(1)))
                || is(said, "add", "Add (.*? to [^,]*(?:, .*)?)\\.", this::add)
                || is(
                        said,
                        "then",
                        "The order is then eligible(?: for a dispute of " + DAY + ")?(?: if (.*))?\\.",
                        this::then)
                || is(
                        said,
                        "depends",
                        "Whether the order is eligible then depends on the earlier orders of the same card\\.",
                        m -> assertTrue(naive.failing().contains("credential_missing")))
                || is(said, "was", "This order was eligible for disputes raised " + DAYS + "\\.", this::was)
                || is(said, "nearest", "Order (" + ONE + ") does not count because (.*)\\.", this::nearest)
                || is(said, "becomes", "This order " + BECOMES + "\\.", m -> becomes(m, naive))
                || is(said, "upload", "Upload (other orders of this card.*)\\.", m -> upload("upload " + m.group(1)))
                || is(said, "ask", "Ask again (for a date .*)\\.", m -> upload("ask again " + m.group(1)))
                || is(
                        said,
                        "outside",
                        "The date " + DAY
                                + " (?:is|was) outside the days on which a dispute (?:can|could) be raised \\(" + DAY
                                + " to " + DAY + "\\)\\.",
                        this::outside)
                || isOrderFact(said)
                || isHistoryFact(said);
        assertTrue(known, () -> "no known form: " + said);
    }

    private boolean isOrderFact(String said) {
        String fact = said.replaceFirst("^Also, t", "T");
        boolean also = !fact.equals(said);
        String code = switch (fact.replace("covered", "covers").replace("there was nothing", "there is nothing")) {
            case "This order was not paid with a Visa card." -> "network_not_visa";
            case "The card was present, and the rule only covers card-absent payments." -> "card_present";
            case "The charge of this order failed, so there is nothing to dispute." -> "charge_failed";
            case "The charge of this order was approved, not captured, so there is nothing to dispute yet." ->
                "charge_uncaptured";
            case "This order is disputed, but no active dispute on record has the condition for card-absent fraud." ->
                "dispute_not_fraud";
            case "Answer a dispute with the evidence that the card's own network asks for." -> "network_not_visa";
            case "Answer a dispute with the evidence that its condition asks for, such as the terminal's record of the card." ->
                "card_present";
            case "Answer the dispute with the evidence that its own condition asks for." -> "dispute_not_fraud";
            default -> "";
        };
        if (code.isEmpty()) {
            return false;
        }
        seen.add(also ? "also" : code);
        assertTrue(naive.failing().contains(code), code);
        boolean isFact = fact.startsWith("Th");
        assertEquals(isFact && !also, isFact && naive.failing().getFirst().equals(code), "the headline");
        return true;
    }

    private boolean isHistoryFact(String said) {
        int usable = naive.usable().size();
        String read = "(?: that was read)?";
        return is(
                        said,
                        "no_priors",
                        "No other order of this card (?:is|was) known in the period that was read\\.",
                        m -> assertTrue(naive.priors().isEmpty()))
                || is(
                        said,
                        "none",
                        "No other order of this card" + read + " count(?:s|ed)\\.",
                        m -> assertTrue(usable == 0 && !naive.priors().isEmpty()))
                || is(
                        said,
                        "one",
                        "(?:Only 1 of the 2 required earlier orders of this card"
                                + "|Of the earlier orders of this card that were read, only 1 of the 2 required)"
                                + " count(?:s|ed): order (" + ONE + ")\\.",
                        m -> {
                            assertEquals(1, usable);
                            assertEquals(List.of(naive.usable().getFirst().id.value()), orders.dated(m.group(1)));
                        })
                || is(
                        said,
                        "no_common",
                        "(?:Of the earlier orders of this card that were read, )?(\\d+) (?:earlier orders of this card )?count(?:ed)?, but no two of them shared? enough data with this order( \\(a device ID and a device fingerprint count(?:ed)? as one\\))?\\.",
                        m -> {
                            assertEquals(usable, Integer.parseInt(m.group(1)));
                            assertEquals(naive.twoShareBothDevices(), m.group(2) != null);
                            assertTrue(usable >= 2 && naive.reasons().contains("no_common_elements"));
                        })
                || is(
                        said,
                        "no_anchor",
                        "(?:Of the earlier orders of this card that were read, )?(\\d+) (?:earlier orders of this card )?count(?:ed)?, and two of them shared? two or more pieces of data with this order, but neither the IP address nor a device\\.",
                        m -> {
                            assertEquals(usable, Integer.parseInt(m.group(1)));
                            assertTrue(usable >= 2 && naive.reasons().contains("no_anchor"));
                        });
    }

    private void verdict(Matcher said) {
        String expected = switch (naive.status()) {
            case "qualified" -> past ? "The order was eligible" : "Eligible";
            case "requires_action" -> past ? "The order was not eligible" : "Not yet eligible";
            default -> past ? "The order was not eligible" : "Not eligible";
        };
        assertEquals(expected, said.group(1));
        assertTrue(said.group(2) == null || history.asOf().equals(day(said, 2)));
    }

    private void qualified(Matcher said) {
        pair = orders.dated(said.group(1));
        NaiveRule.Pair expected = naive.equalPair();
        assertTrue(expected != null && naive.status().equals("qualified"));
        assertEquals(Set.of(expected.first().id.value(), expected.second().id.value()), Set.copyOf(pair));
        assertEquals(NaiveRule.hasSureCard(history.disputed()), said.group(2).equals("the same card"));
        assertEquals(List.copyOf(naive.equal(expected.first(), expected.second())), Additions.elements(said.group(4)));
        boolean fraudAlone = history.profile() == Profile.VISA
                && history.settings().disputedPriors() == RuleSettings.DisputedPriors.FRAUD;
        assertEquals(fraudAlone ? "not disputed as fraud" : "undisputed", said.group(3));
    }

    private void stays(Matcher said) {
        LocalDate until = day(said, 1);
        LocalDate last = history.lastDisputable();
        assertTrue(history.disputable() && !until.isBefore(history.asOf()) && !until.isAfter(last));
        for (LocalDate day = history.asOf(); !day.isAfter(until); day = day.plusDays(7)) {
            assertEquals("qualified", naive.on(day).status(), day::toString);
        }
        assertEquals("qualified", naive.on(until).status());
        assertTrue(until.equals(last) || !naive.on(until.plusDays(1)).status().equals("qualified"));
        assertEquals(until.equals(last), said.group(2) != null);
    }

    private void serve(Matcher said) {
        pair = orders.dated(said.group(1));
        pair.forEach(id -> assertTrue(naive.reason(orders.prior(id), history.asOf()) == null, id));
        lacking(said.group(2));
    }

    private void lacking(String said) {
        lacks = Additions.ofLacks(said);
        lacks.areLackedIn(history);
    }

    private void add(Matcher said) {
        String step = said.group(1).replaceFirst(", if the purchase had one$", "");
        int upload = step.indexOf(", and upload other orders");
        int ask = step.indexOf(", and ask again");
        int wait = step.indexOf(", which then becomes eligible");
        int end = Math.max(wait, Math.max(upload, ask));
        Additions added = Additions.ofStep(end < 0 ? step : step.substring(0, end));
        assertEquals(added.areTraces(), !step.equals(said.group(1)), "nothing is asked that a purchase did not have");
        assertEquals(Set.copyOf(valuesOf(lacks)), Set.copyOf(added.values()), "everything that is missing is added");
        if (wait >= 0) {
            seen.add("fixed");
            fixed(step.substring(wait), added);
        } else if (end >= 0) {
            assertTrue(naive.fixedWindow() == null, "waiting is named");
            upload(step.substring(end + 6));
        } else if (!naive.failing().contains("credential_missing")) {
            fixed = added.applyTo(history, pair);
        }
    }

    private void then(Matcher said) {
        assertTrue(fixed != null, "a promise follows what to do");
        assertEquals("qualified", fixed.naive().status(), "what was promised, by the naive rule");
        assertTrue(CompellingEvidence.judge(fixed.toCase()).isEligible(), "what was promised");
        String condition = said.group(2) == null ? "" : said.group(2);
        boolean ofDispute = naive.failing().contains("condition_unknown");
        assertEquals(ofDispute ? history.asOf().toString() : null, said.group(1), "the day of the promise");
        conditions(condition);
        Matcher same = Pattern.compile("the ([^,]*?) (is|are) the same on all three orders$")
                .matcher(condition.replaceFirst(".*(is a Visa card|is 10\\.4)(, | and )", ""));
        if (same.find()) {
            List<Element> elements = Additions.elements(same.group(1));
            assertEquals(elements.size() > 1, same.group(2).equals("are"));
            Set<Element> equal = fixed.naive().equal(priorOf(fixed, 0), priorOf(fixed, 1));
            assertTrue(equal.containsAll(elements));
            assertEquals(
                    elements.size(),
                    elements.stream()
                            .filter(element -> !equalBefore().contains(element))
                            .count());
        }
    }

    private Set<Element> equalBefore() {
        return naive.equal(priorOf(history, 0), priorOf(history, 1));
    }

    private void conditions(String condition) {
        assertEquals(
                naive.failing().contains("network_unknown"), condition.contains("the card is a Visa card"), condition);
        assertEquals(naive.failing().contains("condition_unknown"), condition.contains(ofUnknown()), condition);
    }

    private String ofUnknown() {
        List<String> active = history.activeConditions();
        long unknown = active.stream().filter(Dispute.UNKNOWN_CONDITION::equals).count();
        return unknown > 1
                ? "one of these codes is 10.4"
                : "the code of " + (active.size() > 1 ? "that" : "the") + " dispute is 10.4";
    }

    /** Doing what was said makes the order eligible on the days that are named. */
    private void fixed(String said, Additions added) {
        Matcher promise =
                Pattern.compile(", which then " + BECOMES + "(?:, if (.*))?").matcher(said);
        assertTrue(promise.matches(), said);
        conditions(promise.group(5) == null ? "" : promise.group(5));
        becomes(promise, added.applyTo(history, pair).naive());
    }

    private void was(Matcher said) {
        assertTrue(naive.windows().contains(new DateRange(from(said), day(said, 2))));
        assertTrue(day(said, 2).isBefore(history.asOf()));
    }

    private void nearest(Matcher said) {
        String id = orders.dated(said.group(1)).getFirst();
        String code = naive.reason(orders.prior(id), history.asOf());
        String clause = switch (String.valueOf(code)) {
            case "prior_failed" -> "its charge failed";
            case "prior_validation" -> "it only verified the card";
            case "prior_fraud_reported" -> "it was reported as fraud";
            case "prior_disputed" -> "it was disputed";
            case "prior_refunded" -> "it was refunded in full";
            case "prior_other_descriptor" -> "its statement descriptor is different";
            case "prior_not_earlier" -> "it was not made before this order";
            case "prior_same_charge" -> "it is the same charge as another order";
            case "prior_after_dispute" -> "it is dated after the dispute";
            case "prior_too_recent" -> "it is too recent";
            case "prior_too_old" -> "it is too old";
            default -> "it counts";
        };
        assertEquals(clause, said.group(2));
        assertEquals(orders.nearest(), id);
    }

    /** The first day of a period, which may have one day alone. */
    private static LocalDate from(Matcher said) {
        assertTrue(said.group(1) == null || !said.group(1).equals(said.group(2)), "one day is named once");
        return day(said, said.group(1) == null ? 2 : 1);
    }

    private void becomes(Matcher said, NaiveRule rule) {
        LocalDate from = from(said);
        LocalDate until = day(said, 2);
        assertTrue(from.isAfter(history.asOf()) && !until.isBefore(from) && !until.isAfter(history.lastDisputable()));
        assertEquals("qualified", rule.on(from).status());
        assertEquals("qualified", rule.on(until).status());
        boolean first = from.equals(history.disputed().day);
        assertTrue(first || !rule.on(from.minusDays(1)).status().equals("qualified"));
        NaiveRule.Pair made = rule.on(from).equalPair();
        assertTrue(made != null);
        List<String> becoming = new ArrayList<>();
        for (TestOrder prior : List.of(made.first(), made.second())) {
            if (naive.reason(prior, from.minusDays(1)) != null) {
                becoming.add(prior.id.value());
            }
        }
        assertEquals(becoming, said.group(3) == null ? List.of() : Additions.orders(said.group(3)));
        assertTrue(
                said.group(3) == null || (becoming.size() == 2) == said.group(4).equals("are"));
    }

    private void upload(String said) {
        if (said.startsWith("ask again")) {
            assertEquals(
                    "ask again for a date from " + history.disputed().day + " to " + history.lastDisputable(), said);
            assertTrue(!history.disputable() && orders.possibleDays().isEmpty(), said);
            return;
        }
        Matcher period = Pattern.compile("upload other orders of this card made " + DAYS + ", if some are missing")
                .matcher(said);
        assertTrue(period.matches(), said);
        List<LocalDate> possible = orders.possibleDays();
        assertEquals(possible.getFirst(), from(period), "the first day");
        assertEquals(possible.getLast(), day(period, 2), "the last day");
    }

    private void outside(Matcher said) {
        assertEquals(history.asOf(), day(said, 1));
        assertEquals(history.disputed().day, day(said, 2));
        assertEquals(history.lastDisputable(), day(said, 3));
    }

    private static List<Additions.Value> valuesOf(@Nullable Additions additions) {
        return additions == null ? List.of() : additions.values();
    }

    private TestOrder priorOf(RandomHistory of, int number) {
        return of.priors().stream()
                .filter(prior -> prior.id.value().equals(pair.get(number)))
                .findFirst()
                .orElseThrow();
    }

    private boolean is(String said, String form, String regex, Consumer<Matcher> check) {
        Matcher matcher = PATTERNS.computeIfAbsent(regex, Pattern::compile).matcher(said);
        if (!matcher.matches()) {
            return false;
        }
        seen.add(form);
        check.accept(matcher);
        return true;
    }

    private static LocalDate day(Matcher said, int group) {
        return LocalDate.parse(said.group(group));
    }
}
