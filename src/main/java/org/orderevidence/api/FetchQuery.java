package org.orderevidence.api;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Profile;
import org.orderevidence.order.OrderTime;
import org.orderevidence.wire.DayText;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.QueryParameters;

/**
 * The query of a request for the verdict on an order.
 *
 * @param asOf the day of the dispute, or {@code null} for the default
 * @param profile the version of the rule
 */
public record FetchQuery(@Nullable LocalDate asOf, Profile profile) {
    /** The names of its parameters. */
    public static final List<String> PARAMETERS = List.of("asOf", "profile");

    /** Reads the query. Adds what is wrong to the faults. */
    public static FetchQuery read(QueryParameters query, Faults faults) {
        return new FetchQuery(asOf(query, faults), profile(query, faults));
    }

    private static @Nullable LocalDate asOf(QueryParameters query, Faults faults) {
        String text = query.single("asOf", faults);
        if (text == null) {
            return null;
        }
        LocalDate date = DayText.read(text);
        if (date != null) {
            return date;
        }
        QueryParameters.error(
                "asOf",
                "asOf must be an existing date in the form yyyy-MM-dd, in the years " + OrderTime.MIN_YEAR + " to "
                        + OrderTime.MAX_YEAR,
                faults);
        return null;
    }

    private static Profile profile(QueryParameters query, Faults faults) {
        String text = query.single("profile", faults);
        if (text == null) {
            return Profile.VISA;
        }
        return Profile.parse(text).orElseGet(() -> {
            List<String> names =
                    Arrays.stream(Profile.values()).map(Profile::wireName).toList();
            QueryParameters.error("profile", "profile must be " + String.join(" or ", names), faults);
            return Profile.VISA;
        });
    }
}
