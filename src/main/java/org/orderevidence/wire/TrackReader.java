package org.orderevidence.wire;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.IpHint;
import org.orderevidence.order.Email;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.OrderTime;
import org.orderevidence.service.EvidenceService.SeenCustomer;
import tools.jackson.databind.JsonNode;

/** Reads a sighting. */
public final class TrackReader {
    private TrackReader() {}

    /**
     * Reads a sighting.
     *
     * @param pointer to it; empty if it is the body of a request
     * @param now the latest moment of a sighting
     * @param days how far before {@code now} the earliest lies; 0 for any
     */
    public static Read<SeenCustomer> read(JsonNode sighting, String pointer, Instant now, int days, Faults faults) {
        return Fields.read(sighting, pointer, faults, fields -> {
            fields.require("email");
            fields.require("ip");
            Email email = fields.email("email");
            IpAddress ip = ip(fields);
            Instant observedAt = observedAt(fields, now, days);
            return email == null || ip == null ? null : new SeenCustomer(email, ip, observedAt);
        });
    }

    private static @Nullable IpAddress ip(Fields fields) {
        String text = fields.text("ip", TextRule.TRIMMED);
        if (text == null) {
            return null;
        }
        return switch (IpAddress.parse(text)) {
            case IpAddress.Usable(IpAddress address) -> address;
            case IpAddress.NotPublic(String kind) -> {
                String detail = text + " is " + kind + "; send the shopper's own address, not a proxy's";
                fields.faults().error(fields.pointerTo("ip"), FaultCode.IP_NOT_PUBLIC, detail);
                yield null;
            }
            case IpAddress.NotAnAddress() -> {
                IpHint hint = IpHint.of(text);
                fields.error("ip", FaultCode.IP_INVALID, hint.fault() + "; " + hint.cure());
                yield null;
            }
        };
    }

    private static @Nullable Instant observedAt(Fields fields, Instant now, int days) {
        OrderTime time = fields.time("observedAt", now);
        if (time == null) {
            return null;
        }
        Instant observedAt = time.instant();
        if (observedAt == null) {
            fields.error("observedAt", FaultCode.INVALID_DATE, "needs a time of day, such as 2026-03-01T12:00:00Z");
        } else if (observedAt.isAfter(now)) {
            fields.error("observedAt", FaultCode.OUT_OF_RANGE, "must not be in the future");
        } else if (days > 0 && observedAt.isBefore(now.minus(Duration.ofDays(days)))) {
            fields.error("observedAt", FaultCode.OUT_OF_RANGE, "must not be older than " + days + " days");
        }
        return observedAt;
    }
}
