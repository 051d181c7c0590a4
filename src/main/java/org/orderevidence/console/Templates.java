package org.orderevidence.console;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateOutput;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.orderevidence.json.JsonWriter.JsonBuffer;

/** The templates that the build compiled. All output is escaped for its position in HTML. */
final class Templates {
    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(ContentType.Html);

    private Templates() {}

    /** Writes a page or a part of one to the body of an answer. */
    static void render(String template, Map<String, Object> values, JsonBuffer body) {
        ENGINE.render(template, values, new ConsoleHtml(new Output(body)));
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
}
