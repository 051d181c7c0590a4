package org.orderevidence.api;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
import org.orderevidence.http.FixedContent;
import org.orderevidence.http.Operation;
import tools.jackson.databind.JsonNode;

/**
 * Answers with the page of the API reference and with its style sheet. Each is made once, when it is first requested, and
 * stored also as gzip.
 */
public final class ReferencePage {
    /** The path of the page. */
    public static final String PATH = "/docs";

    /** The path of the style sheet. */
    public static final String STYLE_PATH = "/docs/reference.css";

    private static final String STYLE = "reference.css";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String CSS = "text/css; charset=utf-8";

    private final Supplier<JsonNode> description;

    private ReferencePage(Supplier<JsonNode> description) {
        this.description = description;
    }

    /**
     * Returns the operation that answers with the page.
     *
     * @param description the OpenAPI description
     */
    public static Operation page(Supplier<JsonNode> description) {
        ReferencePage page = new ReferencePage(description);
        return new FixedContent(page::html, HTML);
    }

    /** Returns the operation that answers with the style sheet. */
    public static Operation style() {
        return new FixedContent(ReferencePage::css, CSS);
    }

    private byte[] html() {
        StringOutput html = new StringOutput();
        TemplateEngine.createPrecompiled(ContentType.Html)
                .render(
                        "reference/page.jte",
                        Map.of("reference", ReferenceReader.read(description.get()), "style", STYLE_PATH),
                        html);
        return html.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] css() {
        try (InputStream css = ReferencePage.class.getResourceAsStream(STYLE)) {
            if (css == null) {
                throw new IllegalStateException("the style sheet of the reference is not packed");
            }
            return css.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
