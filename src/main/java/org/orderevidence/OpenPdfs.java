package org.orderevidence;

import java.nio.file.Path;
import java.util.List;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.receipt.render.PdfFonts;
import org.orderevidence.receipt.render.PdfRenderer;

/** Opens what makes PDFs. */
final class OpenPdfs {
    private OpenPdfs() {}

    /** Returns the renderer of PDFs as {@link #cold} does, and warms it up in the background. */
    static PdfRenderer of(List<Path> fonts) {
        PdfRenderer renderer = cold(fonts);
        Thread warming = new Thread(renderer::warm, "warm-up of PDFs");
        warming.setDaemon(true);
        warming.start();
        return renderer;
    }

    /**
     * Returns the renderer of PDFs.
     *
     * @param fonts fonts of the operator
     * @throws CannotStart if one of the fonts cannot be used
     */
    static PdfRenderer cold(List<Path> fonts) {
        try {
            return new PdfRenderer(PdfFonts.with(fonts));
        } catch (PdfFonts.Unusable unusable) {
            throw new CannotStart("receipt.fonts: " + unusable.getMessage(), unusable);
        }
    }
}
