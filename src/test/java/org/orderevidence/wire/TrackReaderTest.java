package org.orderevidence.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.http.Bodies.NOW;
import static org.orderevidence.http.Bodies.errors;
import static org.orderevidence.http.Bodies.faults;
import static org.orderevidence.http.Bodies.good;
import static org.orderevidence.http.Bodies.parse;
import static org.orderevidence.http.Bodies.warnings;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.order.Email;
import org.orderevidence.order.IpAddress;
import org.orderevidence.service.EvidenceService.SeenCustomer;
import org.orderevidence.wire.Faults.FieldError;

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

    @Test
    void saysWhatAnAddressIsWhenItIsNotPublic() {
        assertEquals(
                List.of(new FieldError(
                        "/ip",
                        FaultCode.IP_NOT_PUBLIC,
                        "10.0.0.1 is a private address; send the shopper's own address, not a proxy's")),
                errors(read("{\"email\": \"a@b\", \"ip\": \"10.0.0.1\"}")));
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
}
