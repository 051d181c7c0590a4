package org.orderevidence.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileErrorTest {
    @TempDir
    private Path folder;

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

    private interface Action {
        void run() throws IOException;
    }

    private static String causeOf(Action action) {
        return FileError.cause(assertThrows(IOException.class, action::run));
    }
}
