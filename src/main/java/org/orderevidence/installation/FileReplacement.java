package org.orderevidence.installation;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;

/**
 * Replaces a private file by a new version of it. Readers see the old or the new content, never a part of it, also
 * after a crash. The new version is written to {@code FILE.new}, which exists from the start to the end: only one
 * replacement can be in progress.
 */
final class FileReplacement implements AutoCloseable {
    private final Path file;
    private final Path partial;
    private final FileChannel channel;
    private boolean committed;

    /**
     * Starts a replacement. Read the old content after this.
     *
     * @param file the file or a link to it
     * @throws FileAlreadyExistsException if a replacement is in progress or was interrupted; its file is
     *     {@code FILE.new}
     */
    FileReplacement(Path file) throws IOException {
        this.file = file.toRealPath();
        this.partial = this.file.resolveSibling(this.file.getFileName() + ".new");
        this.channel = PrivateFile.openNew(partial);
    }

    /**
     * Replaces the file. The new version is on stable storage when this method returns, and has the owner, the group and
     * the permissions of the old one: the same users can read it.
     */
    void commit(String ascii) throws IOException {
        copyAccess();
        PrivateFile.write(channel, ascii);
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        committed = true;
        PrivateFile.flush(PrivateFile.folderOf(file));
    }

    private void copyAccess() throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(partial, PosixFileAttributeView.class);
        if (view == null) {
            return;
        }
        PosixFileAttributes old = Files.readAttributes(file, PosixFileAttributes.class);
        PosixFileAttributes mine = view.readAttributes();
        if (!mine.group().equals(old.group())) {
            view.setGroup(old.group());
        }
        if (!mine.owner().equals(old.owner())) {
            view.setOwner(old.owner());
        }
        view.setPermissions(old.permissions());
    }

    @Override
    public void close() throws IOException {
        channel.close();
        if (!committed) {
            Files.deleteIfExists(partial);
        }
    }
}
