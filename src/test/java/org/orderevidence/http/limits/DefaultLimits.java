package org.orderevidence.http.limits;

import java.util.Map;
import org.orderevidence.installation.Config;

/** The limits of a service whose operator sets none, except that accounts may send requests as often as tests do. */
public final class DefaultLimits {
    public static final Limits DEFAULTS = rates(0, 0);

    private DefaultLimits() {}

    /** The same with so many uploads, and other requests, of an account in ten seconds. */
    public static Limits rates(int uploads, int requests) {
        Map<String, String> flags = Map.of("limits.uploads", "" + uploads, "limits.requests", "" + requests);
        return switch (Config.read(null, Map.of(), flags)) {
            case Config.Accepted accepted -> accepted.config().limits();
            case Config.Refused refused -> throw new IllegalStateException(refused.toString());
        };
    }
}
