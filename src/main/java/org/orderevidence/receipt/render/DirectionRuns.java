package org.orderevidence.receipt.render;

import com.openhtmltopdf.bidi.BidiSplitter;
import com.openhtmltopdf.bidi.BidiTextRun;
import java.text.Bidi;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a paragraph into runs from left to right and from right to left. A run from right to left has everything
 * between its first and its last such letter, numbers and Latin words included: {@link VisualOrder} arranges them. The
 * runs are never empty and cover the paragraph without gaps, because the PDF library would loop otherwise.
 */
final class DirectionRuns implements BidiSplitter {
    private final List<BidiTextRun> runs = new ArrayList<>();

    @Override
    public void setParagraph(String paragraph, byte cssDirection) {
        runs.clear();
        int length = paragraph.length();
        if (length == 0 || !Bidi.requiresBidi(paragraph.toCharArray(), 0, length)) {
            runs.add(new BidiTextRun(0, length, LTR));
            return;
        }
        // As a browser with dir="auto": the first letter with a direction decides.
        Bidi bidi = new Bidi(paragraph, Bidi.DIRECTION_DEFAULT_LEFT_TO_RIGHT);
        if (!bidi.baseIsLeftToRight()) {
            runs.add(new BidiTextRun(0, length, RTL));
            return;
        }
        int start = 0;
        for (int end = 1; end <= length; end++) {
            if (end == length || direction(bidi, end) != direction(bidi, start)) {
                runs.add(new BidiTextRun(start, end - start, direction(bidi, start)));
                start = end;
            }
        }
    }

    private static byte direction(Bidi bidi, int at) {
        return bidi.getLevelAt(at) == 0 ? LTR : RTL;
    }

    @Override
    public int countTextRuns() {
        return runs.size();
    }

    @Override
    public BidiTextRun getVisualRun(int index) {
        return runs.get(index);
    }

    @Override
    public byte getBaseDirection(String paragraph) {
        return LTR;
    }
}
