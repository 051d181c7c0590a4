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
import java.util.List;

/** An order as uploaded. */
@Entity
public class CustomerOrder {
    @Id
    @GeneratedValue
    private Long id;

    private long accountId;
    private String orderId;
    private long amount;
    private String currency;
    private Instant transactionDate;
    private LocalDate settledAt;
    private String bin;
    private String last4;
    private String brand;
    private String cardFingerprint;
    private String ip;
    private String customerAccountId;
    private String deviceId;
    private String descriptor;
    private String merchandiseOrServices;
    private String authCode;
    private String status;
    private boolean refunded;
    private String customerEmail;
    private String givenName;
    private String familyName;

    @Embedded
    private ShippingAddress shipping;

    private Instant uploadedAt;

    @OneToMany(mappedBy = "order", cascade = CascadeType.ALL, orphanRemoval = true)
    @OrderBy("position")
    private List<LineItem> lineItems = new ArrayList<>();

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
            shipping = receipt.shippingAddress() == null ? null : new ShippingAddress(receipt.shippingAddress());
            List<UploadRequest.LineItem> items = receipt.lineItems() == null ? List.of() : receipt.lineItems();
            for (int i = 0; i < items.size(); i++) {
                lineItems.add(new LineItem(this, i, items.get(i)));
            }
        }
    }

    public long getAccountId() {
        return accountId;
    }

    public String getOrderId() {
        return orderId;
    }

    public long getAmount() {
        return amount;
    }

    public String getCurrency() {
        return currency;
    }

    public Instant getTransactionDate() {
        return transactionDate;
    }

    public LocalDate getSettledAt() {
        return settledAt;
    }

    public String getBin() {
        return bin;
    }

    public String getLast4() {
        return last4;
    }

    public String getBrand() {
        return brand;
    }

    public String getCardFingerprint() {
        return cardFingerprint;
    }

    public String getIp() {
        return ip;
    }

    public String getCustomerAccountId() {
        return customerAccountId;
    }

    public String getDeviceId() {
        return deviceId;
    }

    public String getDescriptor() {
        return descriptor;
    }

    public String getMerchandiseOrServices() {
        return merchandiseOrServices;
    }

    public String getAuthCode() {
        return authCode;
    }

    public String getStatus() {
        return status;
    }

    public boolean isRefunded() {
        return refunded;
    }

    public String getCustomerEmail() {
        return customerEmail;
    }

    public String getGivenName() {
        return givenName;
    }

    public String getFamilyName() {
        return familyName;
    }

    public ShippingAddress getShipping() {
        return shipping;
    }

    public Instant getUploadedAt() {
        return uploadedAt;
    }

    public List<LineItem> getLineItems() {
        return lineItems;
    }
}
