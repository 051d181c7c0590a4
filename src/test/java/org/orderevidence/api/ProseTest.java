package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orderevidence.api.Prose.Bullets;
import org.orderevidence.api.Prose.Paragraph;
import org.orderevidence.api.Prose.Span;

/** Descriptions become paragraphs, lists and code. */
class ProseTest {
    private static Paragraph paragraph(String text) {
        return new Paragraph(List.of(new Span(text, false)));
    }

    @Test
    void aBlankLineSeparatesParagraphs() {
        assertEquals(
                List.of(paragraph("One two."), paragraph("Three.")),
                Prose.of("One\ntwo.\n\nThree.\n").blocks());
    }

    @Test
    void hyphensMakeAList() {
        assertEquals(
                List.of(
                        paragraph("One of:"),
                        new Bullets(List.of(
                                List.of(new Span("a", true), new Span(": first", false)),
                                List.of(new Span("b", false))))),
                Prose.of("One of:\n- `a`: first\n- b").blocks());
    }

    @Test
    void aSingleBackquoteIsText() {
        assertEquals(List.of(paragraph("It`s <b>")), Prose.of("It`s <b>").blocks());
    }

    @Test
    void nothingHasNoBlocks() {
        assertEquals(List.of(), Prose.of("").blocks());
    }
}
