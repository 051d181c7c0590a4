package org.orderevidence.installation;

import java.io.IOException;
import java.io.LineNumberReader;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.orderevidence.process.FileError;

/** Reads a file in the syntax of Java properties, UTF-8, and the line of each entry. */
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
     * Reads the entries in the order of the file.
     *
     * @param faults receives why the file cannot be read, and each key that is set twice
     */
    static List<Assignment> read(Path file, List<String> faults) {
        String source = "file " + file;
        List<Assignment> entries = new ArrayList<>();
        try {
            if (Files.isRegularFile(file) && Files.size(file) > MAX_BYTES) {
                faults.add(source + ": longer than " + MAX_BYTES + " bytes");
            } else {
                entries.addAll(parse(Files.readString(file)));
            }
        } catch (NoSuchFileException missing) {
            faults.add(source + ": no such file");
        } catch (CharacterCodingException notUtf8) {
            faults.add(source + ": not UTF-8");
        } catch (IOException unreadable) {
            faults.add(source + ": cannot be read: " + FileError.cause(unreadable));
        } catch (IllegalArgumentException malformed) {
            faults.add(source + ": cannot be read: " + malformed.getMessage());
        }
        Map<String, Integer> lines = new HashMap<>();
        for (Assignment entry : entries) {
            Integer earlier = lines.putIfAbsent(entry.key(), entry.line());
            if (earlier != null) {
                faults.add(source + " line " + entry.line() + ": " + entry.key() + " is set in line " + earlier
                        + " already");
            }
        }
        return entries;
    }

    @SuppressWarnings("serial") // Never written: it only receives the entries.
    private static List<Assignment> parse(String text) throws IOException {
        List<Assignment> entries = new ArrayList<>();
        // The last line needs an end to be counted.
        Lines lines = new Lines(text + '\n');
        new Properties() {
            @Override
            public synchronized Object put(Object key, Object value) {
                entries.add(new Assignment((String) key, ((String) value).stripTrailing(), lines.ended));
                return value;
            }
        }.load(lines);
        return entries;
    }

    /**
     * Counts lines. {@link Properties} completes an entry after it has asked for the character behind it. Characters are
     * given one at a time, so that the number of lines before this character is the line of the entry.
     */
    private static final class Lines extends LineNumberReader {
        private int ended;

        Lines(String text) {
            super(new StringReader(text));
        }

        @Override
        public int read(char[] target, int offset, int length) throws IOException {
            ended = getLineNumber();
            return super.read(target, offset, 1);
        }
    }
}
