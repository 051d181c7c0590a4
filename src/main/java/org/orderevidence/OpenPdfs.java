package org.orderevidence;

import java.nio.file.Path;
import java.util.List;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.receipt.render.PdfFonts;
import org.orderevidence.receipt.render.PdfRenderer;

/** Opens what makes PDFs. */
final class OpenPdfs {
    private OpenPdfs() {}

    /**
     * Returns the renderer of PDFs, and warms it up in the background.
     *
     * @param fonts fonts of the operator
     * @throws CannotStart if one of the fonts cannot be used
     */
    static PdfRenderer of(List<Path> fonts) {
        try {
            PdfRenderer renderer = new PdfRenderer(PdfFonts.with(fonts));
            Thread warming = new Thread(renderer::warm, "warm-up of PDFs");
            warming.setDaemon(true);
            warming.start();
            return renderer;
        } catch (PdfFonts.Unusable unusable) {
            throw new CannotStart("receipt.fonts: " + unusable.getMessage(), unusable);
        }
    }
}
