package org.orderevidence.order;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A postal address as it was sent; any part may be null, none is blank. {@link #toString} hides it.
 *
 * @param line2 flat, floor, building
 * @param countrySubdivision state or province
 * @param country alpha-2, alpha-3 or English name
 */
public record Address(
        @Nullable String line1,
        @Nullable String line2,
        @Nullable String city,
        @Nullable String countrySubdivision,
        @Nullable String postalCode,
        @Nullable String country,
        @Nullable String latitude,
        @Nullable String longitude) {
    /** Returns the lines of a label; none if no part is known. */
    public List<String> lines() {
        String town = postalCode == null || city == null ? postalCode : postalCode + " " + city;
        return Stream.of(line1, line2, town == null ? city : town, countrySubdivision, country)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
    }

    @Override
    public String toString() {
        return "[address]";
    }
}
