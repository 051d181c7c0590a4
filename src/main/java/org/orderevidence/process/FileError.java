package org.orderevidence.process;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** The cause of an error of a file or folder, in words. The messages of most exceptions are only the file's name. */
public final class FileError {
    private FileError() {}

    /** Returns the cause, such as {@code permission denied for user evidence}. It does not name the file. */
    public static String cause(IOException error) {
        return switch (error) {
            case AccessDeniedException _ -> "permission denied for user " + System.getProperty("user.name");
            case NoSuchFileException _ -> "no such file or folder";
            case FileAlreadyExistsException _ -> "a file with this name exists";
            case NotDirectoryException _ -> "not a folder";
            case FileSystemException other when other.getReason() != null -> reason(other.getReason());
            default -> error.getMessage() == null ? error.getClass().getSimpleName() : reason(error.getMessage());
        };
    }

    /** Errors of the system start with a capital letter: "No space left on device". */
    private static String reason(String text) {
        boolean isSentence = text.length() > 1 && Character.isLowerCase(text.charAt(1));
        return isSentence ? Character.toLowerCase(text.charAt(0)) + text.substring(1) : text;
    }
}
