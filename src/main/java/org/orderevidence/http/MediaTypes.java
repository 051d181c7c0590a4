package org.orderevidence.http;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The declared media type of a request's body. */
public final class MediaTypes {
    public static final String JSON = "application/json";
    public static final String NDJSON = "application/x-ndjson";
    public static final String MERGE_PATCH = "application/merge-patch+json";

    /** What a browser sends for a form without files. */
    public static final String FORM = "application/x-www-form-urlencoded";

    /** Both names mean the same (RFC 9110, 8.4.1.3). */
    private static final Set<String> GZIP = Set.of("gzip", "x-gzip");

    private MediaTypes() {}

    public sealed interface Judged {
        /**
         * One that is read here.
         *
         * @param type in lower case, without parameters
         */
        record Accepted(String type, boolean isGzip) implements Judged {}

        /**
         * One that is not.
         *
         * @param codings those that are read here, if the body has another one (RFC 7694); otherwise empty
         */
        record Refused(String detail, String codings) implements Judged {
            Refused(String detail) {
                this(detail, "");
            }
        }
    }

    /**
     * Judges the type and the coding of a body.
     *
     * @param contentTypes all values of the header
     * @param contentEncodings all values of the header
     * @param takesGzip whether the body may be packed
     */
    static Judged judge(
            List<String> contentTypes, List<String> contentEncodings, List<String> accepted, boolean takesGzip) {
        List<String> codings = contentEncodings.stream()
                .filter(coding -> !coding.equalsIgnoreCase("identity"))
                .toList();
        boolean isGzip = takesGzip
                && codings.size() == 1
                && GZIP.contains(codings.getFirst().toLowerCase(Locale.ROOT));
        if (!codings.isEmpty() && !isGzip) {
            return takesGzip
                    ? new Judged.Refused(
                            "This Content-Encoding is not supported; send Content-Encoding: gzip, or the body uncompressed.",
                            "gzip")
                    : new Judged.Refused(
                            "Compressed bodies are supported by uploads only; send the body uncompressed, without"
                                    + " Content-Encoding.",
                            "identity");
        }
        if (contentTypes.isEmpty() || contentTypes.getFirst().isEmpty()) {
            return new Judged.Refused("The Content-Type is missing; " + send(accepted));
        }
        if (contentTypes.size() > 1) {
            return new Judged.Refused("There is more than one Content-Type; " + send(accepted));
        }
        String[] parts = contentTypes.getFirst().split(";", -1);
        String type = parts[0].strip().toLowerCase(Locale.ROOT);
        if (!accepted.contains(type)) {
            return new Judged.Refused(unsupported(type) + send(accepted));
        }
        for (int i = 1; i < parts.length; i++) {
            String charset = charset(parts[i]);
            if (charset != null && !charset.equals("utf-8") && !charset.equals("utf8")) {
                return new Judged.Refused("Only the charset utf-8 is supported; send UTF-8.");
            }
        }
        return new Judged.Accepted(type, isGzip);
    }

    private static String send(List<String> accepted) {
        return "send Content-Type: " + String.join(" or ", accepted) + ".";
    }

    private static String unsupported(String type) {
        return switch (type) {
            case FORM -> "Forms are not supported here (curl -d sends one unless you add -H 'Content-Type: ...'); ";
            case "multipart/form-data" ->
                "Files in forms are not supported here (send a file as the body, with curl --data-binary @FILE); ";
            case "text/csv", "application/csv", "text/comma-separated-values" ->
                "CSV is not supported here (./evidence orders upload FILE.csv and the console read it); ";
            default -> "This Content-Type is not supported here; ";
        };
    }

    private static @Nullable String charset(String parameter) {
        int equal = parameter.indexOf('=');
        if (equal < 0 || !parameter.substring(0, equal).strip().equalsIgnoreCase("charset")) {
            return null;
        }
        String value = parameter.substring(equal + 1).strip().toLowerCase(Locale.ROOT);
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
