package org.orderevidence.service;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orderevidence.evidence.IpStandIn.SightingChoice;
import org.orderevidence.evidence.IpStandIn.SightingChoice.SightingWindow;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.Sightings;
import org.orderevidence.store.Sightings.SightingSearch;

/** The evidence of an installation, and what it is read and written with. */
public record Evidence(EvidenceStore orders, Sightings sightings, Keyring keyring, RuleSettings rule, Clock clock) {
    /** Returns the UTC day of now. */
    public LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    /** An order whose missing address a sighting may replace. */
    public record Unseen(OrderId order, KeyedHash customer, OrderTime transactionTime) {}

    /** Returns the sightings that replace the addresses of orders. An order without one is left out. */
    public Map<OrderId, SightingChoice> seen(AccountSpace space, List<Unseen> orders) {
        Map<OrderId, SightingChoice> seen = new HashMap<>();
        for (int start = 0; start < orders.size(); start += Sightings.MAX_SEARCHES) {
            List<Unseen> some = orders.subList(start, Math.min(orders.size(), start + Sightings.MAX_SEARCHES));
            List<SightingWindow> windows = new ArrayList<>(some.size());
            List<SightingSearch> searches = new ArrayList<>(some.size());
            for (Unseen order : some) {
                SightingWindow window = SightingWindow.of(order.transactionTime(), rule);
                windows.add(window);
                searches.add(new SightingSearch(
                        order.customer(), window.earliest(), window.spanFrom(), window.spanUntil(), window.latest()));
            }
            List<List<IpSighting>> found = sightings.nearest(space, searches);
            for (int i = 0; i < some.size(); i++) {
                OrderId order = some.get(i).order();
                SightingChoice.choose(windows.get(i), found.get(i)).ifPresent(choice -> seen.put(order, choice));
            }
        }
        return seen;
    }
}
