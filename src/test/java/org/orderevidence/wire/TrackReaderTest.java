package org.orderevidence.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.http.Bodies.NOW;
import static org.orderevidence.http.Bodies.faults;
import static org.orderevidence.http.Bodies.good;
import static org.orderevidence.http.Bodies.parse;
import static org.orderevidence.http.Bodies.replaced;
import static org.orderevidence.http.Bodies.text;
import static org.orderevidence.http.Bodies.warnings;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.Bodies;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Email;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.IpAddress;
import org.orderevidence.service.EvidenceService.SeenCustomer;
import tools.jackson.databind.JsonNode;

/** Sightings, disputes and fraud reports as they are read. */
class TrackReaderTest {
    private static final int RETENTION = 730;

    @Test
    void readsASighting() {
        SeenCustomer read = good(read("""
                {"email": " Ann@Example.com ", "ip": " 203.0.113.7 ", "observedAt": "2026-11-19T23:30:00.5+01:00"}""")).value();
        assertEquals(Email.parse("ann@example.com").orElseThrow(), read.email());
        assertEquals(new IpAddress.Usable(read.ip()), IpAddress.parse("203.0.113.7"));
        assertEquals(Instant.parse("2026-11-19T22:30:00.5Z"), read.observedAt());
    }

    @Test
    void aSightingWithoutATimeIsOfNow() {
        assertEquals(
                null,
                good(read("{\"email\": \"a@b\", \"ip\": \"2001:db8::1\"}"))
                        .value()
                        .observedAt());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {} | /email required, /ip required
            {"email": "", "ip": null} | /email required, /ip required
            {"email": 1, "ip": [], "observedAt": 0} | /email wrong_type, /ip wrong_type, /observedAt wrong_type
            {"email": "ann", "ip": "shop.example", "observedAt": "now"} | /email email_invalid, /ip ip_invalid, /observedAt invalid_date
            {"email": "a@b", "ip": "203.0.113.7:443"} | /ip ip_invalid
            {"email": "a@b", "ip": "192.168.1.1"} | /ip ip_not_public
            {"email": "a@b", "ip": "::ffff:10.0.0.1"} | /ip ip_not_public
            {"email": "a\\u0000@b", "ip": "203.0.113.7"} | /email control_character
            {"email": "a@\\ud800", "ip": "203.0.113.7"} | /email not_well_formed
            [] | ' wrong_type'
            "a@b" | ' wrong_type'
            """)
    void namesEveryFault(String json, String faults) {
        assertEquals(List.of(faults.split(", ", -1)), faults(read(json)));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-20T12:00:00Z, ",
        "2026-11-20T12:00:00.000000001Z, out_of_range",
        "2026-11-21T12:00:01Z, out_of_range",
        "2024-11-20T12:00:00Z, ",
        "2024-11-20T11:59:59.999999999Z, out_of_range",
        "1999-01-01T00:00:00Z, out_of_range",
        "2026-11-19, invalid_date",
    })
    void aSightingIsOfTheRetentionUpToNow(String observedAt, String code) {
        Read<SeenCustomer> read =
                read("{\"email\": \"a@b\", \"ip\": \"203.0.113.7\", \"observedAt\": \"" + observedAt + "\"}");
        if (code == null) {
            assertEquals(Instant.parse(observedAt), good(read).value().observedAt());
        } else {
            assertEquals(List.of("/observedAt " + code), faults(read));
        }
    }

    @Test
    void anUnknownFieldIsNamed() {
        String json = "{\"email\": \"a@b\", \"ip\": \"203.0.113.7\", \"name\": \"Ann\"}";
        assertEquals(List.of("/name unknown_field"), warnings(read(json)));
        assertEquals(List.of("/name unknown_field"), faults(read(json, Faults.Unknown.REFUSED)));
    }

    private static Read<SeenCustomer> read(String json) {
        return read(json, Faults.Unknown.IGNORED);
    }

    private static Read<SeenCustomer> read(String json, Faults.Unknown unknown) {
        return OrderReader.readSighting(parse(json), "", NOW, RETENTION, new Faults(unknown));
    }

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
    void anUnknownFieldOfAFactIsNamed(boolean strict) {
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
