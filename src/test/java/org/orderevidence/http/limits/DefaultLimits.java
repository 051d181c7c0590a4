package org.orderevidence.http.limits;

import java.util.Map;
import org.orderevidence.installation.Config;

/** The limits of a service whose operator sets none. */
public final class DefaultLimits {
    public static final Limits DEFAULTS = read();

    private DefaultLimits() {}

    private static Limits read() {
        return switch (Config.read(null, Map.of(), Map.of())) {
            case Config.Accepted accepted -> accepted.config().limits();
            case Config.Refused refused -> throw new IllegalStateException(refused.toString());
        };
    }
}
