package org.orderevidence.service;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.ChargeKeys;
import org.orderevidence.evidence.ChargeKeys.ChargeReference;
import org.orderevidence.evidence.ChargeKeys.ReferenceHasher;
import org.orderevidence.evidence.CompellingEvidence;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.DisputeCase;
import org.orderevidence.evidence.DisputeCase.Prior;
import org.orderevidence.evidence.DisputeDate;
import org.orderevidence.evidence.ElementReading.ElementHasher;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.HistoryReach;
import org.orderevidence.evidence.IpStandIn;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.RuleNumbers;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.DerivedOrders.OrderKeys;
import org.orderevidence.service.Evidence.Unseen;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.OrderInHistory.HistoryPart;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.document.PriorFactsDocument;

/**
 * Reads what the rule needs for one order, and applies the rule.
 *
 * @param withTracked false to judge without the addresses that were tracked and not sent with their orders
 */
public record CaseReader(Evidence evidence, boolean withTracked) {
    private static final int ORDERS_AT_ONCE = 100;

    /** Maximum number of rows that are read together with the order; nearly all cards have fewer. */
    private static final int ROWS_WITH_ORDER = 256;

    /** Rows that are read beyond the limit: the disputed order's own, and one that shows that there are more. */
    private static final int ROWS_BEYOND_LIMIT = 2;

    /** Maximum number of ranges of days that a store reads at a time. */
    private static final int RANGES_AT_ONCE = 3;

    private static final String PAYMENT_START = "pi_";

    /** A Stripe payment, after any prefix of its integration. The IDs of other payments are those of their charge. */
    private static final Pattern PAYMENT = Pattern.compile(PAYMENT_START + "[A-Za-z0-9]{9,}$");

    public CaseReader(Evidence evidence) {
        this(evidence, true);
    }

    /** An order that is to be judged, read together with what the rule usually needs of its history. */
    public Optional<OrderInHistory> order(AccountSpace space, OrderId id, Profile profile) {
        return evidence.orders()
                .orderInHistory(space, id, profile.reachDays(), RuleNumbers.DISPUTABLE_DAYS, ROWS_WITH_ORDER);
    }

    /**
     * Judges an order. If the store's history may lag, the rows of the selected pair are compared with the orders
     * themselves. If one differs, all orders are read instead. A row that is older than its order therefore never decides.
     *
     * @param held the order; what was read with it of its history is not read again
     */
    public JudgedCase judged(
            AccountSpace space,
            OrderInHistory held,
            @Nullable LocalDate asOf,
            Profile profile,
            Charge.@Nullable Category accountDefault,
            LocalDate today) {
        StoredOrder disputed = held.order();
        Reading reading = new Reading(space, disputed, DisputeDate.of(disputed, asOf, today), profile, accountDefault);
        reading.readHistory(held.history());
        JudgedCase judged = reading.judge();
        if (!evidence.orders().historyMayLag() || reading.isUpToDate(selected(judged.answer()))) {
            return judged;
        }
        reading.readOrders();
        return reading.judge();
    }

    private static List<OrderId> selected(Eligibility eligibility) {
        return eligibility.priorTransactions().stream()
                .filter(Eligibility.PriorTransaction::selected)
                .map(Eligibility.PriorTransaction::orderId)
                .toList();
    }

    /** One order being judged. */
    private final class Reading {
        private final AccountSpace space;
        private final StoredOrder disputed;
        private final OrderKeys derived;
        private final DisputeDate date;
        private final Profile profile;
        private final Charge.@Nullable Category accountDefault;
        private final HistoryReach reach;
        private final List<KeyedHash> credentials;

        private @Nullable PriorFacts heldFacts;
        private List<Candidate> candidates = List.of();
        private boolean truncated;

        Reading(
                AccountSpace space,
                StoredOrder disputed,
                DisputeDate date,
                Profile profile,
                Charge.@Nullable Category accountDefault) {
            this.space = space;
            this.disputed = disputed;
            this.derived = new OrderKeys(space, evidence.keyring());
            this.date = date;
            this.profile = profile;
            this.accountDefault = accountDefault;
            this.reach = HistoryReach.of(
                    date, disputed.order().charge().transactionTime().day(), profile);
            this.credentials = derived.searched(disputed.order());
        }

