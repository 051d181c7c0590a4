package org.orderevidence.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.waiting.Waits;

/** Each case is a process of its own, since it ends. */
class FatalErrorsTest {
    private static final String OUT_OF_MEMORY = """
            order-evidence: out of memory: the process ends; set a larger heap (-Xmx) or lower limits
            """;

    @TempDir
    private Path folder;

    @Test
    void anExhaustedHeapEndsTheProcessWithOneLine() throws Exception {
        assertEquals(new Ended(134, OUT_OF_MEMORY), run("heap"));
    }

    @Test
    void exhaustedDirectBuffersEndTheProcess() throws Exception {
        assertEquals(new Ended(134, OUT_OF_MEMORY), run("direct"));
    }

    @Test
    void anUncaughtOutOfMemoryErrorOfAnyThreadEndsTheProcess() throws Exception {
        assertEquals(new Ended(134, OUT_OF_MEMORY), run("uncaught"));
    }

    @Test
    void anOtherUncaughtExceptionEndsItsThreadOnly() throws Exception {
        Ended ended = run("uncaught-other");

        assertEquals(0, ended.status);
        assertTrue(ended.standardError.contains("IllegalStateException: only this thread"), ended.standardError);
    }

    @Test
    void theDeathOfAVitalThreadEndsTheProcess() throws Exception {
        Ended ended = run("vital");

        assertEquals(134, ended.status);
        assertTrue(ended.standardError.contains("IllegalStateException: a bug"), ended.standardError);
        assertTrue(
                ended.standardError.endsWith("order-evidence: the thread committer died: the process ends\n"),
                ended.standardError);
    }

    @Test
    void aVitalThreadThatReturnsEndsAlone() throws Exception {
        assertEquals(new Ended(0, ""), run("vital-returns"));
    }

    @Test
    void causesAndSuppressedErrorsCount() {
        Throwable suppressing = new IOException("closing");
        suppressing.addSuppressed(new OutOfMemoryError("Java heap space"));

        assertTrue(FatalErrors.isOutOfMemory(new IllegalStateException(new OutOfMemoryError("direct"))));
        assertTrue(FatalErrors.isOutOfMemory(suppressing));
        assertFalse(FatalErrors.isOutOfMemory(new StackOverflowError()));
    }

    @Test
    void aRingOfCausesIsNotFollowedForEver() {
        Exception first = new Exception();
        first.initCause(new Exception(first));

        assertFalse(FatalErrors.isOutOfMemory(first));
    }

    private static Ended run(String what) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx16m",
                        "-XX:MaxDirectMemorySize=1m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Faulty.class.getName(),
                        what)
                .start();
        try {
            String standardError = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            return new Ended(process.exitValue(), standardError);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void theCauseIsInWordsAndDoesNotNameTheFile() {
        assertEquals(
                "permission denied for user " + System.getProperty("user.name"),
                FileError.cause(new AccessDeniedException("data/secret")));
        assertEquals("no such file or folder", causeOf(() -> Files.readString(folder.resolve("missing"))));
        assertEquals("is a directory", causeOf(() -> Files.readString(folder)));
        assertEquals("a file with this name exists", causeOf(() -> {
            Files.createFile(folder.resolve("file"));
            Files.createDirectories(folder.resolve("file"));
        }));
        assertEquals("not a directory", causeOf(() -> Files.createFile(folder.resolve("file/below"))));
        assertEquals(
                "no space left on device",
                FileError.cause(new FileSystemException("data/secret", null, "No space left on device")));
        assertEquals("IOException", FileError.cause(new IOException()));
    }

    private static String causeOf(Action action) {
        return FileError.cause(assertThrows(IOException.class, action::run));
    }

    private record Ended(int status, String standardError) {}

    /** Causes the error that its argument names. Ends with status 0 if it survives. */
    static final class Faulty {
        private Faulty() {}

        public static void main(String[] arguments) throws InterruptedException {
            FatalErrors.haltOnUncaught();
            switch (arguments[0]) {
                case "heap" -> caught(Faulty::fillHeap);
                case "direct" -> caught(() -> ByteBuffer.allocateDirect(2 << 20));
                case "uncaught" -> inThread(Faulty::fillHeap);
                case "uncaught-other" ->
                    inThread(() -> {
                        throw new IllegalStateException("only this thread");
                    });
                case "vital" ->
                    inThread(FatalErrors.vital("committer", () -> {
                        throw new IllegalStateException("a bug");
                    }));
                case "vital-returns" -> inThread(FatalErrors.vital("committer", () -> {}));
                default -> throw new IllegalArgumentException(arguments[0]);
            }
            System.exit(0);
        }

        private static void fillHeap() {
            byte[][] held = new byte[1 << 20][];
            for (int i = 0; i < held.length; i++) {
                held[i] = new byte[1 << 10];
            }
        }

        private static void caught(Runnable harm) {
            try {
                harm.run();
            } catch (Throwable seen) {
                FatalErrors.haltOn(seen);
            }
        }

        private static void inThread(Runnable harm) throws InterruptedException {
            CountDownLatch started = new CountDownLatch(1);
            Thread thread = Thread.ofPlatform().start(() -> {
                started.countDown();
                harm.run();
            });
            Waits.open(started, "the thread does not start");
            Waits.end(List.of(thread));
        }
    }

    private interface Action {
        void run() throws IOException;
    }
}
