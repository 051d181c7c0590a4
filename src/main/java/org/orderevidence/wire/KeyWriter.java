package org.orderevidence.wire;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.AuditLog.AuditEntry;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.account.KeyInfo;
import org.orderevidence.account.Scope;
import org.orderevidence.json.JsonFields;
import org.orderevidence.json.JsonWriter;

/** Writes keys and the audit log. Times are in whole seconds. The text of a key is written only when it is new. */
public final class KeyWriter {
    private KeyWriter() {}

    /** Writes a key with its state at a time. */
    public static void write(JsonWriter json, KeyInfo key, Instant now) {
        json.writeStartObject();
        writeFields(json, key, now);
        json.writeEndObject();
    }

    /**
     * Writes a new key with its text.
     *
     * @param replaced the key that it replaces; {@code null} if none
     */
    public static void writeNew(JsonWriter json, NewKey made, @Nullable KeyInfo replaced, Instant now) {
        json.writeStartObject();
        json.writeStringProperty("key", made.key().text());
        writeFields(json, made.info(), now);
        if (replaced != null) {
            json.writeName("replaces");
            write(json, replaced, now);
        }
        json.writeEndObject();
    }

    /** Writes an entry of the audit log. */
    public static void write(JsonWriter json, AuditEntry entry) {
        json.writeStartObject();
        json.writeStringProperty("id", entry.id());
        time(json, "at", entry.at());
        json.writeStringProperty("actor", entry.actor());
        json.writeStringProperty("action", entry.action());
        JsonFields.text(json, "keyId", entry.keyId());
        JsonFields.text(json, "newKeyId", entry.newKeyId());
        JsonFields.text(json, "integrationId", entry.integrationId());
        JsonFields.text(json, "taskId", entry.taskId());
        JsonFields.text(json, "orderId", entry.orderId());
        JsonFields.text(json, "linkId", entry.linkId());
        json.writeEndObject();
    }

    private static void writeFields(JsonWriter json, KeyInfo key, Instant now) {
        json.writeStringProperty("id", key.id());
        JsonFields.text(json, "label", key.label());
        json.writeStringProperty("mode", name(key.space().mode()));
        json.writeArrayPropertyStart("scopes");
        List<String> scopes =
                key.scopes().stream().map(Scope::wireName).sorted().toList();
        scopes.forEach(json::writeString);
        json.writeEndArray();
        json.writeStringProperty("state", name(key.state(now)));
        time(json, "createdAt", key.createdAt());
        time(json, "expiresAt", key.expiresAt());
        time(json, "endsAt", key.endsAt());
        JsonFields.text(json, "replacedBy", key.replacedBy());
        JsonFields.text(
                json,
                "lastUsedOn",
                key.lastUsedOn() == null ? null : key.lastUsedOn().toString());
    }

    private static void time(JsonWriter json, String name, @Nullable Instant time) {
        if (time != null) {
            JsonFields.time(json, name, time.truncatedTo(ChronoUnit.SECONDS));
        }
    }

    /** Returns the name of a state or mode in the interface. */
    public static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
