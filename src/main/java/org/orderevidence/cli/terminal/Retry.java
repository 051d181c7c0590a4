package org.orderevidence.cli.terminal;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Repeats requests that failed for a passing reason, with growing pauses. Every upload can be repeated safely. There
 * are at most {@value #MAX_ATTEMPTS} attempts, in about a minute and a half unless the service asks for longer pauses.
 */
public final class Retry {
    static final int MAX_ATTEMPTS = 10;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration LONGEST_ASKED_FOR = Duration.ofMinutes(5);

    /** Statuses for which a later attempt can succeed. */
    private static final Set<Integer> PASSING = Set.of(408, 429, 500, 502, 503, 504);

    private final Client client;
    private final Consumer<String> notice;
    private final AtomicBoolean answered = new AtomicBoolean();

    /**
     * @param client of the service
     * @param notice receives a message for each pause
     */
    public Retry(Client client, Consumer<String> notice) {
        this.client = client;
        this.notice = notice;
    }

    /**
     * Sends a POST request until its answer is final, and returns that answer.
     *
     * @throws Failure after the last attempt, or immediately if the service could never be reached
     */
    public Client.Answer post(String path, byte[] json) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            Client.Answer answer = null;
            IOException loss = null;
            try {
                answer = client.post(path, json);
                answered.set(true);
                if (!PASSING.contains(answer.status())) {
                    return answer;
                }
            } catch (IOException lost) {
                loss = lost;
                if (!answered.get() && lost instanceof ConnectException) {
                    throw client.unreachable(lost);
                }
            }
            if (attempt == MAX_ATTEMPTS) {
                throw loss != null
                        ? client.unreachable(loss)
                        : Objects.requireNonNull(answer).refusal();
            }
            Duration time = pauseAfter(attempt, answer);
            String reason = answer == null ? "connection lost" : "the service answered " + answer.status();
            notice.accept(reason + "; trying again in " + (time.toMillis() + 500) / 1000 + " s");
            Thread.sleep(time);
        }
    }

    /** Returns a random time, so that many clients do not return at the same moment. */
    private static Duration pauseAfter(int attempt, Client.@Nullable Answer answer) {
        if (answer != null && answer.retryAfterSeconds().isPresent()) {
            Duration asked = Duration.ofSeconds(answer.retryAfterSeconds().getAsLong());
            return asked.compareTo(LONGEST_ASKED_FOR) < 0 ? asked : LONGEST_ASKED_FOR;
        }
        Duration grown = FIRST_PAUSE.multipliedBy(1L << (attempt - 1));
        long most = Math.min(grown.toMillis(), LONGEST_PAUSE.toMillis());
        return Duration.ofMillis(most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1));
    }
}
