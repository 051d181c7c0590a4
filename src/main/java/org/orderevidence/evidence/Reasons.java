package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.CompellingEvidence.Findings;
import org.orderevidence.evidence.PairSearch.PriorPair;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.evidence.ReasonCode.FixableReason;
import org.orderevidence.evidence.ReasonCode.HistoryReason;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PaymentCredential;

/** Lists the reasons: the disputed order's own tests, its history, then the elements of the order and of one pair. */
public final class Reasons {
    private final DisputeCase dispute;
    private final Set<Element> remedy;
    private final List<Eligibility.Reason> reasons = new ArrayList<>();

    private Reasons(DisputeCase dispute, Set<Element> remedy) {
        this.dispute = dispute;
        this.remedy = remedy;
    }

    /** Returns the reasons, headline first; none when the order is qualified. */
    public static List<Eligibility.Reason> of(Findings findings) {
        if (findings.status() == Eligibility.Status.QUALIFIED) {
            return List.of();
        }
        DisputeCase dispute = findings.dispute();
        boolean canBeFixed = findings.status() == Eligibility.Status.REQUIRES_ACTION;
        // Only an order that requires an action has an explanation that names a remedy.
        Reasons listed = new Reasons(
                dispute,
                canBeFixed
                        ? Remedy.of(findings.fixableTests(), findings.fixable(), dispute)
                                .elements()
                        : Set.of());
        findings.failing().forEach(code -> listed.add(code, null));
        HistoryReason history = findings.history();
        if (history != null) {
            PaymentCredential card = dispute.disputed().order().charge().credential();
            boolean atOneProcessor = card.fingerprint() != null && card.accountReference() == null;
            listed.reasons.add(new Eligibility.Reason(
                    history, null, history.detail(), history.remedy(canBeFixed, atOneProcessor)));
        }
        OrderElements own = dispute.elements();
        PriorPair pair = findings.fixable();
        if (pair == null) {
            listed.addElements(dispute.disputed().order().id(), own, List.of(), ElementSet.NONE);
            return listed.reasons;
        }
        OrderElements first = pair.first().elements();
        OrderElements second = pair.second().elements();
        ElementSet equal = pair.equal();
        listed.addElements(dispute.disputed().order().id(), own, List.of(first, second), equal);
        listed.addPrior(pair.first(), List.of(own, second), equal);
        listed.addPrior(pair.second(), List.of(own, first), equal);
        return listed.reasons;
    }

    private void addPrior(JudgedPrior prior, List<OrderElements> others, ElementSet equal) {
        addElements(prior.id(), prior.elements(), others, equal);
        if (prior.lacksDescription(dispute.profile())) {
            add(ElementReason.PRIOR_DESCRIPTION_MISSING, prior.id());
        }
    }

    /**
     * @param others the other two orders of the three, or none
     * @param equal the elements that are equal on all three
     */
    private void addElements(OrderId id, OrderElements elements, List<OrderElements> others, ElementSet equal) {
        for (Element element : dispute.profile().elements().elements()) {
            ElementReason fault = elements.fault(element);
            if (fault != null) {
                add(fault, id);
            } else if (elements.isMissing(element)) {
                ElementReason missing = missing(id, element, elements, others, equal);
                if (missing != null) {
                    add(missing, id);
                }
            }
        }
    }

    private @Nullable ElementReason missing(
            OrderId id, Element element, OrderElements elements, List<OrderElements> others, ElementSet equal) {
        return switch (element) {
            case IP ->
                id.equals(dispute.disputed().order().id()) && elements.facts().isRecurring()
                        ? ElementReason.RENEWAL_WITHOUT_IP
                        : ElementReason.IP_MISSING;
            case DEVICE_ID ->
                elements.isMissing(Element.DEVICE_FINGERPRINT)
                        ? ElementReason.DEVICE_MISSING
                        : wanted(element, Element.DEVICE_FINGERPRINT, others, equal)
                                ? ElementReason.DEVICE_ID_MISSING
                                : null;
            case DEVICE_FINGERPRINT ->
                !elements.isMissing(Element.DEVICE_ID) && wanted(element, Element.DEVICE_ID, others, equal)
                        ? ElementReason.DEVICE_FINGERPRINT_MISSING
                        : null;
            case ACCOUNT_ID -> ElementReason.ACCOUNT_ID_MISSING;
            case SHIPPING_ADDRESS -> ElementReason.SHIPPING_ADDRESS_MISSING;
            case EMAIL -> ElementReason.EMAIL_MISSING;
        };
    }

