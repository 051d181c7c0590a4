package org.orderevidence.evidence;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderId;

/**
 * Writes what a support agent can read out: one to three plain sentences with the verdict, the facts that decide, and
 * the one next step that helps most. No codes, no e-mail address, no IP address.
 */
final class Explanation {
    private static final int MOST_SENTENCES = 3;

    private final Findings findings;
    private final Profile profile;
    private final DisputeDate date;
    private final List<String> sentences = new ArrayList<>();

    private Explanation(Findings findings) {
        this.findings = findings;
        this.profile = findings.dispute().profile();
        this.date = findings.dispute().date();
    }

    static String of(Findings findings) {
        Explanation explanation = new Explanation(findings);
        switch (findings.status()) {
            case QUALIFIED -> explanation.writeQualified();
            case REQUIRES_ACTION -> explanation.writeRequiresAction();
            case NOT_QUALIFIED -> explanation.writeNotQualified();
        }
        explanation.writeWhetherDisputable();
        return explanation.sentences.stream().limit(MOST_SENTENCES).collect(Collectors.joining(" "));
    }

    private void writeQualified() {
        PriorPair pair = findings.chosen();
        if (pair == null) {
            throw new IllegalStateException("a qualified order has a chosen pair");
        }
        boolean sure =
                findings.dispute().disputed().order().charge().credential().fingerprint() != null;
        String card = sure ? "the same card" : "a card with the same first six and last four digits";
        say("Eligible: " + both(pair) + " were paid with " + card + ", are undisputed and share the "
                + nouns(pair.equal()) + " with this order.");
        Optional<DateRange> now = findings.windows().stream()
                .filter(range -> range.contains(date.asOf()))
                .findFirst();
        now.ifPresent(range -> say("Stays eligible for disputes raised until " + range.until()
                + (range.until().equals(date.disputable().until()) ? ", the last day on which one can be." : ".")));
        if (findings.boundaryRisk()) {
            say("It hangs on an age at the very edge of what is allowed, which some processors count as outside.");
        }
    }

    private void writeRequiresAction() {
        if (findings.failing().isEmpty()) {
            PriorPair pair = mendable();
            say("Not yet eligible: " + both(pair) + " qualify by age and are undisputed, but " + lack(pair) + ".");
            say(step(pair));
            writeWhenTimeMends("Without that, it becomes eligible for disputes raised from ");
            return;
        }
        ReasonCode headline = findings.failing().getFirst();
        say("Not yet eligible: " + OrderFacts.fact(headline) + ".");
        say(OrderFacts.nextStep(headline));
        PriorPair pair = findings.mendable();
        if (pair == null) {
            return;
        }
        boolean historySuffices = findings.history() == null && lacksNothing(pair);
        say(
                historySuffices
                        ? both(pair) + " would then make it eligible."
                        : "Besides, " + lack(pair) + ": that is needed too.");
    }

    private void writeNotQualified() {
        if (findings.failing().isEmpty()) {
            say("Not eligible: " + historyFact() + ".");
            writeHistoryNext();
            return;
        }
        ReasonCode headline = findings.failing().getFirst();
        say("Not eligible: " + OrderFacts.fact(headline) + ".");
        Optional<ReasonCode> decisive =
                findings.failing().stream().filter(code -> !code.isMendable()).findFirst();
        if (decisive.isPresent() && decisive.get() != headline) {
            say("What is more, " + OrderFacts.fact(decisive.get()) + ".");
        }
        if (decisive.isEmpty() && findings.history() != null) {
            say("What is more, " + historyFact() + ".");
        }
        say(OrderFacts.nextStep(decisive.orElse(headline)));
    }

    /** What is wrong with the history, as a clause. */
    private String historyFact() {
        ReasonCode reason = findings.history();
        if (reason == null) {
            throw new IllegalStateException("an order that nothing is against is qualified or can be mended");
        }
        int usable = findings.usable().size();
        return switch (reason) {
            case NO_PRIORS ->
                "no other order of this card is known in the time that counts, and 2 dated " + period()
                        + " are required";
            case TOO_FEW_PRIORS ->
                usable == 0
                        ? "none of the 2 required earlier orders of this card counts; they must be dated " + period()
                        : "only 1 of the 2 required earlier orders of this card counts, "
                                + named(findings.usable().getFirst()) + "; the other must be dated " + period()
                                + " too";
            case NO_ANCHOR ->
                "of the " + usable + " earlier orders of this card that qualify by age, two share two pieces of data"
                        + " with this order, but neither the IP address nor the device";
            default ->
                "of the " + usable + " earlier orders of this card that qualify by age, no two share the IP address or"
                        + " the device and one more piece of data with this order";
        };
    }

    private void writeHistoryNext() {
        boolean timeMends = writeWhenTimeMends("It becomes eligible for disputes raised from ");
        if (timeMends) {
            return;
        }
        if (findings.history() == ReasonCode.TOO_FEW_PRIORS) {
            findings.priors().stream()
                    .filter(prior -> !prior.isUsable())
                    .min(JudgedPrior.NEWEST_FIRST)
                    .ifPresent(prior ->
                            say(capital(named(prior)) + " does not count because " + clause(prior.reason()) + "."));
        }
        Optional<LocalDate> was = findings.windows().stream()
                .map(DateRange::until)
                .filter(until -> until.isBefore(date.asOf()))
                .reduce((earlier, later) -> later);
        say(
                was.isPresent()
                        ? "It was eligible for disputes raised until " + was.get() + "."
                        : "Upload the other orders of this card, if some are not yet here.");
    }

