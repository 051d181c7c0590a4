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
        if (!name.equals(
                switch (role) {
                    case PATCH -> "patch";
                    case UPLOAD -> "upload";
                    case PROCESSOR, SHOP -> checkedPlatform(role, name);
                })) {
            throw new IllegalArgumentException("the name of a source does not fit its role");
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
        for (Platform platform : Platform.values()) {
            if (name.startsWith(platform.wireName() + ':')) {
                return new Source(platform.role(), name);
            }
        }
        throw new IllegalArgumentException("no source has this name");
    }

    /** Returns the platform of an integration; empty for uploads and PATCH. */
    public @Nullable Platform platform() {
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

    private static String checkedPlatform(Role role, String name) {
        for (Platform platform : Platform.values()) {
            String prefix = platform.wireName() + ':';
            if (platform.role() == role
                    && name.startsWith(prefix)
                    && INTEGRATION_ID.matcher(name.substring(prefix.length())).matches()) {
                return name;
            }
        }
        throw new IllegalArgumentException("a source is named after its platform and integration, as in stripe:main");
    }
}
