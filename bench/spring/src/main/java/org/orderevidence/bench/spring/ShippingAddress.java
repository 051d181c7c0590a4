package org.orderevidence.bench.spring;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/** Where an order goes. */
@Embeddable
public class ShippingAddress {
    @Column(name = "shipping_line1")
    private String line1;

    @Column(name = "shipping_city")
    private String city;

    @Column(name = "shipping_postal_code")
    private String postalCode;

    @Column(name = "shipping_country")
    private String country;

    protected ShippingAddress() {}

    ShippingAddress(UploadRequest.Address sent) {
        this.line1 = sent.line1();
        this.city = sent.city();
        this.postalCode = sent.postalCode();
        this.country = sent.country();
    }

    public String getLine1() {
        return line1;
    }

    public String getCity() {
        return city;
    }

    public String getPostalCode() {
        return postalCode;
    }

    public String getCountry() {
        return country;
    }
}
