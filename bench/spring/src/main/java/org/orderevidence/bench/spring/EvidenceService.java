package org.orderevidence.bench.spring;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps orders and sightings, and answers for an order. */
@Service
class EvidenceService {
    private static final Duration BEFORE = Duration.ofHours(24);
    private static final Duration AFTER = Duration.ofHours(1);
    private static final Duration OLDEST_PRIOR = Duration.ofDays(366);

    /** What became of an upload. */
    record UploadAnswer(String message, int created, int updated, List<UploadResult> results) {}

    record UploadResult(int index, String id, String outcome) {}

    private final OrderRepository orders;
    private final SightingRepository sightings;

    EvidenceService(OrderRepository orders, SightingRepository sightings) {
        this.orders = orders;
        this.sightings = sightings;
    }

    @Transactional
    public long track(long account, TrackRequest request) {
        Instant now = Instant.now();
        sightings.save(new Sighting(account, request, now));
        return now.toEpochMilli();
    }

    @Transactional
    public UploadAnswer upload(long account, UploadRequest request) {
        List<String> ids =
                request.orders().stream().map(UploadRequest.Order::id).toList();
        Map<String, CustomerOrder> known = new HashMap<>();
        orders.findByAccountIdAndOrderIdIn(account, ids).forEach(order -> known.put(order.orderId, order));
        Instant now = Instant.now();
        int created = 0;
        List<CustomerOrder> changed = new ArrayList<>();
        List<UploadResult> results = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            String id = ids.get(i);
            boolean isNew = !known.containsKey(id);
            CustomerOrder order = known.computeIfAbsent(id, newId -> new CustomerOrder(account, newId));
            order.take(request.orders().get(i), now);
            changed.add(order);
            created += isNew ? 1 : 0;
            results.add(new UploadResult(i, id, isNew ? "created" : "updated"));
        }
        orders.saveAll(changed);
        int updated = ids.size() - created;
        return new UploadAnswer(created + " created, " + updated + " updated", created, updated, results);
    }

    @Transactional(readOnly = true)
    public Optional<FetchAnswer> fetch(long account, String id) {
        return orders.findByAccountIdAndOrderId(account, id).map(order -> {
            List<CustomerOrder> priors =
                    orders.findTop1000ByAccountIdAndCardFingerprintAndTransactionDateBetweenOrderByTransactionDateDesc(
                            account, order.cardFingerprint, Instant.now().minus(OLDEST_PRIOR), order.transactionDate);
            Map<String, Sighting> standIns = standIns(account, order, priors);
            return FetchAnswer.of(
                    order, CompellingEvidence.judge(order, priors, standIns, LocalDate.now(ZoneOffset.UTC)));
        });
    }

    /** For each order without an IP address the nearest sighting of its customer, in one query for all of them. */
    private Map<String, Sighting> standIns(long account, CustomerOrder order, List<CustomerOrder> priors) {
        List<CustomerOrder> lacking = Stream.concat(Stream.of(order), priors.stream())
                .filter(one -> one.ip == null && one.customerEmail != null)
                .toList();
        if (lacking.isEmpty()) {
            return Map.of();
        }
        Set<String> emails = lacking.stream().map(one -> one.customerEmail).collect(Collectors.toSet());
        List<Instant> times =
                lacking.stream().map(one -> one.transactionDate).sorted().toList();
        Instant from = times.getFirst().minus(BEFORE);
        Instant until = times.getLast().plus(AFTER);
        Map<String, List<Sighting>> byEmail =
                sightings.findByAccountIdAndEmailInAndObservedAtBetween(account, emails, from, until).stream()
                        .collect(Collectors.groupingBy(sighting -> sighting.email));
        Map<String, Sighting> standIns = new HashMap<>();
        for (CustomerOrder one : lacking) {
            Instant at = one.transactionDate;
            byEmail.getOrDefault(one.customerEmail, List.of()).stream()
                    .filter(s -> s.observedAt.isAfter(at.minus(BEFORE)) && s.observedAt.isBefore(at.plus(AFTER)))
                    .min(Comparator.comparing(s -> distance(s, at)))
                    .ifPresent(nearest -> standIns.put(one.orderId, nearest));
        }
        return standIns;
    }

    private static Duration distance(Sighting sighting, Instant at) {
        return Duration.between(sighting.observedAt, at).abs();
    }
}
