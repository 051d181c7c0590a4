package org.orderevidence.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;

/**
 * Style sheets, scripts and icons, read from the class path once. Their path has a hash of all of them, so browsers can
 * store them for a year.
 */
final class Assets {
    private static final String FOLDER = "assets/";

    /** The timeline brings its own style sheet along. */
    private static final String TIMELINE = "/org/orderevidence/receipt/timeline.css";

    private static final String PREFIX = "/console/assets/";
    private static final int HASH_LENGTH = 12;

    /** All files, with their types. */
    private static final Map<String, String> TYPES = Map.of(
            "timeline.css", "text/css; charset=utf-8",
            "console.css", "text/css; charset=utf-8",
            "settings.css", "text/css; charset=utf-8",
            "coverage.css", "text/css; charset=utf-8",
            "console.js", "text/javascript; charset=utf-8",
            "upload.js", "text/javascript; charset=utf-8",
            "icon.svg", "image/svg+xml");

    private final Map<String, byte[]> files = new TreeMap<>();
    private final String hash;

    Assets() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String name : TYPES.keySet().stream().sorted().toList()) {
                byte[] content = read(name);
                digest.update(content);
                files.put(name, content);
            }
            hash = HexFormat.of().formatHex(digest.digest()).substring(0, HASH_LENGTH);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    private static byte[] read(String name) {
        String path = name.equals("timeline.css") ? TIMELINE : FOLDER + name;
        try (InputStream stream = Assets.class.getResourceAsStream(path)) {
            if (stream == null) {
                throw new IllegalStateException("the file is not in this build: " + name);
            }
            return stream.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns the path of the files, without a slash at the end. */
    String path() {
        return PREFIX + hash;
    }

    static boolean isAsset(String rawPath) {
        return rawPath.startsWith(PREFIX);
    }

    /** Answers with a file. An old hash gets the current file, because the page that names it can be older. */
    Answer answer(Exchange exchange) {
        String rest = exchange.rawPath().substring(PREFIX.length());
        String name = rest.substring(rest.indexOf('/') + 1);
        byte[] content = files.get(name);
        if (content == null) {
            return Answer.empty(404);
        }
        exchange.body().append(content);
        boolean isCurrent = rest.startsWith(hash + "/");
        return new Answer(
                200,
                TYPES.getOrDefault(name, ""),
                List.of("Cache-Control", isCurrent ? "public, max-age=31536000, immutable" : "no-store"));
    }
}
