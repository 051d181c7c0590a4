package org.orderevidence.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Sha256;

/** Answers with bytes that do not change while the process runs. They are made when they are first requested. */
public final class FixedContent implements Operation {
    /** A page without scripts. It loads only its style sheet. */
    private static final String POLICY =
            "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final List<String> SECURITY =
            List.of("Content-Security-Policy", POLICY, "Referrer-Policy", "no-referrer");
    private static final int TAG_BYTES = 8;

    private final Supplier<byte[]> source;
    private final String type;
    private final List<String> security;
    private @Nullable Content content;

    public FixedContent(Supplier<byte[]> source, String type) {
        this(source, type, SECURITY);
    }

    /**
     * @param security names and values of headers, in turn
     */
    public FixedContent(Supplier<byte[]> source, String type, List<String> security) {
        this.source = source;
        this.type = type;
        this.security = List.copyOf(security);
    }

    public static FixedContent file(Class<?> owner, String path, String type, List<String> security) {
        return new FixedContent(() -> read(owner, path), type, security);
    }

    private static byte[] read(Class<?> owner, String path) {
        try (InputStream stream = owner.getResourceAsStream(path)) {
            if (stream == null) {
                throw new IllegalStateException("the file is not in this build: " + path);
            }
            return stream.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static final class Content {
        private final byte[] plain;
        private final byte[] packed;
        private final String tag;

        Content(byte[] plain) {
            this.plain = plain;
            this.packed = packed(plain);
            this.tag = HexFormat.of().formatHex(Sha256.of(plain), 0, TAG_BYTES);
        }
    }

    public String tag() {
        return content().tag;
    }

    @Override
    public Answer answer(Exchange exchange) {
        return answer(exchange, "no-cache");
    }

    /**
     * Answers with the bytes.
     *
     * @param caching the value of {@code Cache-Control}
     */
    public Answer answer(Exchange exchange, String caching) {
        Content content = content();
        String tag = '"' + content.tag + '"';
        List<String> headers =
                new ArrayList<>(List.of("ETag", tag, "Cache-Control", caching, "Vary", "Accept-Encoding"));
        if (EntityTags.isKnown(exchange, tag)) {
            return new Answer(304, "", headers);
        }
        headers.addAll(security);
        boolean isPacked = acceptsGzip(exchange);
        exchange.body().share(isPacked ? content.packed : content.plain);
        if (isPacked) {
            headers.addAll(List.of("Content-Encoding", "gzip"));
        }
        return new Answer(200, type, headers);
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

    private synchronized Content content() {
        Content made = content == null ? new Content(source.get()) : content;
        content = made;
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
}
