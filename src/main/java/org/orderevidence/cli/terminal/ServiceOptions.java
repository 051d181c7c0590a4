package org.orderevidence.cli.terminal;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.ApiKey;
import org.orderevidence.installation.PrivateFile.FirstKey;
import org.orderevidence.process.FileError;

/** The options for the service and the key. A key is never an argument, because all processes can read arguments. */
final class ServiceOptions {
    private static final String KEY_VARIABLE = "EVIDENCE_API_KEY";

    static final Param[] ALL = {
        Param.option(
                "--url", "URL", "URL of the service (environment: EVIDENCE_URL;", "  default: http://127.0.0.1:8080)"),
        Param.file(
                "--key-file",
                "FILE",
                "file with the API key (environment: the key itself in EVIDENCE_API_KEY; default: <data>/first-key)"),
        Param.file("--data", "FOLDER", "folder with the first key (environment: EVIDENCE_DATA;", "  default: ./data)")
    };

    private ServiceOptions() {}

    /**
     * Returns a client for the values of these options.
     *
     * @throws Failure if there is no usable URL or key
     */
    static Client client(Terminal terminal, @Nullable String url, @Nullable Path keyFile, @Nullable Path data) {
        URI base =
                base(url != null ? url : terminal.environment().getOrDefault("EVIDENCE_URL", "http://127.0.0.1:8080"));
        return new Client(base, key(terminal, base, keyFile, data));
    }

    private static URI base(String text) {
        try {
            URI uri = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (http && uri.getHost() != null && uri.getQuery() == null && uri.getUserInfo() == null) {
                return uri;
            }
        } catch (URISyntaxException notAUri) {
            // The error below covers this, too.
        }
        throw Failure.usage("--url must be an http or https URL such as http://127.0.0.1:8080");
    }

    private static ApiKey key(Terminal terminal, URI base, @Nullable Path keyFile, @Nullable Path data) {
        if (keyFile != null) {
            return read(keyFile);
        }
        String given = terminal.environment().get(KEY_VARIABLE);
        if (given != null && !given.isBlank()) {
            return usable(given, KEY_VARIABLE);
        }
        Path folder = data != null ? data : Path.of(terminal.environment().getOrDefault("EVIDENCE_DATA", "data"));
        Path firstKey = FirstKey.file(folder);
        if (Files.exists(firstKey)) {
            if (!Client.isThisMachine(base.getHost())) {
                throw Failure.usage("the key in " + firstKey + " belongs to this machine and is not sent to "
                        + base.getHost() + ": name a file with --key-file, or set " + KEY_VARIABLE);
            }
            return read(firstKey);
        }
        throw Failure.usage(
                "no API key: name a file with --key-file, or set " + KEY_VARIABLE + " (no " + firstKey + " here)");
    }

    private static ApiKey read(Path file) {
        try {
            if (Files.size(file) > ApiKey.MAX_LENGTH + 2) {
                throw Failure.usage(file + " contains no API key: it is too long");
            }
            return usable(Files.readString(file, StandardCharsets.ISO_8859_1), file.toString());
        } catch (NoSuchFileException missing) {
            throw Failure.usage("no such file: " + file);
        } catch (IOException unreadable) {
            throw Failure.usage("cannot read " + file + ": " + FileError.cause(unreadable));
        }
    }

    /** Refuses a key that cannot be in a header. The HTTP client would refuse it too, and repeat it in its message. */
    private static ApiKey usable(String text, String source) {
        String key = text.strip();
        if (key.isEmpty() || !key.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw Failure.usage(source + " contains no API key");
        }
        return new ApiKey(key);
    }
}
