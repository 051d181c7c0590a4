package org.orderevidence.receipt.render;

import com.openhtmltopdf.bidi.BidiReorderer;
import java.text.Bidi;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;

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
}
