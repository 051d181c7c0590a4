package org.orderevidence.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.order.OrderTime;

class WireDateTest {
    @ParameterizedTest
    @CsvSource({
        "2026-03-01T12:00:00Z, 2026-03-01T12:00:00Z",
        "2026-03-01t12:00:00z, 2026-03-01T12:00:00Z",
        "2026-03-01T12:00:00.5Z, 2026-03-01T12:00:00.5Z",
        "2026-03-01T12:00:00.123456789Z, 2026-03-01T12:00:00.123456789Z",
        "2026-03-01T12:00:00.000000001+00:00, 2026-03-01T12:00:00.000000001Z",
        "2026-03-01T12:00:00+01:30, 2026-03-01T10:30:00Z",
        "2026-03-01T12:00:00-01:30, 2026-03-01T13:30:00Z",
        "2026-03-01T12:00:00-00:00, 2026-03-01T12:00:00Z",
        "2026-03-01T12:00:00+23:59, 2026-02-28T12:01:00Z",
        "2026-03-01T12:00:00+0000, 2026-03-01T12:00:00Z",
        "2026-03-01T12:00:00-0530, 2026-03-01T17:30:00Z",
        "2026-03-01T12:00:00.25+0100, 2026-03-01T11:00:00.25Z",
        "2026-03-01T00:00:00Z, 2026-03-01T00:00:00Z",
        "2026-12-31T23:59:59-01:00, 2027-01-01T00:59:59Z",
        "2024-02-29T00:00:00Z, 2024-02-29T00:00:00Z",
        "2000-01-01T00:00:00Z, 2000-01-01T00:00:00Z",
        "1999-12-31T23:30:00-01:00, 2000-01-01T00:30:00Z",
        "9999-12-31T23:59:59Z, 9999-12-31T23:59:59Z",
        "2016-12-31T23:59:60Z, 2016-12-31T23:59:59Z",
        "2017-01-01T00:59:60.5+01:00, 2016-12-31T23:59:59.5Z",
    })
    void readsAMomentInUtc(String text, Instant instant) {
        assertEquals(new WireDate.Valid(OrderTime.at(instant)), WireDate.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2000-01-01", "2024-02-29", "2026-03-01", "9999-12-31"})
    void aDateWithoutTimeStaysOne(LocalDate date) {
        assertEquals(new WireDate.Valid(OrderTime.on(date)), WireDate.parse(date.toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026",
                "2026-03",
                "2026-3-1",
                "20260301",
                "2026/03/01",
                "01.03.2026",
                "2026-02-30",
                "2025-02-29",
                "2100-02-29",
                "2026-04-31",
                "2026-00-10",
                "2026-13-01",
                "2026-01-00",
                "2026-01-32",
                "-026-01-01",
                "+2026-01-01",
                "12026-01-01",
                "２０２６-01-01",
                " 2026-03-01",
                "2026-03-01 ",
                "2026-03-01T",
                "2026-03-01T12:00Z",
                "2026-03-01T12:00:00",
                "2026-03-01 12:00:00Z",
                "2026-03-01_12:00:00Z",
                "2026-03-01T24:00:00Z",
                "2026-03-01T12:60:00Z",
                "2026-03-01T12:00:61Z",
                "2026-03-01T12:00:60Z",
                "2026-03-01T23:59:60+01:00",
                "2026-03-01T12:00:00.Z",
                "2026-03-01T12:00:00.1234567890Z",
                "2026-03-01T12:00:00,5Z",
                "2026-03-01T12:00:00.5",
                "2026-03-01T12:00:00+01",
                "2026-03-01T12:00:00+1:00",
                "2026-03-01T12:00:00+24:00",
                "2026-03-01T12:00:00+01:60",
                "2026-03-01T12:00:00+01:0",
                "2026-03-01T12:00:00+01-00",
                "2026-03-01T12:00:00 +0100",
                "2026-03-01T12:00:00Z0",
                "2026-03-01T12:00:00Z+01:00",
                "2026-03-01T12:00:00UTC",
                "2026-03-01T-1:00:00Z",
                "2026-03-01T12:00:00[UTC]",
                "1772366400",
                "1772366400000",
                "tomorrow",
            })
    void refusesEveryOtherForm(String text) {
        assertEquals(new WireDate.Unreadable(), WireDate.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1999-12-31",
                "0000-01-01",
                "1970-01-01T00:00:00Z",
                "1999-12-31T23:59:59Z",
                "2000-01-01T00:30:00+01:00",
                "9999-12-31T23:59:59-00:01"
            })
    void refusesOtherYearsInUtc(String text) {
        assertEquals(new WireDate.OutOfYears(), WireDate.parse(text));
    }
}
