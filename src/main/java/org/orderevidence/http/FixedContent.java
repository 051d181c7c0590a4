package org.orderevidence.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Answers with bytes that do not change while the process runs. They are made when they are first requested. */
public final class FixedContent implements Operation {
    /** A page without scripts. It loads only its style sheet. */
    private static final String POLICY =
            "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final int TAG_BYTES = 8;

    private final Supplier<byte[]> source;
    private final String type;
    private volatile @Nullable Content content;

    public FixedContent(Supplier<byte[]> source, String type) {
        this.source = source;
        this.type = type;
    }

    private static final class Content {
        private final byte[] plain;
        private final byte[] packed;
        private final String tag;

        Content(byte[] plain) {
            this.plain = plain;
            this.packed = packed(plain);
            this.tag = tag(plain);
        }
    }

    @Override
    public Answer answer(Exchange exchange) {
        Content content = content();
        String tag = '"' + content.tag + '"';
        if (EntityTags.isKnown(exchange, tag)) {
            return Answer.empty(304, "ETag", tag, "Cache-Control", "no-cache", "Vary", "Accept-Encoding");
        }
        List<String> headers = List.of(
                "ETag",
                tag,
                "Cache-Control",
                "no-cache",
                "Vary",
                "Accept-Encoding",
                "Content-Security-Policy",
                POLICY,
                "Referrer-Policy",
                "no-referrer");
        if (!acceptsGzip(exchange)) {
            exchange.body().append(content.plain);
            return new Answer(200, type, headers);
        }
        exchange.body().append(content.packed);
        return new Answer(
                200,
                type,
                Stream.concat(headers.stream(), Stream.of("Content-Encoding", "gzip"))
                        .toList());
    }

    /** A coding with the weight 0 is refused (RFC 9110, 12.5.3). */
    private static boolean acceptsGzip(Exchange exchange) {
        for (String header : exchange.headers("Accept-Encoding")) {
            for (String coding : header.split(",", -1)) {
                String text = coding.replace(" ", "");
                if (text.equals("gzip") || (text.startsWith("gzip;q=") && !text.matches("gzip;q=0(\\.0*)?"))) {
                    return true;
                }
            }
        }
        return false;
    }

    private Content content() {
        Content made = content;
        if (made == null) {
            synchronized (this) {
                made = content;
                if (made == null) {
                    made = new Content(source.get());
                    content = made;
                }
            }
        }
        return made;
    }

    private static byte[] packed(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(plain);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return packed.toByteArray();
    }

    private static String tag(byte[] plain) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(plain);
            return HexFormat.of().formatHex(hash, 0, TAG_BYTES);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