        /** Reads the history, of which a part may have been read. */
        void readHistory(@Nullable HistoryPart part) {
            if (reach.ranges().isEmpty()) {
                return;
            }
            List<DateRange> ranges = reach.ranges();
            int mostRows = mostRows();
            Map<OrderId, Candidate> newest = new LinkedHashMap<>();
            for (KeyedHash credential : credentials) {
                List<HistoryRow> rows = part == null ? null : part.rows(credential, ranges, mostRows);
                if (rows == null) {
                    rows = storedHistory(credential, ranges, mostRows);
                }
                truncated |= rows.size() == mostRows;
                for (Candidate candidate : Candidate.ofRows(rows)) {
                    if (isOfCard(candidate, credential)) {
                        newest.merge(
                                candidate.id(),
                                candidate,
                                (one, other) -> other.version() > one.version() ? other : one);
                    }
                }
            }
            Candidate own = newest.remove(id());
            if (own != null && own.version() == disputed.version()) {
                // The row of the disputed order itself: its facts need not be derived again, with an HMAC an element.
                heldFacts = own.facts();
            }
            List<Candidate> read = new ArrayList<>(newest.values());
            if (credentials.size() > 1 || reach.transactionsFirst() != null) {
                read.sort(reach.reading(Candidate::facts, Candidate::id));
            }
            truncated |= read.size() > evidence.rule().priorsLimit();
            candidates = read.subList(0, Math.min(read.size(), evidence.rule().priorsLimit()));
        }

        /**
         * False for an order with the fingerprint of the disputed order, but another payment account reference. One
         * with the same reference is among the orders of the reference.
         */
        private boolean isOfCard(Candidate candidate, KeyedHash credential) {
            boolean byReferenceAlone =
                    credentials.size() > 1 && candidate.facts().traits().contains(PriorFacts.Trait.ACCOUNT_REFERENCE);
            return !byReferenceAlone || credential.equals(credentials.getFirst());
        }

        /**
         * Twice the limit if the rows are not in the order in which priors count: a row that counts first may come
         * later.
         */
        private int mostRows() {
            int limit = evidence.rule().priorsLimit();
            int rows = reach.transactionsFirst() == null ? limit : Math.min(2 * limit, RuleSettings.MOST_PRIORS);
            return rows + ROWS_BEYOND_LIMIT;
        }

        private List<HistoryRow> storedHistory(KeyedHash card, List<DateRange> ranges, int mostRows) {
            List<HistoryRow> rows = new ArrayList<>();
            for (int from = 0; from < ranges.size() && rows.size() < mostRows; from += RANGES_AT_ONCE) {
                List<DateRange> some = ranges.subList(from, Math.min(ranges.size(), from + RANGES_AT_ONCE));
                rows.addAll(evidence.orders().history(space, card, some, mostRows - rows.size()));
            }
            return rows;
        }

        JudgedCase judge() {
            PriorFacts facts = heldFacts != null ? heldFacts : derived.facts(disputed.order());
            IpStandIns standIns = new IpStandIns(facts);
            Map<KeyedHash, KeyedHash> charges = chargesOfPayments(facts);
            List<Prior> priors = new ArrayList<>(candidates.size());
            for (Candidate candidate : candidates) {
                priors.add(new Prior(
                        candidate.id(),
                        withCharge(candidate.facts(), charges),
                        candidate.disputes(),
                        candidate.fraudReported(),
                        standIns.byOrder.get(candidate.id())));
            }
            DisputeCase dispute = new DisputeCase(
                    disputed,
                    withCharge(facts, charges),
                    standIns.byOrder.get(id()),
                    date,
                    profile,
                    accountDefault,
                    evidence.rule(),
                    priors,
                    truncated || standIns.anyNotRead);
            return new JudgedCase(dispute, CompellingEvidence.judge(dispute));
        }

        /** Returns true if these candidates are as their orders are now. */
        boolean isUpToDate(List<OrderId> ids) {
            Map<OrderId, StoredOrder> orders =
                    ids.isEmpty() ? Map.of() : evidence.orders().orders(space, ids);
            return candidates.stream()
                    .filter(candidate -> ids.contains(candidate.id()))
                    .allMatch(candidate -> {
                        StoredOrder stored = orders.get(candidate.id());
                        return stored != null && candidate.agreesWith(stored);
                    });
        }

