package org.orderevidence.receipt.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.orderevidence.waiting.Waits;
import org.verapdf.core.VeraPDFException;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/** Judges a PDF: veraPDF its structure, pdftotext its text. */
public final class PdfCheck {
    static {
        VeraGreenfieldFoundryProvider.initialise();
    }

    private PdfCheck() {}

    /** Asserts that the PDF follows PDF/UA-1. */
    public static void assertAccessible(byte[] pdf) {
        try (PDFAParser parser =
                Foundries.defaultInstance().createParser(new ByteArrayInputStream(pdf), PDFAFlavour.PDFUA_1)) {
            ValidationResult result = Foundries.defaultInstance()
                    .createValidator(PDFAFlavour.PDFUA_1, false)
                    .validate(parser);
            List<String> failed = result.getTestAssertions().stream()
                    .filter(assertion -> assertion.getStatus() == TestAssertion.Status.FAILED)
                    .map(assertion -> assertion.getRuleId() + " " + assertion.getMessage())
                    .distinct()
                    .toList();

            assertEquals(List.of(), failed);
            assertTrue(result.isCompliant());
        } catch (VeraPDFException | IOException unreadable) {
            throw new AssertionError("veraPDF cannot read the PDF", unreadable);
        }
    }

    /** Returns the text in reading order, with one space between words. */
    public static String words(byte[] pdf) {
        return text(pdf).replace('\u00A0', ' ').replaceAll("\\s+", " ");
    }

    /** Returns the text in reading order, with a form feed after each page. */
    public static String text(byte[] pdf) {
        try {
            Path file = Files.write(Files.createTempFile("page", ".pdf"), pdf);
            Path text = Files.createTempFile("page", ".txt");
            try {
                assertEquals(0, Waits.exitCode(toText(file, text)), "pdftotext");
                return Files.readString(text);
            } finally {
                Files.delete(file);
                Files.delete(text);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Process toText(Path file, Path text) {
        try {
            return new ProcessBuilder("pdftotext", "-raw", "-enc", "UTF-8", file.toString(), text.toString())
                    .inheritIO()
                    .start();
        } catch (IOException missing) {
            throw new AssertionError("pdftotext is missing: apt-get install poppler-utils", missing);
        }
    }
}
