package org.orderevidence.bench.spring;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.time.Instant;

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

    Sighting(long accountId, String email, String ip, Instant observedAt) {
        this.accountId = accountId;
        this.email = email;
        this.ip = ip;
        this.observedAt = observedAt;
    }
}
