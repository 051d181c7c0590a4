package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServesApi;
import org.orderevidence.wire.Problem;

/** What {@code POST /api/v2/track} promises. */
interface TrackContract extends ServesApi {
    @Test
    default void trackAnswersTheEpochMillisecondsAsABareInteger() {
        Reply reply = api().newShop().post("/api/v2/track", """
                {"email": "buyer@example.com", "ip": "203.0.113.7"}""");

        assertEquals(Long.toString(ServedApi.NOW.toEpochMilli()), reply.is(200).text());
        assertEquals("application/json", reply.header("Content-Type"));
    }

    @Test
    default void trackNamesAllFaultsAtOnce() {
        Reply reply = api().newShop().post("/api/v2/track", "{\"email\": \"nobody\", \"ip\": \"10.0.0.1\"}");

        assertEquals(
                List.of("/email email_invalid", "/ip ip_not_public"),
                reply.isProblem(Problem.INVALID_REQUEST).errors());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]                              | ' wrong_type'",
                "7                               | ' wrong_type'",
                "{}                              | /email required",
                "{\"email\": 1, \"ip\": \"1.1.1.1\"} | /email wrong_type"
            })
    default void trackRefusesWhatIsNoSighting(String body, String firstError) {
        Reply reply = api().newShop().post("/api/v2/track", body);

        assertEquals(
                firstError, reply.isProblem(Problem.INVALID_REQUEST).errors().getFirst());
    }

    @Test
    default void strictTrackRefusesUnknownFields() {
        Shop shop = api().newShop();
        var request = shop.request(
                        "POST",
                        "/api/v2/track",
                        java.net.http.HttpRequest.BodyPublishers.ofString(
                                "{\"email\": \"a@example.com\", \"ip\": \"1.1.1.1\", \"ipp\": 1}"))
                .header("Content-Type", "application/json");

        api().send(request.copy()).is(200);
        assertEquals(
                List.of("/ipp unknown_field"),
                api().send(request.header("Prefer", "handling=strict"))
                        .isProblem(Problem.INVALID_REQUEST)
                        .errors());
    }
}
