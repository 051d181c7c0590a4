package org.orderevidence.receipt.render;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PdfFontsTest {
    @TempDir
    private Path folder;

    @Test
    void aFontOfTheOperatorIsAdded() throws Exception {
        byte[] font;
        try (InputStream packed =
                PdfFonts.class.getResourceAsStream("/net/sf/jasperreports/fonts/dejavu/DejaVuSerif.ttf")) {
            font = packed == null ? new byte[0] : packed.readAllBytes();
        }
        Path file = Files.write(folder.resolve("serif.ttf"), font);

        PdfFonts fonts = PdfFonts.with(List.of(file));

        assertEquals(1, fonts.added().size());
        assertArrayEquals(font, fonts.added().getFirst());
        PdfRenderer renderer = new PdfRenderer(fonts);
        assertTrue(renderer.page(HostilePages.receipt("x")).contains("font-family: 'DejaVu Sans', 'added 0';"));
        assertTrue(renderer.pdf(renderer.page(HostilePages.receipt("x"))).length > 10_000);
    }

    @Test
    void whatIsNoFontIsRefusedWithItsName() throws Exception {
        Path text = Files.writeString(folder.resolve("text.ttf"), "no font");
        Path missing = folder.resolve("missing.ttf");

        for (Path file : List.of(text, missing, folder)) {
            PdfFonts.Unusable refused = assertThrows(PdfFonts.Unusable.class, () -> PdfFonts.with(List.of(file)));
            assertEquals(file + " cannot be read as a TrueType or OpenType font", refused.getMessage());
        }
    }
}
