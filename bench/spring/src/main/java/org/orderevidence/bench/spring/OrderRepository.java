package org.orderevidence.bench.spring;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.JpaRepository;

/** The orders. */
public interface OrderRepository extends JpaRepository<CustomerOrder, Long> {
    @EntityGraph(attributePaths = "lineItems")
    Optional<CustomerOrder> findByAccountIdAndOrderId(long accountId, String orderId);

    @EntityGraph(attributePaths = "lineItems")
    List<CustomerOrder> findByAccountIdAndOrderIdIn(long accountId, Collection<String> orderIds);

    List<CustomerOrder> findTop1000ByAccountIdAndCardFingerprintAndTransactionDateBetweenOrderByTransactionDateDesc(
            long accountId, String cardFingerprint, Instant from, Instant until);
}
