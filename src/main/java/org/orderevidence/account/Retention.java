package org.orderevidence.account;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.RuleNumbers;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore.Account;

/**
 * How long the orders and sightings of each account are stored.
 *
 * @param usualDays for accounts that do not state it; 0 for ever
 */
public record Retention(Accounts accounts, int usualDays, Clock clock) {
    /**
     * Least number of days. All orders that can be evidence for an order stay while a dispute of that order can be raised:
     * the dispute can be of the transaction day, which is up to {@value RuleNumbers#SETTLEMENT_REACH_DAYS} days before the
     * day from which {@value RuleNumbers#DISPUTABLE_DAYS} days are counted.
     */
    public static final int LEAST_DAYS =
            RuleNumbers.VISA_MAX_AGE_DAYS + RuleNumbers.DISPUTABLE_DAYS + RuleNumbers.SETTLEMENT_REACH_DAYS;

    public static final int MOST_DAYS = 36_500;

    /** How much longer sightings stay: an order is settled up to 60 days later, and its sighting is up to 7 days earlier. */
    private static final int SIGHTINGS_LONGER = RuleNumbers.SETTLEMENT_REACH_DAYS + 7;

    /** Returns true if this can be set: for ever, or long enough for evidence. */
    public static boolean isAllowed(long days) {
        return days == 0 || (days >= LEAST_DAYS && days <= MOST_DAYS);
    }

    /** Returns how many days the orders of an account are stored; 0 for ever. */
    public int days(AccountSpace space) {
        Integer own =
                accounts.account(space.account()).map(Account::retentionDays).orElse(null);
        return own == null ? usualDays : own;
    }

    /** Returns the first day of which everything stays; {@code null} if all days are. */
    public @Nullable LocalDate firstDay(AccountSpace space) {
        int days = days(space);
        return days == 0
                ? null
                : LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).minusDays(days);
    }

    /** Returns when a sighting is removed; {@code null} if it stays. */
    public @Nullable Instant endOfSighting(AccountSpace space, Instant observedAt) {
        int days = days(space);
        return days == 0
                ? null
                : LocalDate.ofInstant(observedAt, ZoneOffset.UTC)
                        .plusDays(days + SIGHTINGS_LONGER + 1L)
                        .atStartOfDay()
                        .toInstant(ZoneOffset.UTC);
    }
}
