package org.orderevidence.bench.spring;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.JpaRepository;

/** An order as uploaded. */
@Entity
public class CustomerOrder {
    @Id
    @GeneratedValue
    private Long id;

    long accountId;
    String orderId;
    long amount;
    String currency;
    Instant transactionDate;
    LocalDate settledAt;
    String bin;
    String last4;
    String brand;
    String cardFingerprint;
    String ip;
    String customerAccountId;
    String deviceId;
    String descriptor;
    String merchandiseOrServices;
    String authCode;
    String status;
    boolean refunded;
    String customerEmail;
    String givenName;
    String familyName;

    @Embedded
    ShippingAddress shipping;

    Instant uploadedAt;

    @OneToMany(mappedBy = "order", cascade = CascadeType.ALL, orphanRemoval = true)
    @OrderBy("position")
    List<LineItem> lineItems = new ArrayList<>();

    protected CustomerOrder() {}

    CustomerOrder(long accountId, String orderId) {
        this.accountId = accountId;
        this.orderId = orderId;
    }

    /** Takes over all that was sent. */
    void take(UploadRequest.Order sent, Instant now) {
        amount = sent.amount();
        currency = sent.currency();
        transactionDate = sent.transactionDate();
        settledAt = sent.settledAt();
        bin = sent.bin();
        last4 = sent.last4();
        brand = sent.brand();
        cardFingerprint = sent.cardFingerprint();
        ip = sent.ip();
        customerAccountId = sent.customerAccountId();
        deviceId = sent.deviceId();
        descriptor = sent.descriptor();
        merchandiseOrServices = sent.merchandiseOrServices();
        authCode = sent.authCode();
        status = sent.status() == null ? "succeeded" : sent.status();
        refunded = Boolean.TRUE.equals(sent.refunded());
        uploadedAt = now;
        UploadRequest.Receipt receipt = sent.receipt();
        lineItems.clear();
        if (receipt != null) {
            customerEmail = receipt.customerEmail();
            givenName = receipt.name() == null ? null : receipt.name().givenName();
            familyName = receipt.name() == null ? null : receipt.name().familyName();
            shipping = receipt.shippingAddress();
            List<UploadRequest.LineItem> items = receipt.lineItems() == null ? List.of() : receipt.lineItems();
            for (int i = 0; i < items.size(); i++) {
                lineItems.add(new LineItem(this, i, items.get(i)));
            }
        }
    }
}

/** The orders. */
interface OrderRepository extends JpaRepository<CustomerOrder, Long> {
    @EntityGraph(attributePaths = "lineItems")
    Optional<CustomerOrder> findByAccountIdAndOrderId(long accountId, String orderId);

    @EntityGraph(attributePaths = "lineItems")
    List<CustomerOrder> findByAccountIdAndOrderIdIn(long accountId, Collection<String> orderIds);

    List<CustomerOrder> findTop1000ByAccountIdAndCardFingerprintAndTransactionDateBetweenOrderByTransactionDateDesc(
            long accountId, String cardFingerprint, Instant from, Instant until);
}
