package org.orderevidence.console;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.JsonWriter.JsonBuffer;
import org.orderevidence.order.Texts;

/** The templates that the build compiled. All output is escaped for its position in HTML. */
final class Templates {
    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(ContentType.Html);

    private Templates() {}

    /** Writes a page or a part of one to the body of an answer. */
    static void render(String template, Map<String, Object> values, JsonBuffer body) {
        ENGINE.render(template, values, new EscapedHtml(new Output(body)));
    }

    /**
     * Writes UTF-8 to a body, which reserves the memory that it needs.
     *
     * @param body of the answer
     */
    private record Output(JsonBuffer body) implements TemplateOutput {
        @Override
        public void writeContent(String value) {
            body.append(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void writeContent(String value, int begin, int end) {
            writeContent(value.substring(begin, end));
        }
    }

    /**
     * The HTML of pages, escaped. In titles and in attributes, where no {@code bdi} can contain them, values lose the
     * characters that reorder the text around them. The value of an input keeps them: a form sends it back.
     */
    private static final class EscapedHtml extends OwaspHtmlTemplateOutput {
        private boolean isContained = true;

        EscapedHtml(TemplateOutput output) {
            super(output);
        }

        @Override
        public void setContext(String tag, @Nullable String attribute) {
            super.setContext(tag, attribute);
            isContained = attribute == null ? !"title".equals(tag) : attribute.equals("value");
        }

        @Override
        public void writeUserContent(@Nullable String value) {
            super.writeUserContent(value == null || isContained ? value : Texts.withoutDirectionControls(value));
        }
    }
}
