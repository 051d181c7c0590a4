package org.orderevidence.bench.spring;

import org.springframework.data.jpa.repository.JpaRepository;

/** The keys, by their hash. */
public interface ApiKeyRepository extends JpaRepository<ApiKey, String> {}
