package org.orderevidence.bench.spring;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;

/** One line of an order. */
@Entity
public class LineItem {
    @Id
    @GeneratedValue
    private Long id;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "order_ref")
    CustomerOrder order;

    int position;
    String productName;
    int quantity;
    long price;

    protected LineItem() {}

    LineItem(CustomerOrder order, int position, UploadRequest.LineItem sent) {
        this.order = order;
        this.position = position;
        this.productName = sent.productName();
        this.quantity = sent.quantity() == null ? 1 : sent.quantity();
        this.price = sent.price();
    }
}
