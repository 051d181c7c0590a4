package org.orderevidence.console;

import java.util.ArrayList;
import java.util.List;
import org.orderevidence.http.Answer;
import tools.jackson.databind.JsonNode;

/** The page of the audit log. */
final class AuditPage {
    private AuditPage() {}

    static Answer list(Visit visit) {
        return switch (Calls.get(visit, "/api/v2/account/audit?per=50" + Values.after(visit.query("after")))) {
            case CallResult.Refused refused -> refused.page(visit);
            case CallResult.Done(JsonNode log) -> {
                List<AuditModel.Row> rows = new ArrayList<>();
                log.path("entries").forEach(entry -> rows.add(AuditModel.Row.of(entry)));
                yield visit.page(
                        "console/settings/audit.jte",
                        Values.heading("Audit log"),
                        new AuditModel(rows, Values.text(log, "nextCursor")));
            }
        };
    }
}
