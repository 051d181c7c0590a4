package org.orderevidence.integration;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderId;

/**
 * Settings of an integration. Those that its platform does not use have no effect.
 *
 * @param orderIdPrefix what is put before each order id of this integration; empty for nothing
 * @param values of {@link PlatformSetting}, by name: texts that are set, and an empty text for each flag that is on
 */
public record IntegrationSettings(String orderIdPrefix, Map<String, String> values) {
    public static final IntegrationSettings DEFAULTS = new IntegrationSettings("", Map.of());

    /** The longest prefix and the longest text. */
    public static final int MAX_LENGTH = 40;

    public IntegrationSettings {
        values = Map.copyOf(values);
        if (orderIdPrefix.length() > MAX_LENGTH || !(orderIdPrefix.isEmpty() || OrderId.isValid(orderIdPrefix))) {
            throw new IllegalArgumentException("an order ID prefix has at most " + MAX_LENGTH + " characters");
        }
    }

    /** Returns the settings with a text of 1 to {@value #MAX_LENGTH} characters. The usual one is not kept. */
    public IntegrationSettings with(PlatformSetting setting, String text) {
        if (text.isBlank() || text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(setting.option() + " has 1 to " + MAX_LENGTH + " characters");
        }
        return changed(setting, text);
    }

    public IntegrationSettings with(PlatformSetting flag) {
        return changed(flag, "");
    }

    private IntegrationSettings changed(PlatformSetting setting, String text) {
        Map<String, String> changed = new TreeMap<>(values);
        if (text.equals(setting.usual())) {
            changed.remove(setting.name());
        } else {
            changed.put(setting.name(), text);
        }
        return new IntegrationSettings(orderIdPrefix, changed);
    }

    public String text(PlatformSetting setting) {
        String usual = setting.usual();
        return values.getOrDefault(setting.name(), usual == null ? "" : usual);
    }

    /** Returns the text of a setting, or whether a flag is on. */
    public Object value(PlatformSetting setting) {
        return setting.usual() == null ? has(setting) : text(setting);
    }

    public boolean has(PlatformSetting flag) {
        return values.containsKey(flag.name());
    }

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
}
