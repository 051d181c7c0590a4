package org.orderevidence.settings;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Reads a file in the syntax of Java properties, UTF-8, and keeps the line of each entry. */
final class PropertiesFile {
    private static final long MAX_BYTES = 1024 * 1024;

    private PropertiesFile() {}

    /**
     * An entry.
     *
     * @param key its name
     * @param value its text, trailing blanks removed
     * @param line where it ends, from 1
     */
    record Assignment(String key, String value, int line) {}

    /**
     * What was read.
     *
     * @param entries in the order of the file
     * @param faults why it could not be read, or what is in it twice
     */
    record Content(List<Assignment> entries, List<String> faults) {}

    static Content read(Path file) {
        String source = "file " + file;
        try {
            if (Files.isRegularFile(file) && Files.size(file) > MAX_BYTES) {
                return new Content(List.of(), List.of(source + ": longer than " + MAX_BYTES + " bytes"));
            }
            return parse(Files.readString(file), source);
        } catch (NoSuchFileException missing) {
            return new Content(List.of(), List.of(source + ": no such file"));
        } catch (CharacterCodingException notUtf8) {
            return new Content(List.of(), List.of(source + ": not UTF-8"));
        } catch (IOException | IllegalArgumentException unreadable) {
            return new Content(List.of(), List.of(source + ": cannot be read: " + unreadable.getMessage()));
        }
    }

    private static Content parse(String text, String source) throws IOException {
        List<Assignment> entries = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        Map<String, Integer> lines = new HashMap<>();
        LineAtATime reader = new LineAtATime(text);
        Properties collector = new Properties() {
            private static final long serialVersionUID = 1L;

            @Override
            public synchronized Object put(Object key, Object value) {
                int line = reader.line;
                Integer earlier = lines.putIfAbsent((String) key, line);
                if (earlier != null) {
                    faults.add(source + " line " + line + ": " + key + " is set in line " + earlier + " already");
                }
                entries.add(new Assignment((String) key, ((String) value).stripTrailing(), line));
                return value;
            }
        };
        collector.load(reader);
        return new Content(entries, faults);
    }

    /**
     * Hands out one line a call. Whoever parses asks for more when it has come to the end of one, so that the entry it then
     * makes ends in the last line that was handed out before.
     */
    private static final class LineAtATime extends Reader {
        private final String text;
        private int position;
        private int handedOut;
        private int line;

        LineAtATime(String text) {
            this.text = text.replace("\r\n", "\n").replace('\r', '\n');
        }

        @Override
        public int read(char[] target, int offset, int length) {
            line = handedOut;
            if (position == text.length()) {
                return -1;
            }
            int newline = text.indexOf('\n', position);
            int end = newline < 0 ? text.length() : newline + 1;
            int count = Math.min(length, end - position);
            text.getChars(position, position + count, target, offset);
            position += count;
            if (position == end) {
                handedOut++;
            }
            return count;
        }

        @Override
        public void close() {}
    }
}
