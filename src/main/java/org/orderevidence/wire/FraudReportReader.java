package org.orderevidence.wire;

import java.time.Instant;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderTime;
import tools.jackson.databind.JsonNode;

/** Reads a fraud report. */
public final class FraudReportReader {
    private FraudReportReader() {}

    /**
     * Reads the body of a fraud report.
     *
     * @param body what was sent
     * @param now against which its date is judged
     * @param strict whether an unknown field is an error
     */
    public static Read<FraudReport> read(JsonNode body, Instant now, boolean strict) {
        return Fields.read(body, Faults.Unknown.refusedIf(strict), fields -> {
            fields.require("reportId");
            fields.require("reportedAt");
            String id = fields.text("reportId", DisputeReader.ID);
            OrderTime reportedAt = fields.time("reportedAt", now);
            String typeCode = fields.text("typeCode", DisputeReader.CODE);
            return id == null || reportedAt == null ? null : new FraudReport(id, reportedAt, typeCode);
        });
    }
}
