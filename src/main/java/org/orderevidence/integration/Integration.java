package org.orderevidence.integration;

import java.time.Instant;
import java.util.regex.Pattern;
import org.orderevidence.integration.IntegrationSettings.PlatformSetting;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;

/**
 * A platform's account that a merchant connected.
 *
 * @param id 1 to 32 of {@code a-z}, {@code 0-9} and {@code _}; it is an address and not a secret
 */
public record Integration(
        String id,
        AccountSpace space,
        Platform platform,
        IntegrationSettings settings,
        IntegrationSecrets secrets,
        Instant createdAt) {
    private static final Pattern ID = Pattern.compile("[a-z0-9_]{1,32}");

    public Integration {
        if (!isId(id)) {
            throw new IllegalArgumentException("an integration has an ID of 1 to 32 of a-z, 0-9 and _");
        }
    }

    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    public String path() {
        return "/api/v2/integrations/" + platform.wireName() + "/" + id;
    }

    public Source source() {
        return Source.of(platform, id);
    }

    public MapperSettings mapperSettings() {
        return new MapperSettings(source(), space.mode(), settings);
    }

    public Integration with(PlatformSetting flag) {
        return new Integration(id, space, platform, settings.with(flag), secrets, createdAt);
    }

    public Integration withSecrets(IntegrationSecrets changed) {
        return new Integration(id, space, platform, settings, changed, createdAt);
    }
}