    /**
     * Returns true when the kind that is there is not enough, and one of the other orders has the missing kind or the
     * remedy needs it.
     */
    private boolean wanted(Element missing, Element present, List<OrderElements> others, ElementSet equal) {
        return !equal.contains(present)
                && (remedy.contains(missing) || others.stream().anyMatch(order -> order.isUsable(missing)));
    }

    private void add(ReasonCode code, @Nullable OrderId id) {
        reasons.add(new Eligibility.Reason(code, id, code.detail(), code.remedy()));
    }

    /**
     * The least data that makes an order qualified together with a pair: everything that has to be added, order by order.
     *
     * @param priors what each prior lacks, only those that lack something
     * @param elements the elements that have to be the same on all three orders
     */
    record Remedy(Lack disputed, Map<OrderId, Lack> priors, Set<Element> elements) {
        /** Logs have addresses and accounts; few merchants stored devices of old orders. */
        private static final List<Element> SOONEST_FOUND = List.of(
                Element.IP,
                Element.ACCOUNT_ID,
                Element.EMAIL,
                Element.SHIPPING_ADDRESS,
                Element.DEVICE_ID,
                Element.DEVICE_FINGERPRINT);

        /**
         * Returns the remedy.
         *
         * @param failing the order's own tests that fail and can be fixed
         * @param pair the pair that could qualify the order, or null if there is none
         */
        static Remedy of(List<FixableReason> failing, @Nullable PriorPair pair, DisputeCase dispute) {
            if (pair == null) {
                return new Remedy(new Lack(failing, Map.of(), false), Map.of(), Set.of());
            }
            OrderElements disputed = dispute.elements();
            Set<Element> elements = new TreeSet<>(
                    leastElements(pair, disputed, dispute.suppliable()).elements());
            Lack own = new Lack(failing, states(elements, disputed), false);
            Map<OrderId, Lack> priors = new LinkedHashMap<>();
            for (JudgedPrior prior : List.of(pair.first(), pair.second())) {
                Lack lack = new Lack(
                        List.of(), states(elements, prior.elements()), prior.lacksDescription(dispute.profile()));
                if (!lack.isEmpty()) {
                    priors.put(prior.id(), lack);
                }
            }
            return new Remedy(own, priors, elements);
        }

        private static Map<Element, Lack.State> states(Set<Element> elements, OrderElements order) {
            Map<Element, Lack.State> states = new EnumMap<>(Element.class);
            for (Element element : elements) {
                if (!order.isUsable(element)) {
                    states.put(element, Lack.State.of(order, element));
                }
            }
            return states;
        }

        /** Returns the elements that need the fewest values; of as many, those that are soonest found. */
        private static ElementSet leastElements(PriorPair pair, OrderElements disputed, ElementSet suppliable) {
            Map<Element, Integer> costs = new EnumMap<>(Element.class);
            for (Element element : suppliable.without(pair.equal()).elements()) {
                List<OrderElements> three =
                        List.of(disputed, pair.first().elements(), pair.second().elements());
                List<KeyedHash> values = three.stream()
                        .map(order -> order.hash(element))
                        .filter(Objects::nonNull)
                        .toList();
                if (values.stream().distinct().count() <= 1) {
                    int toAdd = three.size() - values.size();
                    costs.put(element, (toAdd << SOONEST_FOUND.size()) + (1 << SOONEST_FOUND.indexOf(element)));
                }
            }
            ElementSet open = ElementSet.where(costs::containsKey);
            return ElementSet.all().stream()
                    .filter(set -> open.containsAll(set) && set.or(pair.equal()).suffices())
                    .min(Comparator.comparingInt(set -> cost(set, costs)))
                    .orElse(open);
        }

        /** Returns what a set costs: the number of values to add, then how soon they are found. */
        private static int cost(ElementSet set, Map<Element, Integer> costs) {
            return set.elements().stream()
                    .mapToInt(element -> costs.getOrDefault(element, 0))
                    .sum();
        }

