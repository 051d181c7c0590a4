package org.orderevidence.receipt.render;

import com.openhtmltopdf.bidi.BidiReorderer;
import java.text.Bidi;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Arranges text from right to left as it is drawn, from left to right: letters reversed, numbers and Latin words not,
 * and brackets mirrored. A mark stands before its letter, which fonts without positions of marks need. Arabic letters get
 * the form that joins them.
 */
final class VisualOrder implements BidiReorderer {
    private static final String BRACKETS = "()[]{}<>\u00AB\u00BB\u2039\u203A";

    @Override
    public String reorderRTLTextToLTR(String text) {
        if (text == null || text.isEmpty()) {
            return text;
        }
        Bidi bidi = new Bidi(text, Bidi.DIRECTION_RIGHT_TO_LEFT);
        List<Integer> characters = new ArrayList<>();
        byte[] levels = new byte[text.length()];
        int at = 0;
        while (at < text.length()) {
            int level = bidi.getLevelAt(at);
            int character = text.codePointAt(at);
            levels[characters.size()] = (byte) level;
            characters.add(level % 2 == 1 ? mirrored(character) : character);
            at += Character.charCount(character);
        }
        Object[] visual = characters.toArray();
        Bidi.reorderVisually(levels, 0, visual, 0, visual.length);
        StringBuilder ordered = new StringBuilder(text.length());
        for (Object character : visual) {
            ordered.appendCodePoint((Integer) character);
        }
        return ordered.toString();
    }

    @Override
    public String shapeText(String text) {
        return ArabicForms.joined(text);
    }

    /** Returns the letters of a form that the font does not have. */
    @Override
    public String deshapeText(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC);
    }

    @Override
    public boolean isLiveImplementation() {
        return true;
    }

    private static int mirrored(int character) {
        int at = BRACKETS.indexOf(character);
        return at < 0 ? character : BRACKETS.charAt(at ^ 1);
    }

    /**
     * The forms of Arabic letters, which depend on the letters before and after them. Unicode has them in groups of a letter:
     * alone, at the end, and for letters that join on both sides at the start and in the middle.
     */
    private static final class ArabicForms {
        private static final int[][] GROUPED = {
            {0xFB50, 0xFBB1}, {0xFBD3, 0xFBDC}, {0xFBDE, 0xFBE7}, {0xFBFC, 0xFBFF}, {0xFE80, 0xFEF4}
        };
        private static final int END = 1;
        private static final int START = 2;
        private static final int MIDDLE = 3;
        private static final int BOTH_SIDES = 4;

        private static final char LAM = '\u0644';
        private static final char TATWEEL = '\u0640';

        /** The letters that make one sign with a lam before them; the signs are in the same sequence, in pairs. */
        private static final String AFTER_LAM = "\u0622\u0623\u0625\u0627";

        private static final int FIRST_LAM_SIGN = 0xFEF5;

        /** The forms of each letter, in the sequence above. */
        private static final Map<Character, String> FORMS = forms();

        private ArabicForms() {}

        /** Returns the text with joined letters. Other characters stay. */
        static String joined(String text) {
            if (text.chars().noneMatch(c -> FORMS.containsKey((char) c))) {
                return text;
            }
            StringBuilder joined = new StringBuilder(text.length());
            boolean isJoinedBefore = false;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                String forms = FORMS.get(c);
                int alef = c == LAM && i + 1 < text.length() ? AFTER_LAM.indexOf(text.charAt(i + 1)) : -1;
                if (alef >= 0) {
                    joined.append((char) (FIRST_LAM_SIGN + 2 * alef + (isJoinedBefore ? END : 0)));
                    isJoinedBefore = false;
                    i++;
                } else if (forms != null) {
                    boolean isJoinedAfter = forms.length() == BOTH_SIDES && joinsWhatIsBefore(nextLetter(text, i + 1));
                    joined.append(form(c, forms, isJoinedBefore && forms.length() > 1, isJoinedAfter));
                    isJoinedBefore = isJoinedAfter;
                } else {
                    joined.append(c);
                    if (!isMark(c)) {
                        isJoinedBefore = c == TATWEEL;
                    }
                }
            }
            return joined.toString();
        }

        /** Returns true for a mark above or below a letter. Letters join across it. */
        static boolean isMark(int c) {
            int type = Character.getType(c);
            return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
        }

        private static char form(char letter, String forms, boolean before, boolean after) {
            if (before) {
                return forms.charAt(after ? MIDDLE : END);
            }
            return after ? forms.charAt(START) : letter;
        }

        private static boolean joinsWhatIsBefore(@Nullable Character next) {
            String forms = next == null ? null : FORMS.get(next);
            return forms == null ? next != null && next == TATWEEL : forms.length() > 1;
        }

        private static @Nullable Character nextLetter(String text, int from) {
            for (int i = from; i < text.length(); i++) {
                if (!isMark(text.charAt(i))) {
                    return text.charAt(i);
                }
            }
            return null;
        }

        private static Map<Character, String> forms() {
            Map<Character, String> forms = new HashMap<>();
            for (int[] range : GROUPED) {
                for (int form = range[0]; form <= range[1]; form++) {
                    String letter = Normalizer.normalize(Character.toString(form), Normalizer.Form.NFKC);
                    if (letter.length() == 1) {
                        forms.merge(letter.charAt(0), Character.toString(form), String::concat);
                    }
                }
            }
            return Map.copyOf(forms);
        }
    }
}
