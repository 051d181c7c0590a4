package org.orderevidence.bench.spring;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/** The sightings of customers. */
public interface SightingRepository extends JpaRepository<Sighting, Long> {
    List<Sighting> findByAccountIdAndEmailInAndObservedAtBetween(
            long accountId, Collection<String> emails, Instant from, Instant until);
}
