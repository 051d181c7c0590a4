package org.orderevidence.wire;

import java.util.List;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.wire.Faults.FieldError;

/** Writes every failure in the same format. */
public final class ProblemWriter {
    private ProblemWriter() {}

    /** Writes a failure that lists errors and no warnings. An empty list is left out. */
    public static void write(
            JsonWriter json, Problem problem, String detail, String requestId, List<FieldError> errors) {
        write(json, problem, detail, requestId, new Read.Bad<>(errors, List.of(), false, false));
    }

    /**
     * @param faults of single fields; empty lists are left out
     */
    public static void write(JsonWriter json, Problem problem, String detail, String requestId, Read.Bad<?> faults) {
        json.writeStartObject();
        json.writeStringProperty("type", problem.type());
        json.writeStringProperty("title", problem.title());
        json.writeNumberProperty("status", problem.status());
        json.writeStringProperty("code", problem.code());
        json.writeStringProperty("detail", detail);
        json.writeStringProperty("requestId", requestId);
        writeErrors(json, "errors", faults.errors());
        writeErrors(json, "warnings", faults.warnings());
        writeTruncated(json, faults.errorsTruncated(), faults.warningsTruncated());
        json.writeEndObject();
    }

    /** Writes whether errors or warnings were left out; nothing if all are listed. */
    public static void writeTruncated(JsonWriter json, boolean errors, boolean warnings) {
        if (errors) {
            json.writeBooleanProperty("errorsTruncated", true);
        }
        if (warnings) {
            json.writeBooleanProperty("warningsTruncated", true);
        }
    }

    /** Writes faults or warnings as a list under a name; nothing when there are none. */
    public static void writeErrors(JsonWriter json, String name, List<FieldError> errors) {
        if (errors.isEmpty()) {
            return;
        }
        json.writeObjects(name, errors, error -> {
            json.writeStringProperty("pointer", error.pointer());
            json.writeStringProperty("code", error.code().wireName());
            json.writeStringProperty("detail", error.detail());
        });
    }
}