        /**
         * The data that one order lacks.
         *
         * @param tests the order's own tests that fail and can be fixed
         * @param description true if a prior lacks its product description
         */
        record Lack(List<FixableReason> tests, Map<Element, State> elements, boolean description) {
            /** Why an element has to be added. */
            enum State {
                MISSING,
                UNUSABLE,
                /** A limit kept it from being read. */
                NOT_READ;

                static State of(OrderElements order, Element element) {
                    if (order.isNotRead(element)) {
                        return NOT_READ;
                    }
                    return order.isMissing(element) ? MISSING : UNUSABLE;
                }
            }

            boolean isEmpty() {
                return tests.isEmpty() && elements.isEmpty() && !description;
            }
        }

        /** Writes what orders lack and what to add to them. */
        record RemedyWording(Remedy remedy, Wording wording) {
            private static final String THIS_ORDER = "this order";

            /** Returns what the orders lack: "this order has no IP address and order P1 has no customer account ID". */
            String lacks() {
                List<String> clauses = new ArrayList<>();
                List<String> own = lacking(remedy.disputed());
                if (!own.isEmpty()) {
                    clauses.add(THIS_ORDER + wording.tense(" has ", " had ") + Wording.listed(own));
                }
                alike(this::lacking).forEach((lacking, orders) -> {
                    String verb = wording.tense(orders.size() == 1 ? " has " : " have ", " had ");
                    clauses.add(Wording.orders(orders) + verb + Wording.listed(lacking));
                });
                List<OrderId> notRead = remedy.priors().entrySet().stream()
                        .filter(prior -> prior.getValue().elements().containsValue(Lack.State.NOT_READ))
                        .map(Map.Entry::getKey)
                        .toList();
                if (!notRead.isEmpty()) {
                    clauses.add("the IP address of " + Wording.orders(notRead) + " was not read because of a limit");
                }
                return Wording.listed(clauses);
            }

            /** Returns what to add: "an IP address to this order and a customer account ID to order P1". */
            String additions() {
                List<String> parts = new ArrayList<>();
                List<String> own = adding(remedy.disputed());
                if (!own.isEmpty()) {
                    parts.add(Wording.listed(own) + " to " + THIS_ORDER);
                }
                alike(this::adding)
                        .forEach((adding, orders) ->
                                parts.add(Wording.listed(adding) + " to " + Wording.orders(orders)));
                return Wording.listed(parts) + (asksForTraces() ? ", if the purchase had one" : "");
            }

            /** An address, a device or a login cannot be added to a purchase that had none. */
            private boolean asksForTraces() {
                Set<Element> traces =
                        EnumSet.of(Element.IP, Element.DEVICE_ID, Element.DEVICE_FINGERPRINT, Element.ACCOUNT_ID);
                return Stream.concat(Stream.of(remedy.disputed()), remedy.priors().values().stream())
                        .anyMatch(lack -> lack.elements().keySet().stream().anyMatch(traces::contains));
            }

            private Map<List<String>, List<OrderId>> alike(Function<Lack, List<String>> phrases) {
                Map<List<String>, List<OrderId>> alike = new LinkedHashMap<>();
                remedy.priors().forEach((order, lack) -> {
                    List<String> said = phrases.apply(lack);
                    if (!said.isEmpty()) {
                        alike.computeIfAbsent(said, s -> new ArrayList<>()).add(order);
                    }
                });
                return alike;
            }

            private List<String> lacking(Lack lack) {
                List<String> lacking = new ArrayList<>();
                lack.tests().forEach(test -> lacking.add(wording.lack(test)));
                lack.elements().forEach((element, state) -> {
                    switch (state) {
                        case MISSING -> lacking.add("no " + element.noun());
                        case UNUSABLE -> lacking.add("no usable " + element.noun());
                        case NOT_READ -> {}
                    }
                });
                if (lack.description()) {
                    lacking.add("no product description");
                }
                return lacking;
            }

            private List<String> adding(Lack lack) {
                List<String> adding = new ArrayList<>();
                lack.tests().forEach(test -> adding.add(wording.addition(test)));
                lack.elements().forEach((element, state) -> {
                    String article = element == Element.IP || element == Element.EMAIL ? "an " : "a ";
                    adding.add((state == Lack.State.UNUSABLE ? "a usable " : article) + element.noun());
                });
                if (lack.description()) {
                    adding.add("a product description");
                }
                return adding;
            }
        }
    }
}
