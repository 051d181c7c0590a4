package org.orderevidence.bench.spring;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/** The body of an upload. */
record UploadRequest(
        @NotNull @Size(min = 1, max = 1_000) @Valid List<Order> orders) {
    record Order(
            @NotBlank @Size(max = 128) String id,
            @NotNull @Min(0) @Max(1_000_000_000_000L) Long amount,
            @NotNull @Size(min = 3, max = 3) String currency,
            @NotNull Instant transactionDate,
            LocalDate settledAt,
            @Pattern(regexp = "\\d{6}|\\d{8}") String bin,
            @Pattern(regexp = "\\d{4}") String last4,
            String brand,
            @Size(min = 8, max = 128) String cardFingerprint,
            @Size(max = 45) String ip,
            @Size(max = 128) String customerAccountId,
            @Size(max = 256) String deviceId,
            @Size(max = 64) String descriptor,
            @Size(max = 16) String merchandiseOrServices,
            @Size(max = 64) String authCode,
            @Pattern(regexp = "succeeded|failed") String status,
            Boolean refunded,
            @Valid Receipt receipt) {}

    record Receipt(
            @Size(max = 500) @Valid List<LineItem> lineItems,
            @Size(max = 320) String customerEmail,
            Name name,
            ShippingAddress shippingAddress) {}

    record LineItem(
            @NotBlank @Size(max = 2_000) String productName,
            Integer quantity,
            @NotNull Long price) {}

    record Name(String givenName, String familyName) {}
}
