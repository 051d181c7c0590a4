package org.orderevidence.api;

import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.RuleNumbers;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.evidence.coverage.Coverage.Counted;
import org.orderevidence.evidence.coverage.Coverage.DayCount;
import org.orderevidence.evidence.coverage.Coverage.FieldCount;
import org.orderevidence.evidence.coverage.Coverage.ForecastDay;
import org.orderevidence.evidence.coverage.Coverage.ReasonCount;
import org.orderevidence.evidence.coverage.Coverage.Sample;
import org.orderevidence.evidence.coverage.Coverage.SharedAddress;
import org.orderevidence.integration.AlarmRule.CaptureAlarm;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.json.JsonFields;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.OrderId;
import org.orderevidence.service.Coverages;
import org.orderevidence.wire.CaptureWriter;

/** Writes a coverage. */
final class CoverageWriter {
    private static final int MAX_RATES = 4_000;
    private static final int MAX_ALARMS = 100;

    private final JsonWriter json;
    private final int examples;

    private CoverageWriter(JsonWriter json, int examples) {
        this.json = json;
        this.examples = examples;
    }

    /**
     * Writes a coverage as an object.
     *
     * @param capture the days whose orders were counted, the oldest first
     * @param alarms what the orders lack more often than before
     * @param examples most example orders of each number
     */
    static void write(
            JsonWriter json,
            Coverages.Report report,
            List<CaptureDay> capture,
            List<CaptureAlarm> alarms,
            int examples) {
        json.writeStartObject();
        new CoverageWriter(json, examples).write(report);
        List<CaptureDay.Rate> rates =
                capture.stream().flatMap(CaptureDay::rates).toList();
        CaptureWriter.write(
                json,
                rates.subList(Math.max(0, rates.size() - MAX_RATES), rates.size()),
                alarms.subList(0, Math.min(MAX_ALARMS, alarms.size())));
        json.writeEndObject();
    }

    private void write(Coverages.Report report) {
        Coverage coverage = report.computed().coverage();
        JsonFields.time(json, "computedAt", report.computed().computedAt());
        day("asOf", coverage.asOf());
        json.writeStringProperty("profile", coverage.profile().wireName());
        json.writeStringProperty("ruleVersion", RuleNumbers.RULE_VERSION);
        json.writeNumberProperty("disputable", coverage.disputable());
        counted("eligible", coverage.eligible());
        counted("requiresAction", coverage.requiresAction());
        counted("notQualified", coverage.notQualified());
        json.writeObjectPropertyStart("notCounted");
        json.writeNumberProperty("failed", coverage.left().failed());
        json.writeNumberProperty("disputed", coverage.left().disputed());
        json.writeNumberProperty("unreadable", coverage.left().unreadable());
        json.writeEndObject();
        sample(coverage.sample());
        list("missingFields", coverage.missingFields(), this::field);
        list("reasons", coverage.reasons(), this::reason);
        list("days", coverage.days(), this::dayCount);
        list("forecast", coverage.forecast(), this::forecastDay);
        json.writeNumberProperty("customers", coverage.customers());
        list("sharedAddresses", coverage.addresses(), address -> address(address, report));
    }

    private void sample(@Nullable Sample sample) {
        if (sample != null) {
            json.writeObjectPropertyStart("sample");
            json.writeNumberProperty("judged", sample.judged());
            json.writeNumberProperty("total", sample.total());
            json.writeNumberProperty("marginOfError", (long) Math.ceil(sample.marginOfError() * sample.total()));
            json.writeEndObject();
        }
    }

    private void field(FieldCount field) {
        json.writeStringProperty("field", field.field().wireName());
        json.writeStringProperty("name", field.field().noun());
        json.writeNumberProperty("unlocks", field.unlocked().orders());
        json.writeStringProperty("remedy", field.field().remedy());
        orders(field.unlocked().examples());
    }

    private void reason(ReasonCount reason) {
        json.writeStringProperty("status", reason.status().code());
        json.writeStringProperty("code", reason.code().code());
        json.writeNumberProperty("orders", reason.counted().orders());
        json.writeStringProperty("detail", reason.code().detail());
        JsonFields.text(json, "remedy", reason.code().remedy());
        orders(reason.counted().examples());
    }

    private void dayCount(DayCount count) {
        day("day", count.day());
        json.writeNumberProperty("eligible", count.eligible());
        json.writeNumberProperty("requiresAction", count.requiresAction());
        json.writeNumberProperty("notQualified", count.notQualified());
    }

    private void forecastDay(ForecastDay forecast) {
        day("day", forecast.day());
        json.writeNumberProperty("eligible", forecast.eligible());
        json.writeNumberProperty("entering", forecast.entering());
        json.writeNumberProperty("leaving", forecast.leaving());
        json.writeNumberProperty("ended", forecast.ended());
    }

    private void address(SharedAddress shared, Coverages.Report report) {
        JsonFields.text(json, "ip", report.addresses().get(shared.address()));
        json.writeNumberProperty("customers", shared.customers());
        orders(shared.examples());
    }

    private void counted(String name, Counted counted) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("orders", counted.orders());
        orders(counted.examples());
        json.writeEndObject();
    }

    private void orders(List<OrderId> orders) {
        json.writeArrayPropertyStart("exampleOrders");
        orders.stream().limit(examples).map(OrderId::value).forEach(json::writeString);
        json.writeEndArray();
    }

    private <T> void list(String name, List<T> elements, Consumer<T> fields) {
        json.writeArrayPropertyStart(name);
        for (T element : elements) {
            json.writeStartObject();
            fields.accept(element);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void day(String name, LocalDate day) {
        json.writeStringProperty(name, day.toString());
    }
}
