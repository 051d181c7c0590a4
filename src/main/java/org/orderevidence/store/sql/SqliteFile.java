package org.orderevidence.store.sql;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.orderevidence.store.StoreRefused;

/** The file of a SQLite store, before SQLite opens it. */
public final class SqliteFile {
    private SqliteFile() {}

    /** Makes an empty file that only its owner may read, unless there is one. SQLite gives its log the same rights. */
    public static void create(Path file) {
        if (file.toString().indexOf('?') >= 0) {
            throw new StoreRefused(
                    "a store's path cannot have a question mark in it: the driver would cut it off there");
        }
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] ownerOnly = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        try {
            Files.createFile(file, ownerOnly);
        } catch (FileAlreadyExistsException there) {
            if (Files.isDirectory(file)) {
                throw new StoreRefused(file + " is a folder; name a file", there);
            }
        } catch (IOException e) {
            throw new StoreRefused(
                    file + " cannot be created: check that its folder exists and that this user may write to it", e);
        }
    }
}
