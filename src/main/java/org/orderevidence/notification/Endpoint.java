package org.orderevidence.notification;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.WireNamed;
import org.orderevidence.sealing.Hmac;
import org.orderevidence.store.ChangeStore.Change;
import org.orderevidence.store.ChangeStore.ChangeType;

/**
 * Where the changes of an account space are sent.
 *
 * @param types only these are sent; empty for all
 * @param secret signs each change
 * @param previous the secret before, which also signs until {@code previousUntil}; {@code null} if there is none
 */
public record Endpoint(
        String url,
        Set<ChangeType> types,
        String secret,
        @Nullable String previous,
        @Nullable Instant previousUntil,
        Progress progress) {
    /** How long the secret before is used. */
    static final Duration GRACE = Duration.ofDays(1);

    static final int SECRET_BYTES = 32;

    private static final String SECRET_START = "whsec_";

    public Endpoint {
        types = new TreeSet<>(types);
    }

    /** How it works, as a merchant is told. */
    public enum EndpointState implements WireNamed {
        NONE,
        ACTIVE,
        FAILING,
        GONE
    }

    static Endpoint of(String url, Set<ChangeType> types, byte[] key, String cursor) {
        Progress none = new Progress(cursor, null, 0, null, null, null, 0, false);
        return new Endpoint(url, types, secret(key), null, null, none);
    }

    private static String secret(byte[] key) {
        return SECRET_START + Base64.getEncoder().encodeToString(key);
    }

    Endpoint with(Progress other) {
        return new Endpoint(url, types, secret, previous, previousUntil, other);
    }

    /** Returns it with a new secret. While one before is used, that stays: a lost response may have been repeated. */
    Endpoint withSecret(byte[] key, Instant now) {
        return previous != null && previousUntil != null && now.isBefore(previousUntil)
                ? new Endpoint(url, types, secret(key), previous, previousUntil, progress)
                : new Endpoint(url, types, secret(key), secret, now.plus(GRACE), progress);
    }

    public EndpointState state() {
        return progress.isGone
                ? EndpointState.GONE
                : progress.failures > 0 ? EndpointState.FAILING : EndpointState.ACTIVE;
    }

    boolean takes(Change change) {
        return types.isEmpty() || types.contains(change.type()) || change.type() == ChangeType.TEST;
    }

    /** Returns the header {@code webhook-signature}: one signature of each valid secret. */
    String signatures(String id, long seconds, byte[] body, Instant now) {
        String newest = signature(secret, id, seconds, body);
        return previous == null || previousUntil == null || !now.isBefore(previousUntil)
                ? newest
                : newest + " " + signature(previous, id, seconds, body);
    }

    private static String signature(String secret, String id, long seconds, byte[] body) {
        Mac mac = Hmac.keyed(Base64.getDecoder().decode(secret.substring(SECRET_START.length())));
        mac.update((id + "." + seconds + ".").getBytes(StandardCharsets.US_ASCII));
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    }

    @Override
    public String toString() {
        return "[endpoint]";
    }

    /**
     * Which changes were sent.
     *
     * @param cursor of the last change that was received, or given up
     * @param next before this time, nothing is sent; {@code null} if something can be sent now
     * @param failure why the last attempt failed; {@code null} if it did not
     * @param deliveredAt when a change was received last; {@code null} if none was
     * @param skipped how many changes were given up
     * @param isGone true if the endpoint wants no more changes
     */
    public record Progress(
            String cursor,
            @Nullable Instant next,
            int failures,
            @Nullable Instant failingSince,
            @Nullable String failure,
            @Nullable Instant deliveredAt,
            long skipped,
            boolean isGone) {
        /** How long a change is sent again. */
        static final Duration PATIENCE = Duration.ofDays(3);

        private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
        private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
        private static final int GONE = 410;

        /** Returns a start behind a change, at once. */
        Progress from(String other) {
            return new Progress(other, null, 0, null, null, deliveredAt, skipped, false);
        }

        Progress notBefore(@Nullable Instant time) {
            return new Progress(cursor, time, failures, failingSince, failure, deliveredAt, skipped, isGone);
        }

        boolean isReady(Instant now) {
            return !isGone && (next == null || !now.isBefore(next));
        }

        /** Returns what an attempt makes of it. Pauses become four times as long with each failure. */
        Progress after(Change change, Sender.Reply reply, Instant now) {
            if (reply.isReceived()) {
                return new Progress(change.cursor(), null, 0, null, null, now, skipped, false);
            }
            if (reply.status() == GONE) {
                return new Progress(cursor, null, failures, failingSince, reply.words(), deliveredAt, skipped, true);
            }
            Instant since = failingSince == null ? now : failingSince;
            if (!now.isBefore(since.plus(PATIENCE))) {
                return new Progress(change.cursor(), null, 0, null, reply.words(), deliveredAt, skipped + 1, false);
            }
            Duration pause = FIRST_PAUSE.multipliedBy(1L << (2 * Math.min(failures, 6)));
            return new Progress(
                    cursor,
                    now.plus(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE),
                    failures + 1,
                    since,
                    reply.words(),
                    deliveredAt,
                    skipped,
                    false);
        }
    }
}
