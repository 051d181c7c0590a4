package org.orderevidence.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a form with a file, as a browser sends them (RFC 7578), in constant memory. Reading it returns the bytes of
 * the current part.
 */
public final class MultipartInput extends BlockInput {
    private static final int BUFFER = 16 * 1024;
    private static final Pattern BOUNDARY =
            Pattern.compile("(?i:multipart/form-data)\\s*;.*boundary=\"?([^\";\\s]{1,70})\"?\\s*(?:;.*)?");
    private static final Pattern NAME = Pattern.compile("[; ]name=\"([^\"]*)\"");
    private static final Pattern FILE_NAME = Pattern.compile("[; ]filename=\"([^\"]*)\"");

    private final InputStream in;
    private final MultiPart.Parser parser;
    private final byte[] buffer = new byte[BUFFER];

    /** The parts in the buffer: the head of each, then its content. */
    private final Queue<Object> found = new ArrayDeque<>();

    private boolean isComplete;
    private boolean isMalformed;

    /**
     * @param boundary the parameter of its content type, at most 70 characters
     */
    public MultipartInput(InputStream in, String boundary) {
        this.in = in;
        this.parser = new MultiPart.Parser(boundary, new Parts());
        parser.setMaxParts(-1);
    }

    /** Returns the boundary of a content type; {@code null} if it is not that of a form with a file. */
    public static @Nullable String boundary(String contentType) {
        Matcher boundary = BOUNDARY.matcher(contentType);
        return boundary.matches() ? boundary.group(1) : null;
    }

    /**
     * The head of a part.
     *
     * @param fileName name of the file; {@code null} if the part is not a file
     */
    public record Part(String name, @Nullable String fileName) {}

    /** Skips the rest of the current part. Returns the next part; {@code null} at the end. */
    public @Nullable Part next() throws IOException {
        while (content() != null) {
            found.remove();
        }
        return (Part) found.poll();
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        ByteBuffer content = content();
        if (content == null) {
            return -1;
        }
        int count = Math.min(length, content.remaining());
        content.get(into, offset, count);
        if (!content.hasRemaining()) {
            found.remove();
        }
        return count;
    }

    /** Returns the next bytes of the current part; {@code null} at its end. */
    private @Nullable ByteBuffer content() throws IOException {
        while (found.isEmpty() && !isComplete) {
            int read = in.read(buffer);
            parser.parse(Content.Chunk.from(ByteBuffer.wrap(buffer, 0, Math.max(0, read)), read < 0));
            if (isMalformed) {
                throw new IOException("the form is incomplete or malformed");
            }
        }
        return found.peek() instanceof ByteBuffer content ? content : null;
    }

    private final class Parts implements MultiPart.Parser.Listener {
        private String disposition = "";

        @Override
        public void onPartHeader(String name, String value) {
            disposition = name.equalsIgnoreCase("Content-Disposition") ? value : disposition;
        }

        @Override
        public void onPartHeaders() {
            Matcher name = NAME.matcher(disposition);
            Matcher fileName = FILE_NAME.matcher(disposition);
            found.add(new Part(name.find() ? name.group(1) : "", fileName.find() ? fileName.group(1) : null));
            disposition = "";
        }

        @Override
        public void onPartContent(Content.Chunk chunk) {
            if (chunk.hasRemaining()) {
                found.add(chunk.getByteBuffer());
            }
        }

        @Override
        public void onComplete() {
            isComplete = true;
        }

        @Override
        public void onFailure(Throwable failure) {
            isMalformed = true;
        }
    }
}
