package org.orderevidence.service;

import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.evidence.SightingChoice;
import org.orderevidence.evidence.SightingChoice.SightingWindow;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.integration.CapturePath;
import org.orderevidence.integration.CapturedField;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Charge;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderSources;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Source;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.SightingSearch;
import org.orderevidence.store.Sightings;

/**
 * Counts what the orders of a day have. The day is always counted completely, so that no event, duplicate or crash can
 * make a count wrong: it follows from the orders as they are.
 */
public final class CaptureWalk {
    /** The most orders of a day that are counted. */
    public static final int MAX_ORDERS = 10_000;

    private static final int AT_ONCE = 100;

    private final EvidenceStore store;
    private final Sightings sightings;
    private final CaseKeys keys;
    private final RuleSettings settings;
    private final Clock clock;

    /**
     * @param store has the orders
     * @param sightings has the tracked addresses
     * @param keys derives what addresses are tracked under
     * @param settings when a tracked address belongs to an order
     * @param clock for the current time
     */
    public CaptureWalk(EvidenceStore store, Sightings sightings, CaseKeys keys, RuleSettings settings, Clock clock) {
        this.store = store;
        this.sightings = sightings;
        this.keys = keys;
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * Counts the orders of a transaction day. Declined, recurring and in-store payments, and checks of a card, are left
     * out.
     */
    public CaptureDay count(AccountSpace space, LocalDate day) {
        OrderKeys derived = new OrderKeys(space, keys);
        CaptureDay.Builder builder = new CaptureDay.Builder();
        EvidenceStore.DayRange range = new EvidenceStore.DayRange(day, day);
        ListPlace place = null;
        int examined = 0;
        while (true) {
            List<ListPlace> places = store.places(space, null, range, true, place, AT_ONCE);
            if (places.isEmpty() || examined >= MAX_ORDERS) {
                return builder.build(day, clock.instant(), !places.isEmpty());
            }
            place = places.getLast();
            examined += places.size();
            List<OrderId> ids = places.stream().map(ListPlace::id).toList();
            add(space, derived, store.readable(space, ids).values(), day, builder);
        }
    }

    /** An order that counts, with what the rule needs of it. */
    private record Counted(StoredOrder order, PriorFacts facts) {}

    private void add(
            AccountSpace space,
            OrderKeys derived,
            Collection<StoredOrder> orders,
            LocalDate day,
            CaptureDay.Builder builder) {
        List<Counted> counted = new ArrayList<>();
        for (StoredOrder order : orders) {
            // The index of days may be behind a change of the order.
            if (order.order().charge().transactionTime().day().equals(day) && counts(order)) {
                counted.add(new Counted(order, derived.facts(order.order())));
            }
        }
        Set<OrderId> tracked = tracked(space, counted);
        for (Counted each : counted) {
            builder.add(
                    sources(each.order().sources()),
                    method(each.order()),
                    having(each, tracked.contains(each.order().order().id())));
        }
    }

    private static boolean counts(StoredOrder stored) {
        Charge charge = stored.order().charge();
        return stored.sources().movedTo() == null
                && charge.status() == Charge.Status.SUCCEEDED
                && !charge.validation()
                && !charge.recurring()
                && !charge.cardPresent();
    }

    /** Returns the orders without their own address to which a tracked one belongs. */
    private Set<OrderId> tracked(AccountSpace space, List<Counted> orders) {
        List<OrderId> ids = new ArrayList<>();
        List<SightingWindow> windows = new ArrayList<>();
        List<SightingSearch> searches = new ArrayList<>();
        for (Counted each : orders) {
            KeyedHash customer = each.facts().customer();
            if (customer != null && !each.facts().hasOwnIp()) {
                SightingWindow window = SightingWindow.of(each.facts().transactionTime(), settings);
                ids.add(each.order().order().id());
                windows.add(window);
                searches.add(new SightingSearch(
                        customer, window.earliest(), window.spanFrom(), window.spanUntil(), window.latest()));
            }
        }
        Set<OrderId> tracked = new TreeSet<>();
        if (!searches.isEmpty()) {
            List<List<IpSighting>> found = sightings.nearest(space, searches);
            for (int i = 0; i < ids.size(); i++) {
                if (SightingChoice.choose(windows.get(i), found.get(i)).isPresent()) {
                    tracked.add(ids.get(i));
                }
            }
        }
        return tracked;
    }

    /** An order comes from what uploaded it or from an integration, even if a PATCH changed it later. */
    private static Map<String, Set<String>> sources(OrderSources sources) {
        Map<String, Set<String>> fields = new TreeMap<>();
        for (OrderSources.OfField field : sources.fields()) {
            if (field.source().equals(Source.PATCH.name())) {
                continue;
            }
            fields.computeIfAbsent(field.source(), each -> new TreeSet<>()).add(field.field());
        }
        return fields;
    }

    private static String method(StoredOrder stored) {
        String stated = stored.sources().paymentMethod();
        if (stated != null) {
            return stated;
        }
        return stored.order().charge().credential().equals(PaymentCredential.NONE)
                ? CapturePath.OTHER
                : CapturePath.CARD;
    }

    private static Set<CapturedField> having(Counted counted, boolean isTracked) {
        Order order = counted.order().order();
        PriorFacts facts = counted.facts();
        Set<CapturedField> having = EnumSet.noneOf(CapturedField.class);
        for (CapturedField field : CapturedField.values()) {
            boolean has = switch (field) {
                case CARD -> order.charge().credential().isKnown();
                case IP -> isUsable(facts, Element.IP) || isTracked;
                case LOGIN -> isUsable(facts, Element.ACCOUNT_ID);
                case ADDRESS -> isUsable(facts, Element.SHIPPING_ADDRESS);
                case ITEMS -> facts.isDescribed();
            };
            if (has) {
                having.add(field);
            }
        }
        return having;
    }

    private static boolean isUsable(PriorFacts facts, Element element) {
        return facts.mark(element).hash() != null;
    }
}