        /** Replaces the rows that were read with the data of their orders, without orders that are no longer priors. */
        void readOrders() {
            candidates = candidates.stream()
                    .map(Candidate::id)
                    .gather(Gatherers.windowFixed(ORDERS_AT_ONCE))
                    .flatMap(some -> {
                        Map<OrderId, StoredOrder> orders = evidence.orders().orders(space, some);
                        return some.stream().flatMap(id -> Stream.ofNullable(orders.get(id)));
                    })
                    .filter(stored -> isSameCard(stored.order()))
                    .map(stored -> Candidate.of(stored, derived))
                    .filter(candidate -> reach.contains(candidate.facts().day()))
                    .toList();
        }

        private boolean isSameCard(Order order) {
            return disputed.order()
                    .charge()
                    .credential()
                    .isCardOf(order.charge().credential());
        }

        private OrderId id() {
            return disputed.order().id();
        }

        /**
         * Returns the charge of each payment whose ID one of the orders has: payments that orders state instead of their
         * charge. A charge that nothing names is an order with the ID of its payment. A merchant can upload the same
         * purchase under another ID and state the payment. Until the first order has moved, this makes both state the
         * same charge, so they count once.
         */
        private Map<KeyedHash, KeyedHash> chargesOfPayments(PriorFacts own) {
            Map<KeyedHash, KeyedHash> charges = new HashMap<>();
            addCharge(id(), own, charges);
            candidates.forEach(candidate -> addCharge(candidate.id(), candidate.facts(), charges));
            return charges;
        }

        private void addCharge(OrderId id, PriorFacts facts, Map<KeyedHash, KeyedHash> charges) {
            KeyedHash charge = facts.chargeKeys().gatewayTransactionId();
            // A card can have thousands of orders, and hardly any has such an ID.
            if (charge == null || !id.value().contains(PAYMENT_START)) {
                return;
            }
            Matcher payment = PAYMENT.matcher(id.value());
            if (payment.find()) {
                ReferenceHasher hasher = evidence.keyring().references(space);
                charges.put(hasher.hash(ChargeReference.GATEWAY_TRANSACTION_ID, payment.group()), charge);
            }
        }

        /** Returns the facts with the charge of the payment, if they state a payment that is known. */
        private static PriorFacts withCharge(PriorFacts facts, Map<KeyedHash, KeyedHash> charges) {
            ChargeKeys stated = facts.chargeKeys();
            KeyedHash charge =
                    stated.gatewayTransactionId() == null ? null : charges.get(stated.gatewayTransactionId());
            return charge == null ? facts : facts.withChargeKeys(stated.withGatewayTransactionId(charge));
        }

        private ElementHasher hasher() {
            return evidence.keyring().elements(space);
        }

        /** Reads the stand-ins for missing IP addresses of orders: sightings, and the addresses of initial orders. */
        private final class IpStandIns {
            private final Map<OrderId, IpStandIn> byOrder = new HashMap<>();
            private final List<Unseen> wanted = new ArrayList<>();

            /** True if a limit prevented reading the address of a prior. */
            private boolean anyNotRead;

            /**
             * Reads them for the disputed order and for as many priors, in the order given, as the settings allow.
             */
            IpStandIns(PriorFacts disputedFacts) {
                if (!disputedFacts.hasOwnIp()) {
                    if (!disputedFacts.isRecurring()) {
                        wantSighting(id(), disputedFacts);
                    } else if (evidence.rule().renewalIp() == RuleSettings.RenewalIp.ALL) {
                        readInitialOrder(disputedFacts);
                    }
                }
                readInitialOrders();
                if (withTracked) {
                    wantSightings();
                    readSightings();
                }
            }

            /** Returns true if what a prior needs may be read: it is among what is read, or there is room for it. */
            private <T> boolean mayRead(T needed, Set<T> read, int most, OrderId prior) {
                if (read.contains(needed) || read.size() < most) {
                    read.add(needed);
                    return true;
                }
                byOrder.put(prior, new IpStandIn.NotRead());
                anyNotRead = true;
                return false;
            }

            /** The initial order of the disputed order is always read. */
            private void readInitialOrder(PriorFacts facts) {
                OrderId initial = facts.initialOrder();
                if (initial != null) {
                    addInitialOrder(id(), facts, initialOrders(List.of(initial)).get(initial));
                }
            }

