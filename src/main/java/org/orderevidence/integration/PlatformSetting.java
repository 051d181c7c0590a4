package org.orderevidence.integration;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A setting of the integrations of one platform: a text with a usual value, or a flag that is usually off.
 *
 * @param name in JSON, such as {@code orderIdKey}
 * @param usual the text that counts if none is set; empty for a flag
 * @param label in forms
 * @param help in help texts, after the name of the platform
 */
public record PlatformSetting(String name, @Nullable String usual, String label, String help) {
    /** Returns the name of its option, such as {@code --order-id-key}. */
    public String option() {
        return "--" + name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
