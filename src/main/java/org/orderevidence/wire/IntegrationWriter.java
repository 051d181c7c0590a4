package org.orderevidence.wire;

import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.orderevidence.integration.Connector.PlatformSwitch;
import org.orderevidence.integration.InboxEvent.UnmappedEvent;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.IntegrationSettings.PlatformSetting;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.json.JsonFields;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.OrderId;
import org.orderevidence.webhook.EventCounts;
import org.orderevidence.webhook.IntegrationAdministration.IntegrationStatus;
import org.orderevidence.webhook.Platforms;

/** Writes integrations, their events and tasks. Times are in whole seconds. Secrets are never written. */
public final class IntegrationWriter {
    private IntegrationWriter() {}

    /** Writes an integration. */
    public static void write(JsonWriter json, Integration integration) {
        json.writeStartObject();
        writeFields(json, integration);
        json.writeEndObject();
    }

    /** Writes the data of an integration for its owner. */
    public static void writeStatus(JsonWriter json, IntegrationStatus status) {
        json.writeStartObject();
        writeFields(json, status.integration());
        json.writeNumberProperty("openTasks", status.tasks().open());
        json.writeNumberProperty("overdueTasks", status.tasks().overdue());
        EventCounts.Last last = status.events().last();
        if (last != null) {
            time(json, "lastEventAt", last.at());
            JsonFields.text(json, "lastEventType", last.type());
        }
        json.writeBooleanProperty("eventsEstimated", status.events().isEstimated());
        json.writeArrayPropertyStart("eventDays");
        status.events().days().forEach((day, events) -> write(json, day, events));
        json.writeEndArray();
        CaptureWriter.write(json, status.rates(), status.alarms());
        json.writeArrayPropertyStart("switchesOff");
        for (PlatformSwitch off : status.switches()) {
            json.writeStartObject();
            json.writeStringProperty("field", off.field());
            json.writeStringProperty("place", off.place());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonWriter json, LocalDate day, EventCounts.Day events) {
        json.writeStartObject();
        json.writeStringProperty("day", day.toString());
        json.writeNumberProperty("received", events.received());
        json.writeNumberProperty("waiting", events.waiting());
        json.writeArrayPropertyStart("unmapped");
        events.unmapped().forEach((reason, count) -> {
            json.writeStartObject();
            json.writeStringProperty("reason", reason);
            json.writeNumberProperty("events", count);
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeFields(JsonWriter json, Integration integration) {
        IntegrationSettings settings = integration.settings();
        json.writeStringProperty("id", integration.id());
        json.writeStringProperty("platform", integration.platform().wireName());
        json.writeStringProperty("account", integration.space().account());
        json.writeStringProperty("mode", KeyWriter.name(integration.space().mode()));
        json.writeStringProperty("path", integration.path());
        time(json, "createdAt", integration.createdAt());
        json.writeStringProperty("orderIdPrefix", settings.orderIdPrefix());
        for (PlatformSetting setting : Platforms.settings()) {
            if (setting.usual() == null) {
                json.writeBooleanProperty(setting.name(), settings.has(setting));
            } else {
                json.writeStringProperty(setting.name(), settings.text(setting));
            }
        }
        json.writeNumberProperty("secrets", integration.secrets().previous() == null ? 1 : 2);
    }

    /** Writes an event that changed nothing. */
    public static void write(JsonWriter json, UnmappedEvent event) {
        json.writeStartObject();
        json.writeStringProperty("id", event.id());
        JsonFields.text(json, "type", event.type());
        json.writeStringProperty("reason", event.reason());
        json.writeStringProperty("detail", event.detail());
        time(json, "receivedAt", event.receivedAt());
        time(json, "since", event.since());
        json.writeEndObject();
    }

    /** Writes a task with its state at a time. */
    public static void write(JsonWriter json, PrivacyTask task, Instant now) {
        json.writeStartObject();
        json.writeStringProperty("id", task.id());
        json.writeStringProperty("integrationId", task.integration());
        json.writeStringProperty("kind", task.kind().wireName());
        json.writeStringProperty("state", task.state(now).name().toLowerCase(Locale.ROOT));
        json.writeStringProperty("shop", task.shop());
        time(json, "receivedAt", task.receivedAt());
        time(json, "dueAt", task.dueAt());
        PrivacyTask.Done done = task.done();
        if (done != null) {
            time(json, "doneAt", done.at());
            json.writeStringProperty("doneBy", done.by());
        }
        PrivacyTask.Subject subject = task.subject();
        if (subject != null) {
            JsonFields.text(json, "customerId", subject.id());
            JsonFields.text(json, "customerEmail", subject.email());
            JsonFields.text(json, "customerPhone", subject.phone());
        }
        json.writeArrayPropertyStart("orders");
        for (PrivacyTask.NamedOrder order : task.orders()) {
            OrderId id = order.orderId();
            json.writeStartObject();
            json.writeStringProperty("reference", order.reference());
            JsonFields.text(json, "orderId", id == null ? null : id.value());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void time(JsonWriter json, String name, Instant time) {
        JsonFields.time(json, name, time.truncatedTo(ChronoUnit.SECONDS));
    }
}
