package org.orderevidence.evidence;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.evidence.PairSearch.PriorPair;
import org.orderevidence.evidence.ReasonCode.FixableReason;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderId;

/** Names orders, dates and lists in the sentences of an explanation. */
final class Wording {
    private final Profile profile;
    private final boolean past;
    private final Unknown unknown;

    /**
     * @param past true if the sentences look back
     */
    Wording(DisputeCase dispute, boolean past) {
        this.profile = dispute.profile();
        this.past = past;
        this.unknown = Unknown.of(dispute.disputed().activeDisputes());
    }

    /** How the disputes are named whose network code is not known. */
    private enum Unknown {
        ONLY_ONE("code of its dispute", "code of the dispute", "the code of the dispute is 10.4"),
        ONE_OF_SEVERAL("code of one of its disputes", "code of that dispute", "the code of that dispute is 10.4"),
        SEVERAL("codes of its disputes", "codes of the disputes", "one of these codes is 10.4");

        private final String lack;
        private final String addition;
        private final String condition;

        Unknown(String lack, String addition, String condition) {
            this.lack = "no known network " + lack;
            this.addition = "the network's " + addition;
            this.condition = condition;
        }

        private static Unknown of(List<Dispute> active) {
            if (active.size() < 2) {
                return ONLY_ONE;
            }
            return active.stream().filter(Dispute::isOfUnknownCondition).count() < 2 ? ONE_OF_SEVERAL : SEVERAL;
        }
    }

    /** Returns what an order lacks, to follow "this order has". */
    String lack(FixableReason test) {
        return test == FixableReason.CONDITION_UNKNOWN ? unknown.lack : test.lack();
    }

    /** Returns what to add to an order, to follow "add". */
    String addition(FixableReason test) {
        return test == FixableReason.CONDITION_UNKNOWN ? unknown.addition : test.addition();
    }

    boolean isPast() {
        return past;
    }

    /** Returns the word for now, or the one for a closed order. */
    String tense(String present, String looksBack) {
        return past ? looksBack : present;
    }

    /** Returns both orders of a pair with date and age, newest first. */
    String both(PriorPair pair) {
        boolean firstIsNewer = JudgedPrior.NEWEST_FIRST.compare(pair.first(), pair.second()) <= 0;
        JudgedPrior newer = firstIsNewer ? pair.first() : pair.second();
        JudgedPrior older = firstIsNewer ? pair.second() : pair.first();
        return "orders " + dated(newer) + " and " + dated(older);
    }

    /** Returns one order with date and age. */
    String named(JudgedPrior prior) {
        return "order " + dated(prior);
    }

    private String dated(JudgedPrior prior) {
        boolean byTransaction = profile.agesByTransaction();
        LocalDate day = byTransaction
                ? prior.facts().transactionTime().day()
                : prior.facts().day();
        String end = byTransaction ? "this order" : "the dispute date";
        String age = days(Math.abs(prior.age()));
        if (prior.age() < 0) {
            age += " after " + end;
        } else {
            age += byTransaction ? " before " + end : " old";
        }
        return prior.id() + " (" + day + ", " + age + ")";
    }

    /** Returns what must be true in addition if these tests are fixed, each to follow "if". */
    List<String> conditions(List<FixableReason> tests) {
        List<String> conditions = new ArrayList<>(2);
        if (tests.contains(FixableReason.NETWORK_UNKNOWN)) {
            conditions.add("the card is a Visa card");
        }
        if (tests.contains(FixableReason.CONDITION_UNKNOWN)) {
            conditions.add(unknown.condition);
        }
        return conditions;
    }

    private static String days(long count) {
        return count == 1 ? "1 day" : count + " days";
    }

    static String orders(List<OrderId> ids) {
        return (ids.size() == 1 ? "order " : "orders ")
                + listed(ids.stream().map(OrderId::value).toList());
    }

    static String nouns(Iterable<Element> elements) {
        List<String> nouns = new ArrayList<>();
        elements.forEach(element -> nouns.add(element.noun()));
        return listed(nouns);
    }

    /** Returns "a", "a and b" or "a, b and c". */
    static String listed(List<String> items) {
        if (items.size() == 1) {
            return items.getFirst();
        }
        return String.join(", ", items.subList(0, items.size() - 1)) + " and " + items.getLast();
    }

    static String capital(String sentence) {
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }
}
