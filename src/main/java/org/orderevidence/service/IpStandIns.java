package org.orderevidence.service;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.ElementReading.ElementHasher;
import org.orderevidence.evidence.IpStandIn;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.evidence.SightingChoice;
import org.orderevidence.evidence.SightingChoice.SightingWindow;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.SightingSearch;
import org.orderevidence.store.Sightings;

/** Reads the stand-ins for missing IP addresses of orders: sightings, and the addresses of initial orders. */
final class IpStandIns {
    private final EvidenceStore store;
    private final Sightings sightings;
    private final AccountSpace space;
    private final RuleSettings settings;
    private final ElementHasher hasher;

    private final Map<OrderId, IpStandIn> byOrder = new HashMap<>();
    private final List<Wanted> wanted = new ArrayList<>();
    private boolean truncated;

    private IpStandIns(
            EvidenceStore store, Sightings sightings, AccountSpace space, RuleSettings settings, ElementHasher hasher) {
        this.store = store;
        this.sightings = sightings;
        this.space = space;
        this.settings = settings;
        this.hasher = hasher;
    }

    /**
     * Reads them for the disputed order and for as many priors, in the order given, as the settings allow.
     */
    static IpStandIns read(
            EvidenceStore store,
            Sightings sightings,
            AccountSpace space,
            RuleSettings settings,
            ElementHasher hasher,
            OrderId disputed,
            PriorFacts disputedFacts,
            List<Candidate> candidates) {
        IpStandIns standIns = new IpStandIns(store, sightings, space, settings, hasher);
        if (!disputedFacts.hasOwnIp()) {
            if (!disputedFacts.isRecurring()) {
                standIns.wantSighting(disputed, disputedFacts);
            } else if (settings.renewalIp() == RuleSettings.RenewalIp.ALL) {
                standIns.readInitialOrder(disputed, disputedFacts);
            }
        }
        standIns.readInitialOrders(disputed, candidates);
        standIns.wantSightings(candidates);
        standIns.readSightings();
        return standIns;
    }

    /** Returns what replaces the order's missing IP address, or null if nothing does. */
    @Nullable
    IpStandIn of(OrderId order) {
        return byOrder.get(order);
    }

    /** Returns true if a limit prevented reading the address of a prior. */
    boolean isTruncated() {
        return truncated;
    }

    private void markNotRead(OrderId prior) {
        byOrder.put(prior, IpStandIn.NOT_READ);
        truncated = true;
    }

    /** The initial order of the disputed order is always read. */
    private void readInitialOrder(OrderId disputed, PriorFacts facts) {
        OrderId initial = facts.initialOrder();
        StoredOrder stored =
                initial == null ? null : store.orders(space, List.of(initial)).get(initial);
        IpStandIn standIn = stored == null
                ? null
                : IpStandIn.ofInitialOrder(stored.order(), facts.transactionTime(), disputed, hasher);
        if (standIn != null) {
            byOrder.put(disputed, standIn);
        }
    }

    /** Reading an initial order counts toward the limit even if its IP address may not be used. */
    private void readInitialOrders(OrderId disputed, List<Candidate> candidates) {
        Map<Candidate, OrderId> initialByPrior = new HashMap<>();
        Set<OrderId> initials = new LinkedHashSet<>();
        for (Candidate candidate : candidates) {
            OrderId initial =
                    candidate.facts().isRecurring() ? candidate.facts().initialOrder() : null;
            if (initial == null || candidate.facts().hasOwnIp()) {
                continue;
            }
            if (initials.contains(initial) || initials.size() < settings.initialOrdersLimit()) {
                initials.add(initial);
                initialByPrior.put(candidate, initial);
            } else {
                markNotRead(candidate.id());
            }
        }
        if (initials.isEmpty()) {
            return;
        }
        Map<OrderId, StoredOrder> orders = store.orders(space, initials);
        initialByPrior.forEach((prior, initial) -> {
            StoredOrder stored = orders.get(initial);
            IpStandIn standIn = stored == null
                    ? null
                    : IpStandIn.ofInitialOrder(stored.order(), prior.facts().transactionTime(), disputed, hasher);
            if (standIn != null) {
                byOrder.put(prior.id(), standIn);
            }
        });
    }

    private void wantSightings(List<Candidate> candidates) {
        Set<KeyedHash> customers = new HashSet<>();
        for (Candidate candidate : candidates) {
            PriorFacts facts = candidate.facts();
            KeyedHash customer = facts.hasOwnIp() || facts.isRecurring() ? null : facts.customer();
            if (customer == null) {
                continue;
            }
            if (customers.contains(customer) || customers.size() < settings.sightingCustomersLimit()) {
                customers.add(customer);
                wantSighting(candidate.id(), facts);
            } else {
                markNotRead(candidate.id());
            }
        }
    }

    private void wantSighting(OrderId order, PriorFacts facts) {
        KeyedHash customer = facts.customer();
        if (customer != null) {
            wanted.add(new Wanted(order, customer, SightingWindow.of(facts.transactionTime(), settings)));
        }
    }

    private void readSightings() {
        for (int from = 0; from < wanted.size(); from += Sightings.MAX_SEARCHES) {
            List<Wanted> some = wanted.subList(from, Math.min(wanted.size(), from + Sightings.MAX_SEARCHES));
            List<List<IpSighting>> found =
                    sightings.nearest(space, some.stream().map(Wanted::search).toList());
            for (int i = 0; i < some.size(); i++) {
                OrderId order = some.get(i).order;
                SightingChoice.choose(some.get(i).window, found.get(i))
                        .ifPresent(choice -> byOrder.put(order, IpStandIn.ofSighting(choice, hasher)));
            }
        }
    }

    /** An order, its customer, and the time from which a sighting can be used. */
    private record Wanted(OrderId order, KeyedHash customer, SightingWindow window) {
        SightingSearch search() {
            return new SightingSearch(
                    customer, window.earliest(), window.spanFrom(), window.spanUntil(), window.latest());
        }
    }
}
