package org.orderevidence.integration.stripe;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.SignatureCheck;
import org.orderevidence.integration.SigningSecrets;
import org.orderevidence.integration.Webhook;

/**
 * Checks the header {@code Stripe-Signature: t=…,v1=…[,v1=…]}: the time in seconds, and for each secret that is valid at
 * Stripe the hexadecimal HMAC-SHA256 of time, dot and body. Source: Stripe, "Verify webhook signatures manually".
 */
public final class StripeSignature {
    /** How far the time of a signature may differ from the time of arrival, in both directions. */
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final String HEADER = "Stripe-Signature";
    private static final int LONGEST_HEADER = 4_096;

    /** Pairs of other schemes, such as {@code v0}, are skipped. */
    private static final Pattern PAIR = Pattern.compile("(?:^|,)\\s*(t|v1)=([^,\\s]*)");

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");
    private static final Pattern HEX_OF_HMAC = Pattern.compile("[0-9A-Fa-f]{64}");

    private StripeSignature() {}

    private record Signed(String time, List<byte[]> signatures) {}

    /**
     * Checks a webhook.
     *
     * @param now the time of arrival
     */
    public static SignatureCheck check(Webhook webhook, SigningSecrets secrets, Instant now) {
        String header = webhook.header(HEADER);
        if (header == null) {
            return SignatureCheck.MISSING;
        }
        Signed signed = parse(header);
        if (signed == null) {
            return SignatureCheck.MALFORMED;
        }
        byte[] prefix = (signed.time() + '.').getBytes(StandardCharsets.UTF_8);
        boolean made = secrets.madeOneOf(signed.signatures(), prefix, webhook.body());
        return made ? checkTime(Instant.ofEpochSecond(Long.parseLong(signed.time())), now) : SignatureCheck.WRONG;
    }

    private static SignatureCheck checkTime(Instant signedAt, Instant now) {
        if (signedAt.isBefore(now.minus(TOLERANCE))) {
            return SignatureCheck.TOO_OLD;
        }
        return signedAt.isAfter(now.plus(TOLERANCE)) ? SignatureCheck.TOO_NEW : SignatureCheck.VALID;
    }

    /** Returns the parts of the header, or empty if it has not exactly one time, or no signature. */
    private static @Nullable Signed parse(String header) {
        if (header.length() > LONGEST_HEADER) {
            return null;
        }
        String time = null;
        List<byte[]> signatures = new ArrayList<>();
        Matcher pair = PAIR.matcher(header);
        while (pair.find()) {
            String value = pair.group(2);
            if (pair.group(1).equals("v1")) {
                if (HEX_OF_HMAC.matcher(value).matches()) {
                    signatures.add(HexFormat.of().parseHex(value));
                }
            } else if (time != null || !SECONDS.matcher(value).matches()) {
                return null;
            } else {
                time = value;
            }
        }
        return time == null || signatures.isEmpty() ? null : new Signed(time, signatures);
    }
}
