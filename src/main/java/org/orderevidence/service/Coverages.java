package org.orderevidence.service;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Accounts.Account;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.evidence.coverage.Coverage.SharedAddress;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.Sightings;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/** The coverage of account spaces: computes, stores and reads it. */
public final class Coverages {
    private final CaseReader cases;
    private final Accounts accounts;
    private final CoverageRecords records;
    private final CoverageComputation computation;
    private final RandomGenerator random;
    private final Clock clock;

    /**
     * @param store has the orders
     * @param sightings replace missing IP addresses
     * @param records has the coverages
     * @param accounts whose orders they are
     * @param random chooses samples
     */
    public Coverages(
            EvidenceStore store,
            Sightings sightings,
            IntegrationStore records,
            Accounts accounts,
            Keyring keyring,
            RuleSettings rule,
            Clock clock,
            RandomGenerator random) {
        this(
                new CaseReader(store, sightings, keyring, rule),
                accounts,
                new CoverageRecords(records),
                store,
                CoverageComputation.SampleSize.USUAL,
                random,
                clock);
    }

    Coverages(
            CaseReader cases,
            Accounts accounts,
            CoverageRecords records,
            EvidenceStore store,
            CoverageComputation.SampleSize size,
            RandomGenerator random,
            Clock clock) {
        this.cases = cases;
        this.accounts = accounts;
        this.records = records;
        this.computation = new CoverageComputation(store, cases, size);
        this.random = random;
        this.clock = clock;
    }

    /**
     * A coverage as it is shown.
     *
     * @param computed what was computed
     * @param addresses the shared addresses in clear, by their keys; without one that no example order has any longer.
     *     Personal data: {@link #toString} hides it
     */
    public record Report(ComputedCoverage computed, Map<KeyedHash, String> addresses) {
        public Report {
            addresses = Map.copyOf(addresses);
        }

        @Override
        public String toString() {
            return "Report[" + computed.computedAt() + "]";
        }
    }

    /** Returns the coverage of a space that was computed last, or empty if there is none yet. */
    public Optional<Report> report(AccountSpace space) {
        return records.read(space).map(computed -> new Report(computed, addresses(space, computed.coverage())));
    }

    /** Reads an example order of each shared address: the coverage has only the keys of addresses. */
    private Map<KeyedHash, String> addresses(AccountSpace space, Coverage coverage) {
        Map<KeyedHash, String> addresses = new HashMap<>();
        for (SharedAddress shared : coverage.addresses()) {
            if (!shared.examples().isEmpty()) {
                String address = address(space, shared.examples().getFirst(), shared.address());
                if (address != null) {
                    addresses.put(shared.address(), address);
                }
            }
        }
        return addresses;
    }

    private @Nullable String address(AccountSpace space, OrderId id, KeyedHash key) {
        try {
            OrderInHistory held =
                    cases.order(space, id, CoverageComputation.PROFILE).orElse(null);
            if (held == null) {
                return null;
            }
            JudgedCase judged = cases.judged(space, held, null, CoverageComputation.PROFILE, null, today());
            Eligibility.EvidenceItem item = judged.answer().evidence().get(Element.IP);
            KeyedHash now = judged.dispute().elements().hash(Element.IP);
            return now != null && now.equals(key) && item != null ? item.value() : null;
        } catch (UnreadableDocument | DocumentTooNew unreadable) {
            return null;
        }
    }

    /** Computes and stores the coverage of a space now. */
    public void compute(AccountSpace space) {
        accounts.account(space.account()).ifPresent(account -> compute(account, space, () -> true));
    }

    /**
     * Computes and stores the coverage of a space.
     *
     * @param mayContinue called before each read: may wait, and returns false to stop
     * @return what was computed; empty if it was stopped
     */
    Optional<ComputedCoverage> compute(Account account, AccountSpace space, BooleanSupplier mayContinue) {
        Instant started = clock.instant();
        long began = System.nanoTime();
        Optional<Coverage> coverage = computation.compute(
                space,
                account.defaultCategory(),
                LocalDate.ofInstant(started, ZoneOffset.UTC),
                random.nextLong(),
                mayContinue);
        return coverage.map(computed ->
                store(space, new ComputedCoverage(started, Duration.ofNanos(System.nanoTime() - began), computed)));
    }

    private ComputedCoverage store(AccountSpace space, ComputedCoverage computed) {
        // Most test spaces are empty. They are not written again and again.
        Optional<ComputedCoverage> before = computed.isEmpty() ? records.read(space) : Optional.empty();
        boolean isKnown = before.isPresent()
                && before.get().isEmpty()
                && before.get().computedAt().plus(ComputedCoverage.EMPTY_FOR).isAfter(computed.computedAt());
        if (!isKnown) {
            records.put(space, computed);
        }
        return computed;
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    Accounts accounts() {
        return accounts;
    }

    CoverageRecords records() {
        return records;
    }

    Clock clock() {
        return clock;
    }
}