    /** Says from which day it is eligible without any data; false when no such day comes. */
    private boolean writeWhenTimeMends(String opening) {
        Optional<DateRange> next = findings.windows().stream()
                .filter(range -> range.from().isAfter(date.asOf()))
                .findFirst();
        next.ifPresent(
                range -> say(opening + range.from() + " until " + range.until() + becomingOldEnough(range.from())));
        return next.isPresent();
    }

    private String becomingOldEnough(LocalDate from) {
        return findings.priors().stream()
                .filter(prior -> prior.lasting() == null)
                .filter(prior -> prior.day() + JudgedPrior.minAge(prior.facts(), profile) == from.toEpochDay())
                .min(JudgedPrior.NEWEST_FIRST)
                .map(prior -> ", when order " + prior.id() + " is old enough.")
                .orElse(".");
    }

    private void writeWhetherDisputable() {
        if (!date.isDisputable()) {
            String sentence =
                    "A dispute can be raised only from " + date.disputable().from() + " to "
                            + date.disputable().until() + ", so one on " + date.asOf() + " is hypothetical.";
            if (sentences.size() >= MOST_SENTENCES) {
                sentences.removeLast();
            }
            say(sentence);
        }
    }

    private String lack(PriorPair pair) {
        Supplies supplies = supplies(pair);
        if (supplies.supplies().isEmpty()) {
            return orders(undescribed(pair)) + (undescribed(pair).size() == 1 ? " does" : " do")
                    + " not say what was bought";
        }
        return listed(supplies) + (supplies.supplies().size() == 1 ? " is " : " are ") + state(supplies);
    }

    private static String state(Supplies supplies) {
        boolean someMissing = supplies.supplies().stream().anyMatch(Supplies.Supply::someMissing);
        boolean someUnusable = supplies.supplies().stream().anyMatch(Supplies.Supply::someUnusable);
        if (someMissing && someUnusable) {
            return "missing or not usable";
        }
        return someMissing ? "missing" : "not usable";
    }

    private String step(PriorPair pair) {
        Supplies supplies = supplies(pair);
        if (supplies.supplies().isEmpty()) {
            return "Add what was bought to " + orders(undescribed(pair)) + ".";
        }
        return "Send " + listed(supplies) + "; it helps only if all three orders then have the same.";
    }

    private boolean lacksNothing(PriorPair pair) {
        return supplies(pair).supplies().isEmpty() && undescribed(pair).isEmpty();
    }

    private Supplies supplies(PriorPair pair) {
        return Supplies.least(pair, findings.dispute().elements(), profile);
    }

    private List<OrderId> undescribed(PriorPair pair) {
        List<OrderId> undescribed = new ArrayList<>();
        for (JudgedPrior prior : List.of(pair.first(), pair.second())) {
            if (profile.asksForPriorDescriptions() && !prior.facts().hasDescription()) {
                undescribed.add(prior.id());
            }
        }
        return undescribed;
    }

    private PriorPair mendable() {
        PriorPair pair = findings.mendable();
        if (pair == null) {
            throw new IllegalStateException("an order that can be mended has a pair that would do");
        }
        return pair;
    }

    private static String listed(Supplies supplies) {
        StringJoiner listed = new StringJoiner(" and ");
        for (Supplies.Supply supply : supplies.supplies()) {
            StringJoiner owners = new StringJoiner(" and ");
            if (supply.byDisputedOrder()) {
                owners.add("this order");
            }
            if (!supply.byPriors().isEmpty()) {
                owners.add(orders(supply.byPriors()));
            }
            listed.add("the " + supply.element().noun() + " of " + owners);
        }
        return listed.toString();
    }

    private static String orders(List<OrderId> ids) {
        return (ids.size() == 1 ? "order " : "orders ")
                + ids.stream().map(OrderId::value).collect(Collectors.joining(" and "));
    }

    private static String nouns(int elements) {
        List<String> nouns =
                ElementSets.list(elements).stream().map(Element::noun).toList();
        return String.join(", ", nouns.subList(0, nouns.size() - 1)) + " and " + nouns.getLast();
    }

    private String both(PriorPair pair) {
        JudgedPrior newer =
                JudgedPrior.NEWEST_FIRST.compare(pair.first(), pair.second()) <= 0 ? pair.first() : pair.second();
        JudgedPrior older = newer.id().equals(pair.first().id()) ? pair.second() : pair.first();
        return "orders " + dated(newer) + " and " + dated(older);
    }

    private String named(JudgedPrior prior) {
        return "order " + dated(prior);
    }

    private String dated(JudgedPrior prior) {
        boolean byTransaction = profile.agesByTransaction();
        LocalDate day = byTransaction
                ? prior.facts().transactionTime().day()
                : prior.facts().day();
        String end = byTransaction ? "this order" : "the dispute";
        String age = Math.abs(prior.age()) + " days";
        if (prior.age() < 0) {
            age += " after " + end;
        } else if (byTransaction) {
            age += " before " + end;
        }
        return prior.id() + " (" + day + ", " + age + ")";
    }

    /** The days of which priors must be. */
    private String period() {
        LocalDate end = profile.agesByTransaction() ? date.disputable().from() : date.asOf();
        LocalDate newest = daysBefore(end, profile.minAgeDays());
        LocalDate made = date.disputable().from();
        return daysBefore(end, profile.maxAgeDays()) + " to " + (newest.isBefore(made) ? newest : made);
    }

    private static LocalDate daysBefore(LocalDate day, int days) {
        return LocalDate.ofEpochDay(Math.max(LocalDate.MIN.toEpochDay(), day.toEpochDay() - days));
    }

    private static String clause(@Nullable PriorReason reason) {
        return reason == null ? "" : reason.clause();
    }

    private static String capital(String sentence) {
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }

    private void say(String sentence) {
        sentences.add(capital(sentence));
    }
}
