package org.orderevidence.http;

import java.util.List;

/** Writes the one shape of every failure. */
final class ProblemWriter {
    private ProblemWriter() {}

    /**
     * @param errors faults of single fields; empty leaves the list out
     */
    static void write(JsonWriter json, Problem problem, String detail, String requestId, List<FieldError> errors) {
        json.writeStartObject();
        json.writeStringProperty("type", problem.type());
        json.writeStringProperty("title", problem.title());
        json.writeNumberProperty("status", problem.status());
        json.writeStringProperty("code", problem.code());
        json.writeStringProperty("detail", detail);
        json.writeStringProperty("requestId", requestId);
        if (!errors.isEmpty()) {
            writeErrors(json, "errors", errors);
        }
        json.writeEndObject();
    }

    /** Writes faults or warnings as a list under a name. */
    static void writeErrors(JsonWriter json, String name, List<FieldError> errors) {
        json.writeArrayPropertyStart(name);
        for (FieldError error : errors) {
            json.writeStartObject();
            json.writeStringProperty("pointer", error.pointer());
            json.writeStringProperty("code", error.code());
            json.writeStringProperty("detail", error.detail());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
