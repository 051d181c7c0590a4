package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.http.Bodies.NOW;
import static org.orderevidence.http.Bodies.faults;
import static org.orderevidence.http.Bodies.good;
import static org.orderevidence.http.Bodies.parse;
import static org.orderevidence.http.Bodies.replaced;
import static org.orderevidence.http.Bodies.text;
import static org.orderevidence.http.Bodies.warnings;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.Bodies;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.wire.DisputeReader;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

class LaterFactsTest {
    private static final JsonNode DISPUTE = parse(
            "{\"disputeId\": \"dp-1\", \"condition\": \"10.4\", \"openedAt\": \"2026-11-01\", \"status\": \"won\"}");
    private static final JsonNode FRAUD_REPORT =
            parse("{\"reportId\": \"fr-1\", \"reportedAt\": \"2026-11-01T10:00:00Z\", \"typeCode\": \"0\"}");

    @Test
    void aDisputeIsOpenUnlessItIsSaid() {
        assertEquals(
                Dispute.Status.OPEN,
                good(dispute(Bodies.without(DISPUTE, "/status"))).value().status());
    }

    @Test
    void aConditionLosesItsBlanksAndTheNetworksName() {
        assertEquals(
                "10.4",
                good(dispute(replaced(DISPUTE, "/condition", text(" Visa 10.4 "))))
                        .value()
                        .condition());
    }

    @ParameterizedTest
    @CsvSource({
        "disputeId, '4111111111111111', card_number",
        "disputeId, 'a\u0085', control_character",
        "condition, '4111 1111 1111 1111', card_number",
        "condition, '12345678901234567', invalid_format",
        "condition, fraudulent, invalid_format",
        "condition, '10.44', invalid_format",
        "openedAt, '2026-02-30', invalid_date",
        "openedAt, '2026-11-22', out_of_range",
        "openedAt, '1999-12-31', out_of_range",
        "status, 'closed', unknown_value",
    })
    void judgesEachFieldOfADispute(String name, String value, String code) {
        assertEquals(List.of("/" + name + " " + code), faults(dispute(replaced(DISPUTE, "/" + name, text(value)))));
    }

    @ParameterizedTest
    @CsvSource({
        "reportId, '4111-1111-1111-1111', card_number",
        "reportedAt, 'x', invalid_date",
        "typeCode, '4111111111111111', card_number",
        "typeCode, '12345678901234567', too_long",
    })
    void judgesEachFieldOfAFraudReport(String name, String value, String code) {
        assertEquals(List.of("/" + name + " " + code), faults(report(replaced(FRAUD_REPORT, "/" + name, text(value)))));
    }

    @Test
    void anIdHasAtMost128Characters() {
        assertEquals(
                "x".repeat(128),
                good(dispute(replaced(DISPUTE, "/disputeId", text("x".repeat(128)))))
                        .value()
                        .disputeId());
        assertEquals(
                List.of("/disputeId too_long"),
                faults(dispute(replaced(DISPUTE, "/disputeId", text("x".repeat(129))))));
        assertEquals(
                List.of("/reportId too_long"),
                faults(report(replaced(FRAUD_REPORT, "/reportId", text("x".repeat(129))))));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anUnknownFieldIsNamed(boolean strict) {
        Read<Dispute> dispute = DisputeReader.read(replaced(DISPUTE, "/colour", parse("1")), NOW, strict);
        Read<FraudReport> report =
                DisputeReader.readFraudReport(replaced(FRAUD_REPORT, "/colour", parse("1")), NOW, strict);
        List<String> expected = List.of("/colour unknown_field");
        assertEquals(expected, strict ? faults(dispute) : warnings(dispute));
        assertEquals(expected, strict ? faults(report) : warnings(report));
    }

    private static Read<Dispute> dispute(JsonNode body) {
        return DisputeReader.read(body, NOW, false);
    }

    private static Read<FraudReport> report(JsonNode body) {
        return DisputeReader.readFraudReport(body, NOW, false);
    }
}
