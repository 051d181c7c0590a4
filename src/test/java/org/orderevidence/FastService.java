package org.orderevidence;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Logging;
import org.orderevidence.installation.PrivateFile.FirstKey;

/** {@code evidence serve} with a clock that is faster than time, for tests of what the service does after a minute. */
public final class FastService {
    private static final String START = "fast.start";
    private static final String FACTOR = "fast.factor";

    private FastService() {}

    /**
     * Returns a clock. All processes with the same arguments have the same time.
     *
     * @param start the moment, in milliseconds since 1970, at which it was right
     * @param factor how much faster it is
     */
    public static InstantSource clock(long start, int factor) {
        return () -> Instant.ofEpochMilli(start + (System.currentTimeMillis() - start) * factor);
    }

    /** Returns the JVM that runs it. */
    public static ServeProcess.Jvm jvm(long start, int factor) {
        return ServeProcess.Jvm.quickStart()
                .with("-D" + START + "=" + start, "-D" + FACTOR + "=" + factor)
                .running(FastService.class);
    }

    /** Takes the word {@code serve} and settings as options. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Map<String, String> flags = new LinkedHashMap<>();
        for (int i = 1; i + 1 < args.length; i += 2) {
            flags.put(args[i].substring("--".length()), args[i + 1]);
        }
        Config config = Call.accepted(Config.read(null, System.getenv(), flags));
        Logging.start(false, "warn", System.err);
        Clock clock = clock(Long.parseLong(System.getProperty(START, "0")), Integer.getInteger(FACTOR, 1))
                .withZone(ZoneOffset.UTC);
        try (App app = App.start(config, clock)) {
            if (app.firstKey().isPresent()) {
                FirstKey.write(
                        FirstKey.file(config.data()), app.firstKey().get().key());
            }
            System.out.write(("listening on http://127.0.0.1:" + app.port() + "\n").getBytes(StandardCharsets.UTF_8));
            System.out.flush();
            new CountDownLatch(1).await();
        }
    }
}
