package org.orderevidence.order;

import java.util.Locale;
import java.util.Set;

/**
 * The values that shops and processors send instead of nothing, such as {@code undefined}. Equal ones on two orders say
 * nothing about the customer, so they are no evidence.
 */
public final class Placeholders {
    /** Starts what JavaScript makes of an object in a string. */
    private static final String OBJECT = "[object ";

    private static final int REPETITIONS = 4;

    private static final Set<String> VALUES =
            Set.of(("0 . na n/a nil none null undefined unknown guest anonymous test nan"
                            + " true false"
                            // The Android ID of an emulator that many devices share.
                            + " 9774d56d682e549c"
                            // MD5, SHA-1 and SHA-256 of nothing.
                            + " d41d8cd98f00b204e9800998ecf8427e da39a3ee5e6b4b0d3255bfef95601890afd80709"
                            + " e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
                    .split(" ", -1));

    private Placeholders() {}

    /** Returns true if the value means that there is none. A UUID of zeros is a repeated character. */
    public static boolean isOne(String text) {
        String value = Texts.trim(text).toLowerCase(Locale.ROOT);
        String characters = withoutSeparators(value);
        return isListed(value, characters)
                || (Texts.length(characters) >= REPETITIONS && isRepeated(characters, characters.codePointAt(0)));
    }

    /** Returns true if an approval code means that there is none: those of repeated digits other than 0 are real. */
    public static boolean isAuthCode(String text) {
        String value = Texts.trim(text).toLowerCase(Locale.ROOT);
        String characters = withoutSeparators(value);
        return isListed(value, characters) || (!characters.isEmpty() && isRepeated(characters, '0'));
    }

    private static boolean isListed(String value, String characters) {
        return VALUES.contains(value) || value.startsWith(OBJECT) || (characters.isEmpty() && !value.isEmpty());
    }

    private static boolean isRepeated(String text, int character) {
        for (int i = 0; i < text.length(); i += Character.charCount(character)) {
            if (text.codePointAt(i) != character) {
                return false;
            }
        }
        return true;
    }

    private static String withoutSeparators(String value) {
        return value.replace("-", "").replace(":", "");
    }
}
