package org.orderevidence.bench.spring;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.springframework.data.jpa.repository.JpaRepository;

/** Whose a key is; of the key itself only its SHA-256 is kept, in hex. */
@Entity
public class ApiKey {
    @Id
    @Column(name = "key_hash")
    String hash;

    long accountId;

    protected ApiKey() {}
}

/** The keys, by their hash. */
interface ApiKeyRepository extends JpaRepository<ApiKey, String> {}
