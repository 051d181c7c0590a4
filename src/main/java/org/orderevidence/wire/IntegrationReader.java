package org.orderevidence.wire;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretForm;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.IntegrationSettings.PlatformSetting;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Kind.MeantWords;
import org.orderevidence.order.part.Kind.TextForm;
import org.orderevidence.order.part.Platform;
import org.orderevidence.webhook.IntegrationAdministration.ReplayFilter;
import org.orderevidence.webhook.Platforms;
import tools.jackson.databind.JsonNode;

/** Reads changes of integrations. An unknown field is an error: the integration would have other settings. */
public final class IntegrationReader {
    private static final TextRule SHORT = TextRule.line(IntegrationSettings.MAX_LENGTH);
    private static final TextRule REASON = TextRule.line(40);

    /** A secret can have digits that look like a card number. */
    private static final TextRule SECRET = new TextRule(1, SecretText.MAX_LENGTH, TextForm.LONG_NUMBER, true);

    private static final Pattern EVENT = Pattern.compile("[0-9a-f]{34}");
    private static final String PLATFORM = "platform";
    private static final String SECRET_FIELD = "secret";
    private static final String USER = "basicUser";
    private static final String PASSWORD = "basicPassword";

    private final Fields fields;

    /**
     * A request for a new integration.
     *
     * @param settings how webhooks are mapped
     * @param secrets how they are verified
     */
    public record New(Platform platform, IntegrationSettings settings, IntegrationSecrets secrets) {}

    /**
     * A request to map events again.
     *
     * @param filter which events
     * @param cursor where to continue; {@code null} for the start
     */
    public record Replay(ReplayFilter filter, @Nullable String cursor) {}

    private IntegrationReader(Fields fields) {
        this.fields = fields;
    }

    /** Reads the body of a request for a new integration. */
    public static Read<New> newIntegration(JsonNode body) {
        return Fields.read(body, Faults.Unknown.REFUSED, fields -> {
            IntegrationReader reader = new IntegrationReader(fields);
            fields.require(PLATFORM);
            Platform platform = fields.choice(PLATFORM, Platform.values(), MeantWords.NONE);
            fields.require(SECRET_FIELD);
            SecretText secret = reader.secret(platform);
            IntegrationSecrets.Basic basic = reader.basic(platform);
            IntegrationSettings settings = reader.settings();
            return platform == null || secret == null
                    ? null
                    : new New(platform, settings, new IntegrationSecrets(secret, null, basic));
        });
    }

    /**
     * Reads the body of a rotation: a new secret, or none, which ends the one before.
     *
     * @param platform of the integration
     */
    public static Read<Optional<SecretText>> rotation(JsonNode body, Platform platform) {
        return Fields.read(body, Faults.Unknown.REFUSED, fields -> {
            SecretText secret = new IntegrationReader(fields).secret(platform);
            boolean ends = fields.flag("end");
            if (ends && !fields.isAbsent(SECRET_FIELD)) {
                fields.error(
                        "end", FaultCode.INCONSISTENT, "ends the rotation, so it takes no secret; send one of the two");
            } else if (!ends && fields.isAbsent(SECRET_FIELD)) {
                fields.error(SECRET_FIELD, FaultCode.REQUIRED, "is required, unless end is true");
            }
            return Optional.ofNullable(secret);
        });
    }

    /** Reads the body of a request to map events again. */
    public static Read<Replay> replay(JsonNode body) {
        return Fields.read(body, Faults.Unknown.REFUSED, fields -> {
            IntegrationReader reader = new IntegrationReader(fields);
            ReplayFilter filter = new ReplayFilter(reader.event("event"), fields.text("reason", REASON));
            String cursor = reader.event("cursor");
            if (filter.event() != null && filter.reason() != null) {
                fields.error(
                        "reason", FaultCode.INCONSISTENT, "selects events, so it takes no event; send one of the two");
            }
            return new Replay(filter, cursor);
        });
    }

    private @Nullable String event(String name) {
        String text = fields.text(name, TextRule.TRIMMED);
        if (text != null && !EVENT.matcher(text).matches()) {
            fields.error(name, FaultCode.INVALID_FORMAT, "must be a value of an earlier response: 34 of 0-9 and a-f");
        }
        return text;
    }

    private @Nullable SecretText secret(@Nullable Platform platform) {
        String text = fields.text(SECRET_FIELD, SECRET);
        if (text == null || platform == null) {
            return null;
        }
        SecretForm form = Platforms.of(platform).about().secret();
        Optional<SecretText> secret = form.read(text);
        if (secret.isEmpty()) {
            fields.error(SECRET_FIELD, FaultCode.INVALID_FORMAT, "is wrong: " + form.rule());
        }
        return secret.orElse(null);
    }

    private IntegrationSecrets.@Nullable Basic basic(@Nullable Platform platform) {
        String user = printable(USER);
        String password = printable(PASSWORD);
        if (platform != null && Platforms.of(platform).about().sendsPassword()) {
            fields.require(USER);
            fields.require(PASSWORD);
        } else if (platform != null) {
            refuse(USER);
            refuse(PASSWORD);
        }
        if (user != null && user.indexOf(':') >= 0) {
            fields.error(USER, FaultCode.INVALID_FORMAT, "must not have a colon");
            return null;
        }
        return user == null || password == null ? null : new IntegrationSecrets.Basic(user, new SecretText(password));
    }

    private void refuse(String name) {
        if (!fields.isAbsent(name)) {
            fields.error(
                    name,
                    FaultCode.INCONSISTENT,
                    "is for " + Platforms.withPassword(Connector.About::wireName)
                            + " only: the others sign the whole webhook");
        }
    }

    private @Nullable String printable(String name) {
        String text = fields.text(name, SECRET);
        if (text != null && !SecretText.isSecret(text)) {
            fields.error(name, FaultCode.INVALID_FORMAT, "must have only printable ASCII characters");
            return null;
        }
        return text;
    }

    private IntegrationSettings settings() {
        String prefix = shortText("orderIdPrefix");
        if (prefix != null && !OrderId.isValid(prefix)) {
            fields.error("orderIdPrefix", FaultCode.INVALID_FORMAT, "must be text with which an order ID can start");
            prefix = null;
        }
        IntegrationSettings settings = new IntegrationSettings(prefix == null ? "" : prefix, Map.of());
        for (PlatformSetting setting : Platforms.settings()) {
            String text = setting.usual() == null ? null : shortText(setting.name());
            if (text != null) {
                settings = settings.with(setting, text);
            } else if (setting.usual() == null && fields.flag(setting.name())) {
                settings = settings.with(setting);
            }
        }
        return settings;
    }

    /** The rule counts code points, and the settings count UTF-16 units. */
    private @Nullable String shortText(String name) {
        String text = fields.text(name, SHORT);
        if (text != null && text.length() > IntegrationSettings.MAX_LENGTH) {
            fields.error(
                    name, FaultCode.TOO_LONG, "must have at most " + IntegrationSettings.MAX_LENGTH + " characters");
            return null;
        }
        return text;
    }
}
