package org.orderevidence.service;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.Sightings;

/**
 * The evidence of an installation, and what it is read and written with.
 *
 * @param sightings where customers were seen: they replace missing IP addresses
 * @param keyring derives the keyed hashes of personal data
 * @param rule what the installation set about the rule
 * @param clock for the current time, and today in UTC
 */
public record Evidence(EvidenceStore orders, Sightings sightings, Keyring keyring, RuleSettings rule, Clock clock) {
    /** Returns the UTC day of now. */
    public LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }
}
