package org.orderevidence.bench.spring;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/** An e-mail seen at an IP address at a time. */
@Entity
public class Sighting {
    @Id
    @GeneratedValue
    private Long id;

    long accountId;
    String email;
    String ip;
    Instant observedAt;

    protected Sighting() {}

    Sighting(long accountId, TrackRequest request, Instant now) {
        this.accountId = accountId;
        this.email = request.email();
        this.ip = request.ip();
        this.observedAt = request.observedAt() == null ? now : request.observedAt();
    }
}

/** The body of a track. */
record TrackRequest(
        @NotBlank @Email String email,

        @NotBlank @Pattern(regexp = "[0-9.]{7,15}|[0-9a-fA-F:.]{2,45}")
        String ip,

        Instant observedAt) {}

/** The sightings of customers. */
interface SightingRepository extends JpaRepository<Sighting, Long> {
    List<Sighting> findByAccountIdAndEmailInAndObservedAtBetween(
            long accountId, Collection<String> emails, Instant from, Instant until);
}
