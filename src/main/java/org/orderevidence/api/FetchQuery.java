package org.orderevidence.api;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Profile;
import org.orderevidence.http.Query;
import org.orderevidence.order.OrderTime;
import org.orderevidence.wire.WireDate;

/**
 * The query of a request for the verdict on an order.
 *
 * @param asOf the day of the dispute, or {@code null} for the default
 * @param profile the version of the rule
 */
record FetchQuery(@Nullable LocalDate asOf, Profile profile) {
    static final FetchQuery DEFAULT = new FetchQuery(null, Profile.VISA);

    /** Reads the parameters {@code asOf} and {@code profile}. */
    static FetchQuery read(Query query) {
        LocalDate asOf = query.value(
                "asOf",
                text -> Optional.ofNullable(WireDate.day(text)),
                "asOf must be an existing date in the form yyyy-MM-dd, in the years " + OrderTime.MIN_YEAR + " to "
                        + OrderTime.MAX_YEAR);
        List<String> names =
                Arrays.stream(Profile.values()).map(Profile::wireName).toList();
        Profile profile = query.value("profile", Profile::parse, "profile must be " + String.join(" or ", names));
        return new FetchQuery(asOf, profile == null ? Profile.VISA : profile);
    }
}
