package org.orderevidence.installation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LogBufferTest {
    private static final long SEED = 20_261_120L;

    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();

    @Test
    @Timeout(30)
    void whatIsWrittenIsPassedOnByItself() throws IOException, InterruptedException {
        CountDownLatch flushed = new CountDownLatch(1);
        OutputStream told = new OutputStream() {
            @Override
            public void write(int b) {
                stream.write(b);
            }

            @Override
            public void flush() {
                flushed.countDown();
            }
        };
        try (LogBuffer buffer = new LogBuffer(told)) {
            buffer.write(utf8("line"));

            flushed.await(Duration.ofSeconds(30).toMillis(), TimeUnit.MILLISECONDS);
            assertEquals("line", stream.toString(StandardCharsets.UTF_8));
        }
    }

    @Test
    void nothingIsDroppedOrReorderedWhateverTheSizes() throws IOException {
        Random random = new Random(SEED);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (LogBuffer buffer = new LogBuffer(stream)) {
            for (int i = 0; i < 200; i++) {
                byte[] some = new byte[random.nextInt(i % 20 == 0 ? 200_000 : 2_000)];
                random.nextBytes(some);
                buffer.write(some);
                all.write(some);
            }
        }

        assertArrayEquals(all.toByteArray(), stream.toByteArray(), "seed " + SEED);
    }

    @Test
    void afterItIsClosedALineIsPassedOnAtOnce() throws IOException {
        LogBuffer buffer = new LogBuffer(stream);
        buffer.write(utf8("before "));
        buffer.close();

        buffer.write(utf8("after"));

        assertEquals("before after", stream.toString(StandardCharsets.UTF_8));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