            private void addInitialOrder(OrderId order, PriorFacts facts, @Nullable StoredOrder initial) {
                IpStandIn standIn = initial == null
                        ? null
                        : IpStandIn.ofInitialOrder(initial.order(), facts.transactionTime(), id(), hasher());
                if (standIn != null) {
                    byOrder.put(order, standIn);
                }
            }

            /** Reading an initial order counts toward the limit even if its IP address may not be used. */
            private void readInitialOrders() {
                Map<Candidate, OrderId> initialByPrior = new HashMap<>();
                Set<OrderId> initials = new LinkedHashSet<>();
                for (Candidate candidate : candidates) {
                    OrderId initial =
                            candidate.facts().isRecurring() ? candidate.facts().initialOrder() : null;
                    if (initial != null
                            && !candidate.facts().hasOwnIp()
                            && mayRead(initial, initials, evidence.rule().initialOrdersLimit(), candidate.id())) {
                        initialByPrior.put(candidate, initial);
                    }
                }
                if (initials.isEmpty()) {
                    return;
                }
                Map<OrderId, StoredOrder> orders = initialOrders(initials);
                initialByPrior.forEach(
                        (prior, initial) -> addInitialOrder(prior.id(), prior.facts(), orders.get(initial)));
            }

            /** Returns orders by the ID that is asked for. That of a purchase that has moved leads to its order. */
            private Map<OrderId, StoredOrder> initialOrders(Collection<OrderId> ids) {
                Map<OrderId, StoredOrder> orders = evidence.orders().orders(space, ids);
                List<OrderId> current = orders.values().stream()
                        .filter(StoredOrder::isMoved)
                        .map(StoredOrder::current)
                        .toList();
                Map<OrderId, StoredOrder> moved = evidence.orders().orders(space, current);
                orders.replaceAll((id, order) -> moved.getOrDefault(order.current(), order));
                return orders;
            }

            private void wantSightings() {
                Set<KeyedHash> customers = new HashSet<>();
                for (Candidate candidate : candidates) {
                    PriorFacts facts = candidate.facts();
                    KeyedHash customer = facts.hasOwnIp() || facts.isRecurring() ? null : facts.customer();
                    int most = evidence.rule().sightingCustomersLimit();
                    if (customer != null && mayRead(customer, customers, most, candidate.id())) {
                        wantSighting(candidate.id(), facts);
                    }
                }
            }

            private void wantSighting(OrderId order, PriorFacts facts) {
                KeyedHash customer = facts.customer();
                if (customer != null) {
                    wanted.add(new Unseen(order, customer, facts.transactionTime()));
                }
            }

            private void readSightings() {
                evidence.seen(space, wanted)
                        .forEach((order, choice) -> byOrder.put(order, IpStandIn.ofSighting(choice, hasher())));
            }
        }
    }

    public record JudgedCase(DisputeCase dispute, Eligibility answer) {}

    /** An order that may be a prior, as a history row or the order itself has it. */
    record Candidate(OrderId id, long version, PriorFacts facts, ActiveDisputes disputes, boolean fraudReported) {
        static Candidate of(HistoryRow row) {
            return new Candidate(
                    row.id(),
                    row.version(),
                    PriorFactsDocument.decode(row.facts()),
                    row.disputes(),
                    row.fraudReported());
        }

        static Candidate of(StoredOrder stored, OrderKeys keys) {
            return new Candidate(
                    stored.order().id(),
                    stored.version(),
                    keys.facts(stored.order()),
                    ActiveDisputes.of(stored.disputes()),
                    !stored.fraudReports().isEmpty());
        }

        /** Returns true if this was made from the order as it is now, later facts included. */
        boolean agreesWith(StoredOrder stored) {
            return version == stored.version()
                    && disputes == ActiveDisputes.of(stored.disputes())
                    && fraudReported == !stored.fraudReports().isEmpty();
        }

        /** Each order once, of the newest version among its rows, in the order of the rows. */
        static List<Candidate> ofRows(Collection<HistoryRow> rows) {
            Map<OrderId, Long> newest = HashMap.newHashMap(rows.size());
            for (HistoryRow row : rows) {
                newest.merge(row.id(), row.version(), Math::max);
            }
            List<Candidate> candidates = new ArrayList<>(newest.size());
            for (HistoryRow row : rows) {
                if (newest.remove(row.id(), row.version())) {
                    candidates.add(of(row));
                }
            }
            return candidates;
        }
    }
}
