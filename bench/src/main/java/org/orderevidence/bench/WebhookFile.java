package org.orderevidence.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Writes requests with signed events of Stripe to a file, from which wrk sends them. Each purchase has two events: its
 * charge and its checkout session. A signature is valid for 5 minutes, so the file must be sent soon.
 *
 * @param path of the integration
 * @param secret of the integration
 */
record WebhookFile(String path, String secret) {
    private static final String ALGORITHM = "HmacSHA256";

    /** Writes requests for purchases with the numbers from {@code first}. Numbers have nine digits. */
    void write(Path file, long first, long purchases) throws IOException {
        List<String> templates = List.of(template("charge.json"), template("session.json"));
        String time = Long.toString(Instant.now().getEpochSecond());
        Mac mac = mac();
        try (OutputStream requests = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (long number = first; number < first + purchases; number++) {
                for (String template : templates) {
                    String body = template.replace("#", Long.toString(number))
                            .replace("@", time)
                            .replace("$", ip(number));
                    byte[] request = request(body, time, mac).getBytes(StandardCharsets.UTF_8);
                    requests.write((request.length + "\n").getBytes(StandardCharsets.UTF_8));
                    requests.write(request);
                }
            }
        }
    }

    private String request(String body, String time, Mac mac) {
        byte[] hmac = mac.doFinal((time + "." + body).getBytes(StandardCharsets.UTF_8));
        return "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nStripe-Signature: t="
                + time + ",v1=" + HexFormat.of().formatHex(hmac) + "\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    private Mac mac() {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return mac;
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static String ip(long number) {
        return "203." + (100 + number % 150) + "." + (100 + number % 149) + "." + (100 + number % 148);
    }

    private static String template(String name) throws IOException {
        try (InputStream stream = WebhookFile.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IOException("no " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
