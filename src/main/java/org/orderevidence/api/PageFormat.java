package org.orderevidence.api;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The formats of a page. */
enum PageFormat {
    /** Preferred if a client accepts both. */
    HTML("text/html"),
    PDF("application/pdf");

    private static final int TYPE = 1;
    private static final int EXACT = 2;

    private final String mediaType;

    PageFormat(String mediaType) {
        this.mediaType = mediaType;
    }

    /**
     * Returns the format that a client prefers (RFC 9110, 12.5.1); {@code null} if it accepts none of them.
     *
     * @param accept all values of its header {@code Accept}
     */
    static @Nullable PageFormat preferred(List<String> accept) {
        String ranges = String.join(",", accept);
        if (ranges.isBlank()) {
            return HTML;
        }
        PageFormat best = null;
        double highest = 0;
        for (PageFormat format : values()) {
            double quality = format.quality(ranges);
            if (quality > highest) {
                highest = quality;
                best = format;
            }
        }
        return best;
    }

    /** Returns the weight of the most specific range that contains this format; 0 if it is not accepted. */
    private double quality(String ranges) {
        int bestMatch = -1;
        double quality = 0;
        for (String range : ranges.split(",", -1)) {
            String[] parts = range.split(";", -1);
            int match = match(parts[0].strip().toLowerCase(Locale.ROOT));
            if (match > bestMatch) {
                bestMatch = match;
                quality = weight(parts);
            }
        }
        return quality;
    }

    private int match(String range) {
        if (range.equals(mediaType)) {
            return EXACT;
        }
        if (range.endsWith("/*") && mediaType.startsWith(range.substring(0, range.length() - 1))) {
            return TYPE;
        }
        return range.equals("*/*") ? 0 : -1;
    }

    /** Returns the weight among the parameters of a range. A weight that is no number counts as 1. */
    private static double weight(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip().toLowerCase(Locale.ROOT);
            if (parameter.startsWith("q=")) {
                return weight(parameter.substring(2));
            }
        }
        return 1;
    }

    private static double weight(String text) {
        boolean isNumber = text.length() <= 5 && text.matches("0(\\.[0-9]*)?|1(\\.0*)?");
        return isNumber ? Double.parseDouble(text) : 1;
    }
}
