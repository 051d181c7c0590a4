package org.orderevidence.order.part;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who stated a part: the merchant's upload, a PATCH, or an integration such as {@code stripe:main}.
 *
 * @param role decides which source wins when several state a field
 * @param name {@code upload}, {@code patch}, or platform, colon and the integration's id
 */
public record Source(Role role, String name) implements Comparable<Source> {
    /** The upload operation. */
    public static final Source UPLOAD = new Source(Role.UPLOAD, "upload");

    /** The PATCH operation. */
    public static final Source PATCH = new Source(Role.PATCH, "patch");

    private static final Pattern INTEGRATION_ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    /** The kinds of sources. */
    public enum Role {
        PATCH,
        UPLOAD,
        PROCESSOR,
        SHOP
    }

    public Source {
        Platform platform = platform(name);
        boolean fits = switch (role) {
            case PATCH -> name.equals("patch");
            case UPLOAD -> name.equals("upload");
            case PROCESSOR, SHOP ->
                platform != null
                        && platform.role() == role
                        && INTEGRATION_ID
                                .matcher(name.substring(name.indexOf(':') + 1))
                                .matches();
        };
        if (!fits) {
            throw new IllegalArgumentException(
                    "the name of a source is upload, patch, or its platform and integration, as in stripe:main");
        }
    }

    /**
     * Returns the source of an integration.
     *
     * @param integrationId 1 to 64 letters, digits, {@code -} and {@code _}
     */
    public static Source of(Platform platform, String integrationId) {
        return new Source(platform.role(), platform.wireName() + ':' + integrationId);
    }

    /**
     * Returns the source of this name.
     *
     * @throws IllegalArgumentException if no source has such a name
     */
    public static Source named(String name) {
        if (name.equals(UPLOAD.name)) {
            return UPLOAD;
        }
        if (name.equals(PATCH.name)) {
            return PATCH;
        }
        Platform platform = platform(name);
        if (platform == null) {
            throw new IllegalArgumentException("no source has this name");
        }
        return new Source(platform.role(), name);
    }

    /** Returns the platform of an integration; empty for uploads and PATCH. */
    public @Nullable Platform platform() {
        return platform(name);
    }

    private static @Nullable Platform platform(String name) {
        for (Platform platform : Platform.values()) {
            if (name.startsWith(platform.wireName() + ':')) {
                return platform;
            }
        }
        return null;
    }

    @Override
    public int compareTo(Source other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return name;
    }
}
