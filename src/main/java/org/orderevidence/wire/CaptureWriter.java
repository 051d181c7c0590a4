package org.orderevidence.wire;

import java.util.List;
import org.orderevidence.integration.AlarmRule.CaptureAlarm;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.integration.CaptureDay.CapturedField;
import org.orderevidence.json.JsonWriter;

/** Writes how often new orders have what evidence needs. */
public final class CaptureWriter {
    private CaptureWriter() {}

    /** Writes the rates and the alarms as two fields of an answer. */
    public static void write(JsonWriter json, List<CaptureDay.Rate> rates, List<CaptureAlarm> alarms) {
        json.writeArrayPropertyStart("captureRates");
        for (CaptureDay.Rate rate : rates) {
            json.writeStartObject();
            json.writeStringProperty("day", rate.day().toString());
            json.writeStringProperty("source", rate.path().source());
            json.writeStringProperty("method", rate.path().method());
            json.writeNumberProperty("orders", rate.count().orders());
            for (CapturedField field : CapturedField.values()) {
                json.writeNumberProperty(field.wireName(), rate.count().having(field));
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("alarms");
        for (CaptureAlarm alarm : alarms) {
            json.writeStartObject();
            json.writeStringProperty("source", alarm.path().source());
            json.writeStringProperty("method", alarm.path().method());
            json.writeStringProperty("field", alarm.field().wireName());
            json.writeStringProperty("since", alarm.since().toString());
            json.writeNumberProperty("recentOrders", alarm.recentOrders());
            json.writeNumberProperty("recentHaving", alarm.recentHaving());
            json.writeNumberProperty("usualOrders", alarm.usualOrders());
            json.writeNumberProperty("usualHaving", alarm.usualHaving());
            json.writeStringProperty("detail", alarm.sentence());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
