package org.orderevidence.console;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.FixedContent;

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

    private final Map<String, FixedContent> files = new TreeMap<>();
    private final String hash;

    Assets() {
        add("timeline.css", "text/css; charset=utf-8");
        add("console.css", "text/css; charset=utf-8");
        add("settings.css", "text/css; charset=utf-8");
        add("coverage.css", "text/css; charset=utf-8");
        add("console.js", "text/javascript; charset=utf-8");
        add("upload.js", "text/javascript; charset=utf-8");
        add("icon.svg", "image/svg+xml");
        String tags = files.values().stream().map(FixedContent::tag).collect(Collectors.joining());
        hash = new FixedContent(() -> tags.getBytes(StandardCharsets.US_ASCII), "")
                .tag()
                .substring(0, HASH_LENGTH);
    }

    private void add(String name, String type) {
        String path = name.equals("timeline.css") ? TIMELINE : FOLDER + name;
        files.put(name, FixedContent.file(Assets.class, path, type, List.of()));
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
        FixedContent file = files.get(name);
        boolean isCurrent = rest.startsWith(hash + "/");
        return file == null
                ? Answer.empty(404)
                : file.answer(exchange, isCurrent ? "public, max-age=31536000, immutable" : "no-store");
    }
}
