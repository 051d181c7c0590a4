package org.orderevidence.wire;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.KeyAdministration;
import org.orderevidence.account.KeyAdministration.KeySpec;
import org.orderevidence.account.Scope;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.Kind.MeantWords;
import tools.jackson.databind.JsonNode;

/** Reads changes of keys. An unknown field is an error: without it, a key would get other permissions. */
public final class KeyReader {
    private static final int MAX_SCOPES = 10;
    private static final TextRule LABEL = TextRule.line(KeySpec.MAX_LABEL);
    private static final String SCOPES = "scopes";
    private static final String EXPIRES_AT = "expiresAt";

    private final JsonNode body;
    private final Fields fields;

    private KeyReader(JsonNode body, Fields fields) {
        this.body = body;
        this.fields = fields;
    }

    /**
     * Reads the body of a request for a new key.
     *
     * @param now the key must expire later
     */
    public static Read<KeyRequest> newKey(JsonNode body, Instant now) {
        return Fields.read(body, Faults.Unknown.REFUSED, fields -> {
            KeyReader reader = new KeyReader(body, fields);
            return new KeyRequest(
                    fields.choice("mode", Mode.values(), MeantWords.NONE),
                    fields.text("label", LABEL),
                    reader.scopes(),
                    reader.expiresAt(now));
        });
    }

    /** Reads the body of a rotation: how long the replaced key stays valid. */
    public static Read<Duration> rotation(JsonNode body) {
        return Fields.read(body, Faults.Unknown.REFUSED, fields -> {
            fields.require("graceSeconds");
            Long seconds = fields.integer("graceSeconds", 0, KeyAdministration.MAX_GRACE.toSeconds());
            return seconds == null ? null : Duration.ofSeconds(seconds);
        });
    }

    private static boolean isEmptyList(JsonNode node) {
        return node.isArray() && node.isEmpty();
    }

    private Set<Scope> scopes() {
        Set<Scope> scopes = EnumSet.noneOf(Scope.class);
        if (fields.isAbsent(SCOPES) || isEmptyList(body.path(SCOPES))) {
            fields.error(SCOPES, FaultCode.REQUIRED, "is required, with at least one of read, write, lookup, admin");
        }
        for (JsonNode node : fields.list(SCOPES, MAX_SCOPES)) {
            Optional<Scope> scope = Scope.parse(node.isString() ? node.stringValue() : "");
            if (scope.isEmpty()) {
                fields.error(SCOPES, FaultCode.UNKNOWN_VALUE, "must contain only read, write, lookup and admin");
                return scopes;
            }
            scopes.add(scope.get());
        }
        return scopes;
    }

    private @Nullable Instant expiresAt(Instant now) {
        String text = fields.text(EXPIRES_AT, TextRule.TRIMMED);
        if (text == null) {
            return null;
        }
        Instant moment = WireDate.parse(text) instanceof WireDate.Valid(OrderTime time) ? time.instant() : null;
        if (moment == null) {
            fields.error(
                    EXPIRES_AT,
                    FaultCode.INVALID_DATE,
                    "must be a time that exists, with a time zone, such as 2027-01-31T00:00:00Z");
            return null;
        }
        Instant seconds = moment.truncatedTo(ChronoUnit.SECONDS);
        if (!seconds.isAfter(now)) {
            fields.error(EXPIRES_AT, FaultCode.OUT_OF_RANGE, "must be in the future");
            return null;
        }
        return seconds;
    }
}
