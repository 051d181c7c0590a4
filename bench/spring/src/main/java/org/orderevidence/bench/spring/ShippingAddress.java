package org.orderevidence.bench.spring;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/** Where an order goes. */
@Embeddable
public record ShippingAddress(
        @Column(name = "shipping_line1") String line1,
        @Column(name = "shipping_city") String city,
        @Column(name = "shipping_postal_code") String postalCode,
        @Column(name = "shipping_country") String country) {}
